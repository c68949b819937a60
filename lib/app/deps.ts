// The dependencies of operations. Each function gets those that it names (start.ts); a test passes the same
// real stores with its own clock, ids and network.

import type { Clients } from '../access/client-store.ts';
import type { Limits } from '../access/limit-store.ts';
import type { Lookups } from '../access/lookup-store.ts';
import type { Tokens } from '../access/tokens.ts';
import type { Users } from '../access/user-store.ts';
import type { Accounts } from '../account/account-store.ts';
import type { PixKeys } from '../account/pix-key-store.ts';
import type { Watches } from '../account/watch-store.ts';
import type { Ids } from '../base/ids.ts';
import type { Cashouts } from '../cashout/cashout-store.ts';
import type { OpenTransfers } from '../cashout/open-transfer-store.ts';
import type { CashoutLists } from '../cashout-list/list-store.ts';
import type { ChargebackLedger } from '../chargeback/chargeback-ledger-store.ts';
import type { Chargebacks } from '../chargeback/chargeback-store.ts';
import type { Exports } from '../export/export-store.ts';
import type { Freezes } from '../freeze/freeze-store.ts';
import type { Incidents } from '../incident/incident-store.ts';
import type { Fees } from '../incoming/fee-store.ts';
import type { ImposedReturns } from '../incoming/imposed-return-store.ts';
import type { Incoming } from '../incoming/incoming-store.ts';
import type { WaitingPayments } from '../incoming/waiting-payment-store.ts';
import type { Statement } from '../ledger/statement-store.ts';
import type { MedCases } from '../med-case/med-case-store.ts';
import type { NetworkInbox } from '../network/inbox.ts';
import type { PixNetwork } from '../network/port.ts';
import type { PspBooks } from '../network/psp-books.ts';
import type { ReadSecret } from '../network/psp-client.ts';
import type { Audit } from '../operating/audit-store.ts';
import type { Companies } from '../operating/company-store.ts';
import type { Ledger } from '../payout/ledger-store.ts';
import type { Holdings } from '../person/holding-store.ts';
import type { Trails } from '../person/trail-store.ts';
import type { BacklogSlots } from '../platform/backlog-slots.ts';
import type { Config } from '../platform/config.ts';
import type { Files } from '../platform/files.ts';
import type { Log } from '../platform/log.ts';
import type { Markers } from '../platform/marker-store.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Outbound } from '../platform/outbound.ts';
import type { Traces } from '../platform/traces.ts';
import type { Preflights } from '../preflight/preflight-store.ts';
import type { QrCodes } from '../qr-code/qr-code-store.ts';
import type { Holders } from '../receipt/holder-store.ts';
import type { Parties } from '../receipt/party-store.ts';
import type { SignReceipt } from '../receipt/sign-receipt.ts';
import type { Books } from '../reconciliation/book-store.ts';
import type { BorderEntries } from '../reconciliation/border-entry-store.ts';
import type { Directory } from '../reconciliation/directory-store.ts';
import type { OpenWorkIndex } from '../reconciliation/open-work-index-store.ts';
import type { ListedPayees } from '../rules/listed-payee-store.ts';
import type { Payouts } from '../rules/payout-store.ts';
import type { Canaries } from '../sandbox/canary-store.ts';
import type { SandboxNetwork } from '../sandbox/sandbox-network.ts';
import type { Deliveries } from '../webhook/delivery-store.ts';
import type { Events } from '../webhook/event-store.ts';
import type { FeedChecks } from '../webhook/feed-check-store.ts';
import type { SlowAttempts } from '../webhook/slow-attempt-store.ts';
import type { Webhooks } from '../webhook/webhook-store.ts';
import type { Queues } from './queues.ts';

/** What every function has, even one that reads no table. */
export type Base = {
  config: Config;
  /** The current time. Everything that depends on time asks here. */
  now: () => Date;
  /** Waits before a contended write is tried again. */
  pause: (milliseconds: number) => Promise<void>;
  ids: Ids;
  log: Log;
  metrics: Metrics;
  /** Absent where nothing is traced. */
  traces?: Traces | undefined;
};

/** What every function that reads the tables has. A store that few functions need is in one of the groups below. */
export type Core = Base & {
  tokens: Tokens;
  clients: Clients;
  limits: Limits;
  lookups: Lookups;
  users: Users;
  accounts: Accounts;
  pixKeys: PixKeys;
  watches: Watches;
  cashouts: Cashouts;
  openTransfers: OpenTransfers;
  payouts: Payouts;
  statement: Statement;
  events: Events;
  feedChecks: FeedChecks;
  qrCodes: QrCodes;
  medCases: MedCases;
  chargebacks: Chargebacks;
  webhooks: Webhooks;
  deliveries: Deliveries;
  slowAttempts: SlowAttempts;
};

/** The stores that post money, and what a posting may leave behind. */
export type WithMoney = {
  ledger: Ledger;
  incoming: Incoming;
  imposedReturns: ImposedReturns;
  waitingPayments: WaitingPayments;
  chargebackLedger: ChargebackLedger;
  fees: Fees;
  markers: Markers;
  incidents: Incidents;
};

/** What lists of cashouts are read from. */
export type WithLists = { cashoutLists: CashoutLists };

/** What a preflight reads. */
export type WithPreflights = { preflights: Preflights };

/** Who the other party of an entry is. */
export type WithParties = { parties: Parties };

/** What receipts are made from, besides the cashout. */
export type WithReceipts = { holders: Holders; signReceipt: SignReceipt };

/** What reconciliation reads and keeps. */
export type WithBooks = {
  directory: Directory;
  openWork: OpenWorkIndex;
  borderEntries: BorderEntries;
  books: Books;
};

/** What only operators change. */
export type WithOperating = {
  companies: Companies;
  freezes: Freezes;
  audit: Audit;
  listedPayees: ListedPayees;
};

/** What finds and blanks the data of a person. */
export type WithPersons = { holdings: Holdings; trails: Trails };

/** The exports of statements. */
export type WithExports = { exports: Exports };

/** The files in S3. */
export type WithFiles = { files: Files };

export type WithQueues = { queues: Queues };

export type WithBacklogs = { backlogSlots: BacklogSlots };

/** Calls to addresses that others chose: webhooks, and the charges of dynamic codes. */
export type WithOutbound = { outbound: Outbound };

export type WithNetwork = { network: PixNetwork };

/** What a PSP lists; absent where none is configured. */
export type WithInbox = { inbox?: NetworkInbox };

/** Our certificate and credentials at the PSP; absent where none is configured. */
export type WithPspSecret = { readSecret?: ReadSecret };

/** A PSP's statements and balances; absent where none is configured. */
export type WithPspBooks = { pspBooks?: PspBooks };

/** The company of the canary, which is there only with a sandbox. */
export type WithCanary = { canaries: Canaries };

/** The network's own side of the sandbox; absent where a real network is configured. */
export type WithSandbox = { sandbox?: SandboxNetwork };

export type Deps = Core &
  WithMoney &
  WithLists &
  WithPreflights &
  WithReceipts &
  WithParties &
  WithBooks &
  WithOperating &
  WithPersons &
  WithExports &
  WithFiles &
  WithQueues &
  WithBacklogs &
  WithOutbound &
  WithNetwork &
  WithInbox &
  WithPspBooks &
  WithPspSecret &
  WithCanary &
  WithSandbox;
