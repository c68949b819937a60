// What an operation may use of the world. Each function is given what it names (start.ts); a test passes the same real
// stores with its own clock, ids and network.

import type { Config } from './config.ts';
import type { Ids } from './ids.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Outbound } from './outbound.ts';
import type { NetworkInbox } from './pix/inbox.ts';
import type { PixNetwork } from './pix/network.ts';
import type { PspBooks } from './pix/psp-books.ts';
import type { SandboxNetwork } from './pix/sandbox-network.ts';
import type { Queues } from './queues.ts';
import type { Accounts } from './stores/accounts.ts';
import type { Audit } from './stores/audit.ts';
import type { Books } from './stores/books.ts';
import type { BorderEntries } from './stores/border-entries.ts';
import type { Cashouts } from './stores/cashouts.ts';
import type { ChargebackLedger } from './stores/chargeback-ledger.ts';
import type { Chargebacks } from './stores/chargebacks.ts';
import type { Clients } from './stores/clients.ts';
import type { Directory } from './stores/directory.ts';
import type { Fees } from './stores/fees.ts';
import type { Freezes } from './stores/freezes.ts';
import type { ImposedReturns } from './stores/imposed-returns.ts';
import type { Incidents } from './stores/incidents.ts';
import type { Incoming } from './stores/incoming.ts';
import type { Ledger } from './stores/ledger.ts';
import type { Limits } from './stores/limits.ts';
import type { Markers } from './stores/markers.ts';
import type { MedCases } from './stores/med-cases.ts';
import type { OpenTransfers } from './stores/open-transfers.ts';
import type { OpenWorkIndex } from './stores/open-work-index.ts';
import type { PixKeys } from './stores/pix-keys.ts';
import type { QrCodes } from './stores/qr-codes.ts';
import type { Statement } from './stores/statement.ts';
import type { Tenants } from './stores/tenants.ts';
import type { Users } from './stores/users.ts';
import type { WaitingPayments } from './stores/waiting-payments.ts';
import type { Tokens } from './tokens.ts';
import type { Deliveries } from './webhook/delivery-store.ts';
import type { Events } from './webhook/event-store.ts';
import type { SlowAttempts } from './webhook/slow-attempt-store.ts';
import type { Webhooks } from './webhook/webhook-store.ts';

/** What also a function has that reads nothing. */
export type Base = {
  config: Config;
  /** The current time. Everything that depends on time asks here. */
  now: () => Date;
  /** Waits before a contended write is tried again. */
  pause: (milliseconds: number) => Promise<void>;
  ids: Ids;
  log: Log;
  metrics: Metrics;
};

/** What every function has that knows the tables. */
export type Core = Base & {
  tokens: Tokens;
  clients: Clients;
  limits: Limits;
  tenants: Tenants;
  users: Users;
  accounts: Accounts;
  directory: Directory;
  pixKeys: PixKeys;
  freezes: Freezes;
  audit: Audit;
  cashouts: Cashouts;
  openTransfers: OpenTransfers;
  ledger: Ledger;
  incoming: Incoming;
  imposedReturns: ImposedReturns;
  waitingPayments: WaitingPayments;
  statement: Statement;
  events: Events;
  qrCodes: QrCodes;
  medCases: MedCases;
  chargebacks: Chargebacks;
  chargebackLedger: ChargebackLedger;
  openWork: OpenWorkIndex;
  webhooks: Webhooks;
  deliveries: Deliveries;
  slowAttempts: SlowAttempts;
  incidents: Incidents;
  markers: Markers;
  fees: Fees;
  borderEntries: BorderEntries;
  books: Books;
};

export type WithQueues = { queues: Queues };

/** Calls to addresses that strangers chose. */
export type WithOutbound = { outbound: Outbound };

export type WithNetwork = { network: PixNetwork };

/** What a PSP lists; absent where none is configured. */
export type WithInbox = { inbox?: NetworkInbox };

/** What a PSP has on its books; absent where none is configured. */
export type WithPspBooks = { pspBooks?: PspBooks };

/** The network's own side of the sandbox; absent where a real network is configured. */
export type WithSandbox = { sandbox?: SandboxNetwork };

/** All of it. */
export type Deps = Core & WithQueues & WithOutbound & WithNetwork & WithInbox & WithPspBooks & WithSandbox;
