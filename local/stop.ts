// An error for the user of a command: the problem and the remedy in two lines, without a stack trace.

import { type ParseArgsConfig, parseArgs } from 'node:util';

export class Stop extends Error {
  readonly mend: string;
  constructor(what: string, mend: string) {
    super(what);
    this.mend = mend;
  }
}

/** Reads the command line: options and known words. Anything else ends the program with an error and the help text. */
export function readOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  help: string,
  known: readonly string[] = [],
) {
  try {
    const { values, positionals } = parseArgs({ options, allowNegative: true, allowPositionals: true });
    const unknown = positionals.find((word) => !known.includes(word));
    if (unknown !== undefined) return complain(`Unknown word '${unknown}'`, help);
    return { ...values, words: positionals };
  } catch (error) {
    return complain(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error), help);
  }
}

function complain(what: string, help: string): never {
  process.stderr.write(`${what}.\n\n${help}`);
  process.exit(2);
}

/**
 * Prints the help, or runs the program and sets its exit code. A failure is printed on stderr and sets the exit code 1.
 */
export async function runProgram(asked: string | (() => Promise<number>)): Promise<void> {
  if (typeof asked === 'string') return void process.stdout.write(asked);
  process.exitCode = await asked().catch((error) => {
    process.stderr.write(`\n${explain(error)}\n`);
    return 1;
  });
}

export function explain(error: unknown): string {
  if (error instanceof Stop) return `${error.message}\n${error.mend}`;
  if (error instanceof Error && '$metadata' in error) return explainAws(error);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** An error of AWS says what is wrong; a stack trace of its client does not. */
function explainAws({ name, message, ...rest }: Error): string {
  const { $metadata: { requestId = 'unknown' } = {} } = rest as { $metadata?: { requestId?: string } };
  const mend = name.startsWith('AccessDenied')
    ? 'Sign in with a role that may do this (docs/deploying.md).'
    : 'Run the command again: what is done already is found. If it fails again, look for the name in the service’s documentation.';
  return `AWS answered ${name}: ${message} (request ${requestId})\n${mend}`;
}
