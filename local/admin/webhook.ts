// npm run admin -- webhook: where an account's events go.

import type { Command } from 'commander';
import { ask, operation, type Shared, wholeNumber } from './operation.ts';

type About = Shared & { id: number; reason: string };

export function addWebhook(program: Command): void {
  const noun = program.command('webhook').description('where an account’s events go: list, pause, resume');

  operation(
    noun,
    'list',
    'Lists an account’s webhooks: where each leads, which client has set that, and whether it is tried.',
    'webhook list --account 0001/123456789',
  )
    .requiredOption('--account <account>', 'BRANCH/NUMBER')
    .action(({ account, ...shared }: Shared & { account: string }) =>
      ask('administer', 'webhook list', { account }, shared),
    );

  const add = (verb: 'pause' | 'resume', what: string, reason: string) =>
    operation(noun, verb, what, `webhook ${verb} --id 7292262688376 --reason "${reason}"`)
      .requiredOption('--id <webhook>', 'which webhook', wholeNumber)
      .requiredOption('--reason <text>', 'why, for the audit')
      .action(({ id, reason: why, ...shared }: About) =>
        ask('administer', `webhook ${verb}`, { webhook: id, reason: why }, shared),
      );
  add('pause', 'Sends nothing more to a webhook, until an operator resumes it.', 'INC-43: not theirs');
  add(
    'resume',
    'Sends to a webhook again, whatever it was paused for, if the client that set its address may hear.',
    'INC-43: over',
  );
}
