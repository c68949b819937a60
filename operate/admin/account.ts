// npm run admin -- account: manages accounts of companies.

import type { Command } from 'commander';
import { ask, operation, type Shared } from './operation.ts';

type Open = Shared & { company: string; holder: string; legalId: string; key?: string };

export function addAccount(program: Command): void {
  const noun = program.command('account').description('accounts: open, show, close');

  operation(
    noun,
    'open',
    'Opens an empty account. If the company is frozen, the account is frozen too.',
    'account open --company 7f1c… --holder "Padaria Tres Irmaos Ltda" --legal-id 11222333000181',
  )
    .requiredOption('--company <id>', 'id of the company that owns the account')
    .requiredOption('--holder <name>', 'name of the holder, which payees see')
    .requiredOption('--legal-id <id>', 'CPF or CNPJ of the holder, digits only')
    .option('--key <key>', 'a PIX key of the account')
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
    'Shows the balance, holds, freezes and PIX keys of an account.',
    'account show 0001/123456789',
  ).action((account: string, shared: Shared) => ask('administer', 'account show', { account }, shared));

  operation(
    noun,
    'close <account>',
    'Closes an account permanently. It must have no holds for transfers.',
    'account close 0001/123456789',
  ).action((account: string, shared: Shared) => ask('administer', 'account close', { account }, shared));
}
