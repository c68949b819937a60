// Defines the dependencies of the pages of the console.

import type { WithAccess, WithLookups, WithUsers } from '../access/deps.ts';
import type { WithAccounts, WithPixKeys, WithWatches } from '../account/deps.ts';
import type { WithBatches } from '../batch/deps.ts';
import type { WithCashouts, WithNetworkIds, WithOpenTransfers } from '../cashout/deps.ts';
import type { WithLists } from '../cashout-list/list-store.ts';
import type { WithChargebacks } from '../chargeback/deps.ts';
import type { WithExports, WithParties } from '../export/deps.ts';
import type { WithRecoveries } from '../funds-recovery/deps.ts';
import type { WithMoney, WithQueues } from '../incoming/deps.ts';
import type { WithStatement } from '../ledger/deps.ts';
import type { WithIncidents, WithMedCases } from '../med-case/deps.ts';
import type { WithNetwork } from '../network/deps.ts';
import type { WithOperating } from '../operating/deps.ts';
import type { Base, WithFiles } from '../platform/deps.ts';
import type { WithPreflights } from '../preflight/preflight-store.ts';
import type { WithQrCodes } from '../qr-code/deps.ts';
import type { WithPayouts } from '../rules/deps.ts';
import type { WithSandbox } from '../sandbox/sandbox-network.ts';
import type { WithSessions, WithSignIn } from '../sign-in/deps.ts';
import type {
  WithQueues as WebhookQueues,
  WithDeliveries,
  WithEvents,
  WithWebhooks,
} from '../webhook/deps.ts';

/** The dependencies of every page. */
export type FrameDeps = Base &
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
  WithMedCases &
  WithSessions;
/** The dependencies of the pages of a sign-in. */
export type SignInDeps = FrameDeps & WithSignIn & Pick<WithOperating, 'audit'>;
/** The dependencies of pages that only show something. */
export type ReadDeps = FrameDeps &
  WithBatches &
  WithLists &
  WithParties &
  WithRecoveries &
  Pick<WithOperating, 'audit'>;
/** The dependencies of pages that decide about payments. */
export type ActDeps = FrameDeps &
  WithIncidents &
  WithNetwork &
  WithPreflights &
  WithRecoveries &
  Pick<WithOperating, 'audit'>;
/** The dependencies of pages about batches. */
export type BatchDeps = FrameDeps & WithBatches & WithQueues & Pick<WithOperating, 'audit'>;
/** The dependencies of pages that refund received payments. */
export type MoneyBackDeps = FrameDeps & WithMoney & WithNetwork & Pick<WithOperating, 'audit'>;
/** The dependencies of pages about files. */
export type FileDeps = FrameDeps & WithExports & WithFiles & WithQueues;
/** The dependencies of pages about webhooks. */
export type WebhookDeps = FrameDeps & WebhookQueues;
/** The dependencies of the page of the sandbox. */
export type SandboxDeps = FrameDeps & WithLists & WithMoney & WithQueues & WithSandbox;
