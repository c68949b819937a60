// npm run admin -- rule: what an account's cashouts must keep besides the contract.

import { type Command, InvalidArgumentError } from 'commander';
import { ask, operation, type Shared, wholeNumber } from './operation.ts';

type Expiry = Shared & { hours?: number; never?: boolean };

export function addRule(program: Command): void {
  const noun = program.command('rule').description('rules of an account: show, expiry');

  operation(noun, 'show <account>', 'Shows the rules of an account.', 'rule show 0001/123456789').action(
    (account: string, shared: Shared) => ask('administer', 'rule show', { account }, shared),
  );

  operation(
    noun,
    'expiry <account>',
    'Cancels NEW cashouts that nobody has approved in time. It counts for cashouts created from now on.',
    'rule expiry 0001/123456789 --hours 48',
  )
    .option('--hours <hours>', 'hours after their creation, 1 to 8760', wholeNumber)
    .option('--never', 'ends the rule: they wait for ever')
    .action((account: string, { hours, never, ...shared }: Expiry) => {
      if ((hours === undefined) === (never === undefined))
        throw new InvalidArgumentError('Give either --hours or --never.');
      return ask('administer', 'rule expiry', { account, hours: hours ?? null }, shared);
    });
}
