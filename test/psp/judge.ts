// What the judges of a PSP print, and their exit code.

/** Prints a line about a check. @param fault what is wrong; undefined if nothing is */
export type Report = (what: string, fault: string | undefined) => void;

let faults = 0;

export const say = (text: string) => process.stdout.write(`${text}\n`);

export const report: Report = (what, fault) => {
  if (fault) faults += 1;
  say(`${fault ? 'NOT OK' : 'ok    '}  ${what}${fault ? `: ${fault}` : ''}`);
};

export function end(): void {
  say(faults === 0 ? '\nAll as documented.' : `\n${faults} not as documented.`);
  process.exitCode = faults === 0 ? 0 : 1;
}
