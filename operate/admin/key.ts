// npm run admin -- key: manages the PIX keys of our accounts.

import type { Command } from 'commander';
import { ask, operation, type Shared } from './operation.ts';

export function addKey(program: Command): void {
  const noun = program.command('key').description('PIX keys of our accounts: add, show, end');

  operation(
    noun,
    'add <key>',
    'Assigns a PIX key to an account. This does not register the key in the PIX directory.',
    'key add caixa@padaria.example --account 0001/123456789',
  )
    .requiredOption('--account <account>', 'BRANCH/NUMBER')
    .action((key: string, { account, ...shared }: Shared & { account: string }) =>
      ask('administer', 'key add', { key, account }, shared),
    );

  operation(noun, 'show <key>', 'Shows the account of a PIX key.', 'key show caixa@padaria.example').action(
    (key: string, shared: Shared) => ask('administer', 'key show', { key }, shared),
  );

  operation(
    noun,
    'end <key>',
    'Removes a PIX key from its account. You can add the key again.',
    'key end caixa@padaria.example',
  ).action((key: string, shared: Shared) => ask('administer', 'key end', { key }, shared));
}
