// npm run admin -- policy: manages a client's permissions on an account.

import type { Command } from 'commander';
import { listIn } from '../../lib/operating/typed-texts.ts';
import { ask, operation, type Shared, withoutMeans } from './operation.ts';

type On = Shared & { client: string; account: string };
type Rights = On & { permissions: string; without: string };

export function addPolicy(program: Command): void {
  const noun = program.command('policy').description('what a client may do on an account: set, end');
  const add = (usage: string, what: string, example: string) =>
    operation(noun, usage, what, example)
      .requiredOption('--client <id>', 'id of the client')
      .requiredOption('--account <account>', 'BRANCH/NUMBER');

  add(
    'set',
    'Sets the permissions of a client on an account, at once. They replace the earlier ones.',
    'policy set --client 3b9a… --account 0001/123456789 --permissions CREATE',
  )
    .requiredOption(
      '--permissions <list>',
      'comma-separated: CREATE, APPROVE, for a person also REFUND, WEBHOOK; "" for none',
    )
    .option('--without <list>', withoutMeans, '')
    .action(({ client, account, permissions, without, ...shared }: Rights) =>
      ask(
        'administer',
        'policy set',
        { client, account, permissions: listIn(permissions), without: listIn(without) },
        shared,
      ),
    );

  add(
    'end',
    'Ends a client’s policy on an account, at once, and pauses its webhooks there.',
    'policy end --client 3b9a… --account 0001/123456789',
  ).action(({ client, account, ...shared }: On) =>
    ask('administer', 'policy end', { client, account }, shared),
  );
}
