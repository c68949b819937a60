// npm run admin -- payee: manages the list of payees that an account may pay, if its rules require a list.

import type { Command } from 'commander';
import { ask, operation, requireOne, type Shared } from './operation.ts';

type Named = Shared & { key?: string; legalId?: string };

export function addPayee(program: Command): void {
  const noun = program.command('payee').description('list of payees of an account: add, remove, list');

  const change = (name: 'add' | 'remove', what: string) =>
    operation(noun, `${name} <account>`, what, `payee ${name} 0001/123456789 --key fulano@example.com`)
      .option('--key <key>', 'PIX key of the payee')
      .option('--legal-id <id>', 'CPF or CNPJ of the payee, without punctuation')
      .action((account: string, { key, legalId, ...shared }: Named) => {
        requireOne({ '--key': key, '--legal-id': legalId });
        const named = key === undefined ? { legal_id: legalId } : { key };
        return ask('administer', `payee ${name}`, { account, ...named }, shared);
      });

  change('add', 'Puts a payee on the list. The list counts only with: rule payees <account> listed.');
  change('remove', 'Takes a payee off the list. Transfers whose money is already held are still paid.');
  operation(noun, 'list <account>', 'Lists the payees.', 'payee list 0001/123456789').action(
    (account: string, shared: Shared) => ask('administer', 'payee list', { account }, shared),
  );
}
