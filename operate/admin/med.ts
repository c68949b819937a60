// npm run admin -- med: shows a case of a report of fraud (MED), with the company's defence.

import type { Command } from 'commander';
import { ask, operation, type Shared } from './operation.ts';

export function addMed(program: Command): void {
  const noun = program.command('med').description('reports of fraud about received payments (MED): show');

  operation(
    noun,
    'show <case>',
    'Shows a MED case and its defence, by the id of the case.',
    'med show 3fa8f8a8-66b4-470d-a56c-1fe888da7d18 --stage production',
  ).action((med: string, shared: Shared) => ask('administer', 'med show', { med }, shared));
}
