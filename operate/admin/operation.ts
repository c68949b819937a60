// Contains the parts that the commands of npm run admin share: the options, the call of a function, and the exit code
// for the function's answer.

import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { explain as explainStop, Stop } from '../../local/stop.ts';
import { invoke, type Target } from './invoke.ts';
import { render } from './render.ts';
import { withTarget } from './stage-option.ts';

export type Shared = Target & { by: string; json?: boolean };

/** @param usage the name and arguments in the form that commander reads */
export function operation(noun: Command, usage: string, what: string, example: string): Command {
  return named(withTarget(noun.command(usage).description(what)))
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', `\nExample:\n  npm run admin -- ${example}`);
}

/** Adds the option with the operator's name. */
export const named = (command: Command): Command =>
  command.option('--by <name>', 'your name, for the audit', operatorName());

/** Returns the name of the user. In a Docker container the user may have no name; then `userInfo` throws. */
function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return process.env.USER ?? 'unknown';
  }
}

/**
 * Invokes a function for an action, prints its answer, and sets the exit code.
 * @param explain returns a text about the answer, which is printed after the fields of the answer
 */
export async function ask(
  functionKey: 'administer' | 'freeze',
  action: string,
  input: object,
  { by, json, ...target }: Shared,
  explain: (answer: Record<string, unknown>) => string = () => '',
): Promise<void> {
  try {
    const answer = await invoke(target, functionKey, { action, by, ...input });
    process.stdout.write(json ? `${JSON.stringify(answer, null, 2)}\n` : render(answer) + explain(answer));
    process.exitCode = exitCodeOf(answer);
  } catch (error) {
    process.stderr.write(`${error instanceof Stop || error instanceof Error ? wordsOf(error) : error}\n`);
    process.exitCode = 3;
  }
}

const wordsOf = (error: Error) => (error instanceof Stop ? explainStop(error) : error.message);

function exitCodeOf({ worked, message }: Record<string, unknown>): number {
  if (worked === true) return 0;
  return message === 'Validation error' ? 2 : 1;
}
