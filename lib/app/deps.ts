// Lists all dependencies of operations. A function gets only the dependencies that it names (start.ts).

import type { WithAccess, WithLookups, WithUsers } from '../access/deps.ts';
import type { WithAccounts, WithPixKeys, WithWatches } from '../account/deps.ts';
import type { WithBatches } from '../batch/deps.ts';
import type { WithCashouts, WithNetworkIds, WithOpenTransfers } from '../cashout/deps.ts';
import type { WithLists } from '../cashout-list/list-store.ts';
import type { WithChargebacks } from '../chargeback/deps.ts';
import type { WithProposals } from '../desk/deps.ts';
import type { WithExports, WithParties } from '../export/deps.ts';
import type { WithRecoveries } from '../funds-recovery/deps.ts';
import type { WithListMarks, WithMoney, WithQueues } from '../incoming/deps.ts';
import type { WithStatement } from '../ledger/deps.ts';
import type { WithMedCases } from '../med-case/deps.ts';
import type { WithBalances, WithInbox, WithNetwork, WithPspBooks, WithPspSecret } from '../network/deps.ts';
import type { WithOperating } from '../operating/deps.ts';
import type { WithPersons } from '../person/deps.ts';
import type { Base, WithBacklogs, WithFiles, WithOutbound } from '../platform/deps.ts';
import type { WithPreflights } from '../preflight/preflight-store.ts';
import type { WithQrCodes } from '../qr-code/deps.ts';
import type { WithReceipts } from '../receipt/sign-receipt.ts';
import type { WithBooks } from '../reconciliation/deps.ts';
import type { WithPayouts } from '../rules/deps.ts';
import type { WithSandbox } from '../sandbox/sandbox-network.ts';
import type { WithSignIn } from '../sign-in/deps.ts';
import type { WithSynthetic } from '../synthetic/payer-store.ts';
import type { WithDeliveries, WithEvents, WithWebhooks } from '../webhook/deps.ts';

/** The dependencies that every function with tables has. */
export type Core = Base &
  WithAccess &
  WithUsers &
  WithLookups &
  WithAccounts &
  WithPixKeys &
  WithWatches &
  WithStatement &
  WithQrCodes &
  WithEvents &
  WithWebhooks &
  WithDeliveries &
  WithPayouts &
  WithCashouts &
  WithNetworkIds &
  WithOpenTransfers &
  WithChargebacks &
  WithMedCases;

export type Deps = Core &
  WithMoney &
  WithLists &
  WithPreflights &
  WithReceipts &
  WithParties &
  WithBooks &
  WithOperating &
  WithProposals &
  WithPersons &
  WithExports &
  WithBatches &
  WithFiles &
  WithQueues &
  WithBacklogs &
  WithOutbound &
  WithNetwork &
  WithInbox &
  WithPspBooks &
  WithBalances &
  WithPspSecret &
  WithSandbox &
  WithSignIn &
  WithListMarks &
  WithRecoveries &
  WithSynthetic;
