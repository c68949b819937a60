// npm run admin -- policy: what a client may do on an account.

import type { Command } from 'commander';
import { ask, listOf, operation, type Shared } from './operation.ts';

type On = Shared & { client: string; account: string };

export function addPolicy(program: Command): void {
  const noun = program.command('policy').description('what a client may do on an account: set, end');
  const add = (usage: string, what: string, example: string) =>
    operation(noun, usage, what, example)
      .requiredOption('--client <id>', 'whose policy it is')
      .requiredOption('--account <account>', 'BRANCH/NUMBER');

  add(
    'set',
    'Lets a client do that on an account, and nothing else, at once. None: it may look.',
    'policy set --client 3b9a… --account 0001/123456789 --permissions CREATE',
  )
    .requiredOption('--permissions <list>', 'CREATE, APPROVE, both with a comma between, or ""')
    .action(({ client, account, permissions, ...shared }: On & { permissions: string }) =>
      ask('administer', 'policy set', { client, account, permissions: listOf(permissions) }, shared),
    );

  add(
    'end',
    'Ends a client’s policy on an account, at once.',
    'policy end --client 3b9a… --account 0001/123456789',
  ).action(({ client, account, ...shared }: On) =>
    ask('administer', 'policy end', { client, account }, shared),
  );
}
