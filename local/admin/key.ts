// npm run admin -- key: PIX keys of our accounts.

import type { Command } from 'commander';
import { ask, operation, type Shared } from './operation.ts';

export function addKey(program: Command): void {
  const noun = program.command('key').description('PIX keys of our accounts: add, show, end');

  operation(
    noun,
    'add <key>',
    'Has a PIX key lead to an account. It is not registered in the directory by this.',
    'key add caixa@padaria.example --account 0001/123456789',
  )
    .requiredOption('--account <account>', 'BRANCH/NUMBER')
    .action((key: string, { account, ...shared }: Shared & { account: string }) =>
      ask('administer', 'key add', { key, account }, shared),
    );

  operation(noun, 'show <key>', 'Shows where a PIX key leads.', 'key show caixa@padaria.example').action(
    (key: string, shared: Shared) => ask('administer', 'key show', { key }, shared),
  );

  operation(
    noun,
    'end <key>',
    'Has a PIX key lead nowhere. It may be added again.',
    'key end caixa@padaria.example',
  ).action((key: string, shared: Shared) => ask('administer', 'key end', { key }, shared));
}
