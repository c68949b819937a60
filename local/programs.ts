// Runs a command that consists of several programs: npm run measure -- limits --clients 3.

/** `isPlain` means that a program has no options and no help text of its own. */
export type Programs = Record<string, { about: string; isPlain?: true; run: () => Promise<unknown> }>;

/** Runs the program named by the first argument, with the other arguments. Without arguments it lists the programs. */
export async function runNamed(command: string, programs: Programs): Promise<void> {
  const [node = '', file = '', name = '--help', ...args] = process.argv;
  const program = programs[name];
  if (program?.isPlain && args.includes('--help')) {
    process.stdout.write(`npm run ${command} -- ${name}\n\n${program.about}; no options\n`);
    return;
  }
  if (program) {
    process.argv = [node, file, ...args];
    await program.run();
    return;
  }
  const width = Math.max(...Object.keys(programs).map(({ length }) => length));
  const list = Object.entries(programs).map(([one, { about }]) => `  ${one.padEnd(width)}  ${about}\n`);
  const isHelp = name === '--help';
  const text = `npm run ${command} -- NAME [options]\n\n${list.join('')}`;
  (isHelp ? process.stdout : process.stderr).write(isHelp ? text : `There is no ${name}.\n\n${text}`);
  process.exitCode = isHelp ? 0 : 2;
}
