// npm run admin -- account: accounts of companies.

import type { Command } from 'commander';
import { ask, operation, type Shared } from './operation.ts';

type Open = Shared & { company: string; holder: string; legalId: string; key?: string };

export function addAccount(program: Command): void {
  const noun = program.command('account').description('accounts: open, show, close');

  operation(
    noun,
    'open',
    'Opens an empty account. In a frozen company it is frozen too.',
    'account open --company 7f1c… --holder "Padaria Tres Irmaos Ltda" --legal-id 11222333000181',
  )
    .requiredOption('--company <id>', 'whose it is')
    .requiredOption('--holder <name>', 'whose name payees are shown')
    .requiredOption('--legal-id <id>', 'the holder’s CPF or CNPJ, digits only')
    .option('--key <key>', 'a PIX key that leads to it')
    .action(({ company, holder, legalId, key, ...shared }: Open) =>
      ask(
        'administer',
        'account open',
        { company, holder, legal_id: legalId, ...(key ? { key } : {}) },
        shared,
      ),
    );

  operation(
    noun,
    'show <account>',
    'Shows what an account has, holds and is stopped by, and its PIX keys.',
    'account show 0001/123456789',
  ).action((account: string, shared: Shared) => ask('administer', 'account show', { account }, shared));

  operation(
    noun,
    'close <account>',
    'Closes an account for good, once nothing of it is held for transfers.',
    'account close 0001/123456789',
  ).action((account: string, shared: Shared) => ask('administer', 'account close', { account }, shared));
}
