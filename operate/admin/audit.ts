// npm run admin -- audit: shows the audit entries of a subject.

import type { Command } from 'commander';
import { services, subjectKinds } from '../../lib/operating/audit.ts';
import { ask, operation, type Shared, wholeNumber } from './operation.ts';

export function addAudit(program: Command): void {
  operation(
    program,
    'audit <kind> <id>',
    `Lists the actions on a subject, newest first. Kinds: ${subjectKinds.join(', ')}. \`service\` has ${services.join(', ')}: who opened companies, asked about people, listed incidents or networks, and compared the books. \`med\` has people's notes about a case, \`approval\` the proofs.`,
    'audit client 3b9a… --stage production',
  )
    .option('--limit <count>', 'maximum number of entries', wholeNumber, 100)
    .action((kind: string, id: string, { limit, ...shared }: Shared & { limit: number }) =>
      ask('administer', 'audit show', { subject: { kind, id }, limit }, shared),
    );
}
