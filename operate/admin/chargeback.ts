// npm run admin -- chargeback: shows a chargeback, and ends one whose refund has no outcome.

import { Argument, type Command } from 'commander';
import { ask, operation, type Shared, wholeNumber } from './operation.ts';
import { addEnds } from './peoples-end.ts';

export function addChargeback(program: Command): void {
  const noun = program.command('chargeback').description('chargebacks: show, settle, fail');

  operation(
    noun,
    'show',
    'Shows a chargeback, by its id.',
    'chargeback show 1234567890123456 --stage production',
  )
    .addArgument(new Argument('<chargeback>').argParser(wholeNumber))
    .action((chargeback: number, shared: Shared) =>
      ask('administer', 'chargeback show', { chargeback }, shared),
    );

  addEnds(noun, {
    noun: 'chargeback',
    read: wholeNumber,
    id: ['return-id', 'return_id', 'D999999992026112115040000000001A'],
  });
}
