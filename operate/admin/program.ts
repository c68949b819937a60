// Builds the program of npm run admin. The commands of a `noun` are its declared calls (lib/operating/call.ts).

import { Command, CommanderError } from 'commander';
import { addAudit, noun } from './declared.ts';
import { addFreeze } from './freeze.ts';
import { addNetwork } from './network.ts';
import { addPerson } from './person.ts';
import { addReconcile } from './reconcile.ts';
import { addSecrets } from './secrets.ts';
import { tellStage } from './stage-option.ts';

const nouns = [
  noun('company', 'companies'),
  noun('client', 'clients of the API'),
  noun('user', 'users, who are counted in approvals'),
  noun('account', 'accounts'),
  noun('policy', 'what a client may do on an account'),
  noun('rule', 'rules of an account'),
  noun('payee', 'list of payees of an account'),
  noun('key', 'PIX keys of our accounts'),
  noun('cashout', 'cashouts'),
  noun('chargeback', 'chargebacks'),
  noun('payment', 'payments to unknown PIX keys'),
  noun('med', 'reports of fraud about received payments (MED)'),
  noun('incident', 'incidents, which a person must resolve'),
  addPerson,
  noun('webhook', 'webhooks of an account'),
  addFreeze,
  addAudit,
  addNetwork,
  addReconcile,
  noun('synthetic', 'the payment that the stage sends itself over its public address'),
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
