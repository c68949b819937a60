// Makes the stores that only some functions use. Each function makes its own stores, so its bundle contains no others.

import { makeBatches } from '../batch/batch-store.ts';
import type { WithBatches } from '../batch/deps.ts';
import type { WithLists } from '../cashout-list/list-store.ts';
import { makeCashoutLists } from '../cashout-list/list-store.ts';
import { makeChargebackLedger } from '../chargeback/chargeback-ledger-store.ts';
import type { WithProposals } from '../desk/deps.ts';
import { makeProposals } from '../desk/proposal-store.ts';
import type { WithExports, WithParties } from '../export/deps.ts';
import { makeExports } from '../export/export-store.ts';
import { makeFreezes } from '../freeze/freeze-store.ts';
import type { WithRecoveries } from '../funds-recovery/deps.ts';
import { makeRecoveryRows } from '../funds-recovery/recovery-store.ts';
import { makeIncidents } from '../incident/incident-store.ts';
import type { WithListMarks, WithMoney } from '../incoming/deps.ts';
import { makeFees } from '../incoming/fee-store.ts';
import { makeImposedReturns } from '../incoming/imposed-return-store.ts';
import { makeIncoming } from '../incoming/incoming-store.ts';
import { makeListMarks } from '../incoming/list-mark-store.ts';
import { makeWaitingPayments } from '../incoming/waiting-payment-store.ts';
import type { WithPspRows } from '../network/deps.ts';
import { makePspRows } from '../network/psp-row-store.ts';
import { makeSharedBuckets } from '../network/shared-bucket-store.ts';
import { makeAudit } from '../operating/audit-store.ts';
import { makeCompanies } from '../operating/company-store.ts';
import type { WithOperating } from '../operating/deps.ts';
import { makeStatements } from '../operating/statement-store.ts';
import { makeLedger } from '../payout/ledger-store.ts';
import type { WithPersons } from '../person/deps.ts';
import { makeHoldings } from '../person/holding-store.ts';
import { makeTrails } from '../person/trail-store.ts';
import { makeBacklogSlots } from '../platform/backlog-slots.ts';
import type { WithBacklogs, WithFiles } from '../platform/deps.ts';
import { fileClient, makeFiles } from '../platform/files.ts';
import { makeMarkers } from '../platform/marker-store.ts';
import type { WithPreflights } from '../preflight/preflight-store.ts';
import { makePreflights } from '../preflight/preflight-store.ts';
import { makeHolders } from '../receipt/holder-store.ts';
import { makeParties } from '../receipt/party-store.ts';
import type { WithHolders, WithReceipts } from '../receipt/sign-receipt.ts';
import { makeSignReceipt } from '../receipt/sign-receipt.ts';
import { makeBooks } from '../reconciliation/book-store.ts';
import { makeBorderEntries } from '../reconciliation/border-entry-store.ts';
import type { WithBooks } from '../reconciliation/deps.ts';
import { makeDirectory } from '../reconciliation/directory-store.ts';
import { makeOpenWorkIndex } from '../reconciliation/open-work-index-store.ts';
import { makeListedPayees } from '../rules/listed-payee-store.ts';
import type { WithSessions, WithSignIn } from '../sign-in/deps.ts';
import { makePasskeys } from '../sign-in/passkey-store.ts';
import { makeProvider } from '../sign-in/provider.ts';
import { makeSessions } from '../sign-in/session-store.ts';
import { makeSubjects } from '../sign-in/subject-store.ts';
import { makeSynthetic, type WithSynthetic } from '../synthetic/payer-store.ts';
import type { Runtime } from './runtime.ts';

export const withListMarks = ({ db }: Runtime): WithListMarks => ({ listMarks: makeListMarks(db) });

/** Makes the stores of recoveries of payouts, and of the incidents about them. */
export const withRecoveries = ({ db }: Runtime): WithRecoveries => ({
  recoveries: makeRecoveryRows(db),
  incidents: makeIncidents(db),
});

export const withSynthetic = ({ db }: Runtime): WithSynthetic => ({ synthetic: makeSynthetic(db) });

/** Makes the stores that post money. */
export function withMoney({ db, now, watches }: Runtime): WithMoney {
  return {
    ledger: makeLedger(db, now, watches),
    incoming: makeIncoming(db, now),
    imposedReturns: makeImposedReturns(db, now),
    waitingPayments: makeWaitingPayments(db),
    chargebackLedger: makeChargebackLedger(db, now),
    fees: makeFees(db, now),
    markers: makeMarkers(db),
    incidents: makeIncidents(db),
    ...withPspRows({ db }),
  };
}

/** Makes the store of what is known of each PSP. */
export const withPspRows = ({ db }: Pick<Runtime, 'db'>): WithPspRows => ({
  pspRows: makePspRows(db),
  buckets: makeSharedBuckets(db),
});

/** Makes the stores of reconciliation. */
export function withBooks({ db }: Runtime): WithBooks {
  return {
    directory: makeDirectory(db),
    openWork: makeOpenWorkIndex(db),
    borderEntries: makeBorderEntries(db),
    books: makeBooks(db),
  };
}

export const withBacklogs = ({ db }: Runtime): WithBacklogs => ({ backlogSlots: makeBacklogSlots(db) });

export const withLists = ({ db }: Runtime): WithLists => ({
  cashoutLists: makeCashoutLists(db),
  ...withPspRows({ db }),
});

export const withPreflights = ({ db }: Runtime): WithPreflights => ({
  preflights: makePreflights(db),
  ...withPspRows({ db }),
});

/** Makes the store that reads the parties of entries. */
export const withParties = ({ db }: Runtime): WithParties => ({ parties: makeParties(db) });

export const withReceipts = ({ db, config }: Runtime): WithReceipts => ({
  holders: makeHolders(db),
  signReceipt: makeSignReceipt(config),
});

export const withHolders = ({ db }: Runtime): WithHolders => ({ holders: makeHolders(db) });

/** Makes the stores that find and blank a person's data. */
export const withPersons = ({ db }: Runtime): WithPersons => ({
  holdings: makeHoldings(db),
  trails: makeTrails(db),
});

/** Makes the stores of the console's sessions, and of its people and their passkeys. */
export const withSessions = ({ db }: Runtime): WithSessions => ({
  sessions: makeSessions(db),
  subjects: makeSubjects(db),
  passkeys: makePasskeys(db),
});

/** Makes the same stores as `withSessions`, and the client of the provider at which people sign in. */
export const withSignIn = (runtime: Runtime): WithSignIn => ({
  ...withSessions(runtime),
  provider: (runtime.world.makeProvider ?? makeProvider)(runtime.config),
});

export const withBatches = ({ db }: Runtime): WithBatches => ({ batches: makeBatches(db) });

export const withExports = ({ db }: Runtime): WithExports => ({ exports: makeExports(db) });

/** Makes the store of files in S3. */
export const withFiles = ({ config, world }: Runtime): WithFiles => ({
  files: makeFiles(world.s3 ?? fileClient(config), config),
});

/** Makes only the store of the audit, for functions that write to the audit but do not act for operators. */
export const withAudit = ({ db }: Runtime): Pick<WithOperating, 'audit'> => ({ audit: makeAudit(db) });

/** Makes the store of changes that operators have proposed. */
export const withProposals = ({ db }: Runtime): WithProposals => ({ proposals: makeProposals(db) });

/** Makes the stores of operators' actions. */
export function withOperating({ db }: Runtime): WithOperating {
  return {
    companies: makeCompanies(db),
    freezes: makeFreezes(db),
    audit: makeAudit(db),
    statements: makeStatements(db),
    listedPayees: makeListedPayees(db),
    subjects: makeSubjects(db),
    passkeys: makePasskeys(db),
    requireShown: () => {},
  };
}
