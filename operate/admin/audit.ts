// npm run admin -- audit: shows the audit entries of a subject.

import type { Command } from 'commander';
import { ask, operation, type Shared, wholeNumber } from './operation.ts';

export function addAudit(program: Command): void {
  operation(
    program,
    'audit <kind> <id>',
    'Lists the actions on an account, client, user, company, key, cashout, chargeback, payment, webhook or incident, newest first. `service companies` lists the opened companies, `service persons` what was asked about people, `service incidents` who listed incidents.',
    'audit client 3b9a… --stage production',
  )
    .option('--limit <count>', 'maximum number of entries', wholeNumber, 100)
    .action((kind: string, id: string, { limit, ...shared }: Shared & { limit: number }) =>
      ask('administer', 'audit show', { subject: { kind, id }, limit }, shared),
    );
}
