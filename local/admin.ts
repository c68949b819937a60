// npm run admin: what operating the service needs from a terminal. A noun each, in admin/; a new one is added below.

import { Command, CommanderError } from 'commander';
import { addAccount } from './admin/account.ts';
import { addAudit } from './admin/audit.ts';
import { addClient } from './admin/client.ts';
import { addCompany } from './admin/company.ts';
import { addFreeze } from './admin/freeze.ts';
import { addKey } from './admin/key.ts';
import { addNetwork } from './admin/network.ts';
import { addPayment } from './admin/payment.ts';
import { addPolicy } from './admin/policy.ts';
import { addReconcile } from './admin/reconcile.ts';
import { addSecrets } from './admin/secrets.ts';

const nouns = [
  addCompany,
  addClient,
  addAccount,
  addPolicy,
  addKey,
  addPayment,
  addFreeze,
  addAudit,
  addNetwork,
  addReconcile,
  addSecrets,
];

const program = new Command('npm run admin --')
  .description('Operates a stage of the service: whom it serves, and what it pays.')
  .exitOverride()
  .showHelpAfterError('--help lists the options.')
  .addHelpText(
    'after',
    `
Each command explains itself: npm run admin -- client rotate --help
What is asked, and what came of it, is in the audit: npm run admin -- audit client ID

Exit codes: 0 done, 1 refused, 2 wrongly asked, 3 nobody knows (the audit may).`,
  );
for (const add of nouns) add(program);

program.parseAsync().catch((error) => {
  const isHelp = error instanceof CommanderError && error.exitCode === 0;
  process.exitCode = isHelp ? 0 : 2;
  // What commander has to say it has said already.
  if (!(error instanceof CommanderError))
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
});
