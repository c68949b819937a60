// npm run admin -- payment: payments to keys that are not ours.

import type { Command } from 'commander';
import { ask, operation, type Shared } from './operation.ts';

export function addPayment(program: Command): void {
  const noun = program
    .command('payment')
    .description('payments that arrived for no key of ours: show, assign');

  operation(
    noun,
    'show <payment>',
    'Shows what is known of a payment that waits, or that was credited, by its end-to-end id.',
    'payment show E6070119020261121150400000000001',
  ).action((payment: string, shared: Shared) => ask('administer', 'payment show', { payment }, shared));

  operation(
    noun,
    'assign <payment>',
    'Gives a payment that waits to an account, which is credited a moment later. What has gone back of it is debited there too.',
    'payment assign E6070119020261121150400000000001 --account 0001/123456789 --stage production',
  )
    .requiredOption('--account <account>', 'BRANCH/NUMBER: whose it is, by the PSP’s word in writing')
    .action((payment: string, { account, ...shared }: Shared & { account: string }) =>
      ask('administer', 'payment assign', { payment, account }, shared),
    );
}
