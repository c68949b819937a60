// npm run admin -- webhook: manages the receivers of an account's events.

import type { Command } from 'commander';
import { ask, operation, type Shared, wholeNumber } from './operation.ts';

type About = Shared & { id: number; reason: string };

export function addWebhook(program: Command): void {
  const noun = program.command('webhook').description('webhooks of an account: list, pause, resume');

  operation(
    noun,
    'list',
    'Lists the webhooks of an account: address, the client that set it, and status.',
    'webhook list --account 0001/123456789',
  )
    .requiredOption('--account <account>', 'BRANCH/NUMBER')
    .action(({ account, ...shared }: Shared & { account: string }) =>
      ask('administer', 'webhook list', { account }, shared),
    );

  const add = (verb: 'pause' | 'resume', what: string, reason: string) =>
    operation(noun, verb, what, `webhook ${verb} --id 7292262688376 --reason "${reason}"`)
      .requiredOption('--id <webhook>', 'id of the webhook', wholeNumber)
      .requiredOption('--reason <text>', 'reason, for the audit')
      .action(({ id, reason: why, ...shared }: About) =>
        ask('administer', `webhook ${verb}`, { webhook: id, reason: why }, shared),
      );
  add('pause', 'Pauses a webhook until an operator resumes it.', 'INC-43: not theirs');
  add(
    'resume',
    'Resumes a webhook, whatever paused it. The client that set its address must have a right to the account.',
    'INC-43: over',
  );
}
