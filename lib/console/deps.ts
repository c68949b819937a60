// Defines the dependencies of the pages of the console.

import type { WithAccess, WithLookups, WithUsers } from '../access/deps.ts';
import type { WithAccounts, WithWatches } from '../account/deps.ts';
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
export type FrameDeps = Base & WithAccess & WithUsers & WithSessions;
/** The dependencies of the pages of a sign-in. */
export type SignInDeps = FrameDeps & WithSignIn & Pick<WithOperating, 'audit'>;
/** The dependencies of pages that only show something. */
export type ReadDeps = FrameDeps &
  WithAccounts &
  WithStatement &
  WithCashouts &
  WithNetworkIds &
  WithMedCases &
  WithBatches &
  WithLists &
  WithParties &
  WithRecoveries &
  Pick<WithOperating, 'audit'>;
/** The dependencies of pages that decide about payments. */
export type ActDeps = FrameDeps &
  WithLookups &
  WithAccounts &
  WithEvents &
  WithPayouts &
  WithCashouts &
  WithOpenTransfers &
  WithMedCases &
  WithIncidents &
  WithNetwork &
  WithPreflights &
  WithRecoveries &
  Pick<WithOperating, 'audit'>;
/** The dependencies of pages about batches. */
export type BatchDeps = FrameDeps &
  WithAccounts &
  WithBatches &
  WithLists &
  WithQueues &
  Pick<WithOperating, 'audit'>;
/** The dependencies of pages that refund received payments. */
export type MoneyBackDeps = FrameDeps &
  WithAccounts &
  WithWatches &
  WithQrCodes &
  WithCashouts &
  WithChargebacks &
  WithMoney &
  WithNetwork &
  Pick<WithOperating, 'audit'>;
/** The dependencies of pages about files. */
export type FileDeps = FrameDeps & WithAccounts & WithExports & WithFiles & WithQueues;
/** The dependencies of pages about webhooks. */
export type WebhookDeps = FrameDeps &
  WithAccounts &
  WithEvents &
  WithWebhooks &
  WithDeliveries &
  WebhookQueues;
/** The dependencies of the page of the sandbox. */
export type SandboxDeps = FrameDeps &
  WithAccounts &
  WithStatement &
  WithQrCodes &
  WithCashouts &
  WithMedCases &
  WithLists &
  WithMoney &
  WithQueues &
  WithSandbox;
