// npm run admin -- client: manages the clients of the API.

import type { Command } from 'commander';
import { listIn } from '../../lib/operating/typed-texts.ts';
import { ask, operation, requireOne, type Shared, wholeNumber, withoutMeans } from './operation.ts';

type Open = Shared & {
  company: string;
  audience: string;
  permissions?: string;
  user?: string;
  name?: string;
  email?: string;
  subject?: string;
  without: string;
  roams: boolean;
  accounts?: string[];
};

export function addClient(program: Command): void {
  const noun = program
    .command('client')
    .description('clients of the API: open, list, show, rotate, retire, close');

  operation(
    noun,
    'open',
    'Opens a client with a new user, or another client of an existing user. Its secrets are printed only once.',
    'client open --company 7f1c… --name "Ana Lima" --permissions CREATE,APPROVE --accounts 0001/123456789',
  )
    .requiredOption('--company <id>', 'id of the company that owns the client')
    .option(
      '--permissions <list>',
      'comma-separated permissions of a new user: CREATE, APPROVE, for a person also REFUND, WEBHOOK; "" for none',
    )
    .option('--user <id>', 'existing user of the company; the new client gets its rights')
    .option('--name <name>', 'name of a new user, which approvals, lists and timelines show')
    .option('--email <address>', 'e-mail address of a new user')
    .option('--without <list>', withoutMeans, '')
    .option(
      '--audience <audience>',
      'api, web (for /create-manual-transfer), console (for a person) or desk (for an operator)',
      'api',
    )
    .option(
      '--subject <id>',
      'id of a person at the identity provider; without this option, an invitation is printed',
    )
    .option(
      '--roams',
      'its addresses change all the time, so a new one tells nobody of a stolen secret',
      false,
    )
    .option('--accounts <account...>', 'accounts to which the permissions apply: BRANCH/NUMBER …')
    .action(
      ({
        company,
        audience,
        subject,
        permissions,
        user,
        name,
        email,
        without,
        roams,
        accounts,
        ...shared
      }: Open) => {
        requireOne({ '--permissions': permissions, '--user': user });
        const rights = {
          permissions: listIn(permissions ?? ''),
          without: listIn(without),
          accounts: accounts?.flatMap(listIn),
        };
        return ask(
          'administer',
          'client open',
          { company, audience, subject, user, name, email, roams, ...rights },
          shared,
        );
      },
    );

  operation(
    noun,
    'list',
    'Lists the clients of a company, with the number of accounts on which each has a right.',
    'client list --company 7f1c…',
  )
    .requiredOption('--company <id>', 'id of the company')
    .action(({ company, ...shared }: Shared & { company: string }) =>
      ask('administer', 'client list', { company }, shared),
    );

  operation(noun, 'show <client>', 'Shows a client and its policies.', 'client show 3b9a…').action(
    (client: string, shared: Shared) => ask('administer', 'client show', { client }, shared),
  );

  operation(
    noun,
    'rotate <client>',
    'Gives a client new secrets, which are printed once. The old secrets stay valid for a while.',
    'client rotate 3b9a… --hours 48 --stage production',
  )
    .option('--hours <hours>', 'how long the old secrets stay valid; 0 ends them at once', wholeNumber, 24)
    .action((client: string, { hours, ...shared }: Shared & { hours: number }) =>
      ask('administer', 'client rotate', { client, hours }, shared),
    );

  operation(
    noun,
    'retire <client>',
    'Ends the old secrets that are still valid after a rotation. For signatures this takes up to a minute.',
    'client retire 3b9a…',
  ).action((client: string, shared: Shared) => ask('administer', 'client retire', { client }, shared));

  operation(
    noun,
    'close <client>',
    'Closes a client permanently, within a minute, and pauses its webhooks. Lists what waits for another approval now, if its user has no other client. Cashouts with all their approvals are still paid; freeze the client to stop them.',
    'client close 3b9a…',
  ).action((client: string, shared: Shared) => ask('administer', 'client close', { client }, shared));
}
