// npm run admin -- user: manages users, the people or programs for which clients act.

import type { Command } from 'commander';
import { ask, operation, type Shared } from './operation.ts';

type Named = Shared & { name: string; email?: string };

export function addUser(program: Command): void {
  const noun = program.command('user').description('users, who are counted in approvals: show, name, close');

  operation(noun, 'show <user>', 'Shows a user with its clients and rights.', 'user show 0c8f…').action(
    (user: string, shared: Shared) => ask('administer', 'user show', { user }, shared),
  );

  operation(
    noun,
    'name <user>',
    'Names a user. Lists and timelines show the new name within a minute. Earlier approvals keep the earlier name.',
    'user name 0c8f… --name "Ana Lima" --email ana@example.com',
  )
    .requiredOption('--name <name>', 'name of the user')
    .option('--email <address>', 'e-mail address of the user; without this option, the user has none')
    .action((user: string, { name, email, ...shared }: Named) =>
      ask('administer', 'user name', { user, name, email }, shared),
    );

  operation(
    noun,
    'close <user>',
    'Closes every client of a user permanently, within a minute, and pauses their webhooks. Lists what waits for another approval now. Cashouts with all their approvals are still paid; freeze one of its clients first to stop them.',
    'user close 0c8f…',
  ).action((user: string, shared: Shared) => ask('administer', 'user close', { user }, shared));
}
