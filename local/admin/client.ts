// npm run admin -- client: clients of the API.

import type { Command } from 'commander';
import { ask, listOf, operation, type Shared, wholeNumber, withoutMeans } from './operation.ts';

type Open = Shared & {
  company: string;
  audience: string;
  permissions: string;
  without: string;
  accounts?: string[];
};

export function addClient(program: Command): void {
  const noun = program.command('client').description('clients of the API: open, show, rotate, retire, close');

  operation(
    noun,
    'open',
    'Opens a client with the user it acts for. Its secrets are printed once.',
    'client open --company 7f1c… --permissions CREATE,APPROVE --accounts 0001/123456789',
  )
    .requiredOption('--company <id>', 'whose it is')
    .requiredOption('--permissions <list>', 'CREATE, APPROVE, both with a comma between, or ""')
    .option('--without <list>', withoutMeans, '')
    .option('--audience <audience>', 'api, or web for /create-manual-transfer', 'api')
    .option('--accounts <account...>', 'where it may do that: BRANCH/NUMBER, as many as it needs')
    .action(({ company, audience, permissions, without, accounts = [], ...shared }: Open) =>
      ask(
        'administer',
        'client open',
        { company, audience, permissions: listOf(permissions), without: listOf(without), accounts },
        shared,
      ),
    );

  operation(noun, 'show <client>', 'Shows a client and its policies.', 'client show 3b9a…').action(
    (client: string, shared: Shared) => ask('administer', 'client show', { client }, shared),
  );

  operation(
    noun,
    'rotate <client>',
    'Gives a client new secrets, printed once. The old ones count beside them for a while.',
    'client rotate 3b9a… --hours 48 --stage production',
  )
    .option('--hours <hours>', 'for which the old ones still count; 0 ends all of them', wholeNumber, 24)
    .action((client: string, { hours, ...shared }: Shared & { hours: number }) =>
      ask('administer', 'client rotate', { client, hours }, shared),
    );

  operation(
    noun,
    'retire <client>',
    'Ends the old secrets that a rotation has left; for signatures within a minute.',
    'client retire 3b9a…',
  ).action((client: string, shared: Shared) => ask('administer', 'client retire', { client }, shared));

  operation(
    noun,
    'close <client>',
    'Closes a client for good, within a minute, and pauses its webhooks. What it has approved is still paid: freeze it to stop that.',
    'client close 3b9a…',
  ).action((client: string, shared: Shared) => ask('administer', 'client close', { client }, shared));
}
