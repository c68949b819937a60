// npm run admin -- reconcile: compares our books with the PSP's.

import type { Command } from 'commander';
import { explain, Stop } from '../../local/stop.ts';
import { invoke } from './invoke.ts';
import { named, type Shared } from './operation.ts';
import { render } from './render.ts';
import { withTarget } from './stage-option.ts';

type Options = Shared & { day?: string; after?: string };

export function addReconcile(program: Command): void {
  const noun = program.command('reconcile').description('our books and the PSP’s: reconcile psp');
  named(withTarget(noun.command('psp')))
    .description(
      'Compares the payments, returns and fees of the PSP with our statements, and explains its balance.',
    )
    .option('--day <day>', 'YYYY-MM-DD in São Paulo (default: all days that are not settled)')
    .option('--after <line>', 'shows more lines of the day, after this line; compares nothing')
    .option('--json', 'print the answer as JSON')
    .addHelpText(
      'after',
      `
Exit codes: 0 everything agrees, 1 a difference or a day that is not settled, 2 invalid input, 3 unknown outcome.

Example:
  npm run admin -- reconcile psp --stage production --day 2026-11-21`,
    )
    .action(reconcilePsp);
}

async function reconcilePsp({ by, day, after, json, ...target }: Options): Promise<void> {
  try {
    const asked = { by, ...(day ? { day } : {}), ...(after ? { after } : {}) };
    const answer = await invoke(target, 'reconcilePsp', asked);
    process.stdout.write(json ? `${JSON.stringify(answer, null, 2)}\n` : renderBooks(answer));
    process.exitCode = exitCodeOf(answer);
  } catch (error) {
    process.stderr.write(`${error instanceof Stop ? explain(error) : error}\n`);
    process.exitCode = 3;
  }
}

/** Prints the days in order, each with its lines and its balance. */
export function renderBooks({ days, ...answer }: Record<string, unknown>): string {
  const each = ((days ?? []) as Record<string, unknown>[]).map((day) => render({ worked: true, ...day }));
  return [...each, render(answer)].join('\n');
}

export function exitCodeOf({ worked, agree }: Record<string, unknown>): number {
  if (worked !== true) return 2;
  return agree === true ? 0 : 1;
}
