// npm run admin -- payment: manages payments to keys that are not ours.

import type { Command } from 'commander';
import { ask, operation, type Shared } from './operation.ts';

export function addPayment(program: Command): void {
  const noun = program.command('payment').description('payments to unknown PIX keys: show, assign');

  operation(
    noun,
    'show <payment>',
    'Shows a waiting or credited payment, by its end-to-end id.',
    'payment show E6070119020261121150400000000001',
  ).action((payment: string, shared: Shared) => ask('administer', 'payment show', { payment }, shared));

  operation(
    noun,
    'assign <payment>',
    'Assigns a waiting payment to an account, which is credited a moment later. Returns of the payment are debited from the account.',
    'payment assign E6070119020261121150400000000001 --account 0001/123456789 --stage production',
  )
    .requiredOption('--account <account>', 'BRANCH/NUMBER of the owner, confirmed by the PSP in writing')
    .action((payment: string, { account, ...shared }: Shared & { account: string }) =>
      ask('administer', 'payment assign', { payment, account }, shared),
    );
}
