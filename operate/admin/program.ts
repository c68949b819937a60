// Builds the program of npm run admin. Each noun has a file. To add a noun, add its file to the list below.

import { Command, CommanderError } from 'commander';
import { addAccount } from './account.ts';
import { addAudit } from './audit.ts';
import { addCashout } from './cashout.ts';
import { addChargeback } from './chargeback.ts';
import { addClient } from './client.ts';
import { addCompany } from './company.ts';
import { addFreeze } from './freeze.ts';
import { addIncident } from './incident.ts';
import { addKey } from './key.ts';
import { addMed } from './med.ts';
import { addNetwork } from './network.ts';
import { addPayee } from './payee.ts';
import { addPayment } from './payment.ts';
import { addPerson } from './person.ts';
import { addPolicy } from './policy.ts';
import { addReconcile } from './reconcile.ts';
import { addRule } from './rule.ts';
import { addSecrets } from './secrets.ts';
import { tellStage } from './stage-option.ts';
import { addSynthetic } from './synthetic.ts';
import { addUser } from './user.ts';
import { addWebhook } from './webhook.ts';

const nouns = [
  addCompany,
  addClient,
  addUser,
  addAccount,
  addPolicy,
  addRule,
  addPayee,
  addKey,
  addCashout,
  addChargeback,
  addPayment,
  addMed,
  addIncident,
  addPerson,
  addWebhook,
  addFreeze,
  addAudit,
  addNetwork,
  addReconcile,
  addSynthetic,
  addSecrets,
];

/** Runs a command, prints its result, and sets the exit code. */
export async function runAdmin(words: readonly string[]): Promise<void> {
  const program = makeProgram();
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    const isHelp = error instanceof CommanderError && error.exitCode === 0;
    process.exitCode = isHelp ? 0 : 2;
    // Commander has already printed a message about its own errors.
    if (!(error instanceof CommanderError))
      process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  }
}

/** Returns the program with all nouns, commands and options. */
export function makeProgram(): Command {
  const program = new Command('npm run admin --')
    .description('Operates a stage of the service: companies, clients, accounts and payouts.')
    .exitOverride()
    .showHelpAfterError('--help lists the options.')
    .hook('preAction', (_, command) => tellStage(command))
    .addHelpText(
      'after',
      `
Each command has its own help: npm run admin -- client rotate --help
The audit has each action and its result: npm run admin -- audit client ID
The stage is that of --stage, or of STAGE in the environment, or the local one.

Exit codes: 0 done, 1 refused, 2 invalid input, 3 unknown outcome (see the audit).`,
    );
  for (const add of nouns) add(program);
  return program;
}
