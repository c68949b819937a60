// npm run admin -- med: shows a case of a report of fraud (MED), with the company's defence, and gives
// a defence for the company.

import type { Command } from 'commander';
import { ask, operation, type Shared } from './operation.ts';

export function addMed(program: Command): void {
  const noun = program
    .command('med')
    .description('reports of fraud about received payments (MED): show, defend');

  operation(
    noun,
    'show <case>',
    'Shows a MED case and its defence, by the id of the case.',
    'med show 3fa8f8a8-66b4-470d-a56c-1fe888da7d18 --stage production',
  ).action((med: string, shared: Shared) => ask('administer', 'med show', { med }, shared));

  operation(
    noun,
    'defend <case>',
    'Gives the one defence of a case for its company, which has asked for it. It cannot be changed afterwards.',
    'med defend 3fa8f8a8-66b4-470d-a56c-1fe888da7d18 --position contest --text "$(cat defence.txt)" --reason "INC-44: asked by the company in writing"',
  )
    .requiredOption(
      '--position <position>',
      'contest (the report is wrong) or accept (the money may go back)',
    )
    .requiredOption('--text <text>', 'what the PSP gets, in several lines if you like')
    .requiredOption('--reason <text>', 'why operators give it, and the ticket; it must name no customer')
    .action(
      (
        med: string,
        { position, text, reason, ...shared }: Shared & Record<'position' | 'text' | 'reason', string>,
      ) => ask('administer', 'med defend', { med, position, text, reason }, shared),
    );
}
