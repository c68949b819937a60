// npm run admin -- company: manages the companies that use the service.

import type { Command } from 'commander';
import { ask, operation, type Shared } from './operation.ts';

export function addCompany(program: Command): void {
  const noun = program.command('company').description('companies: open, show');

  operation(noun, 'open', 'Opens a company.', 'company open --name "Padaria Tres Irmaos" --stage production')
    .requiredOption('--name <name>', 'name of the company')
    .action(({ name, ...shared }: Shared & { name: string }) =>
      ask('administer', 'company open', { name }, shared),
    );

  operation(
    noun,
    'show <company>',
    'Shows a company with its accounts and clients. Clients that are older than this list are missing.',
    'company show 7f1c… --stage production',
  ).action((company: string, shared: Shared) => ask('administer', 'company show', { company }, shared));
}
