// Defines the dependencies of the operators' calls, except those about freezes.

import type { WithAccess, WithLookups, WithUsers } from '../access/deps.ts';
import type { WithAccounts, WithPixKeys } from '../account/deps.ts';
import type { WithBatches } from '../batch/deps.ts';
import type { WithCashouts, WithNetworkIds } from '../cashout/deps.ts';
import type { WithLists } from '../cashout-list/list-store.ts';
import type { WithChargebacks } from '../chargeback/deps.ts';
import type { WithMoney, WithQueues } from '../incoming/deps.ts';
import type { WithMedCases } from '../med-case/deps.ts';
import type { WithNetwork } from '../network/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithQrCodes } from '../qr-code/deps.ts';
import type { WithSynthetic } from '../synthetic/payer-store.ts';
import type { WithDeliveries, WithEvents, WithWebhooks } from '../webhook/deps.ts';
import type { WithOperating } from './deps.ts';

export type Administering = Base &
  WithAccess &
  WithUsers &
  WithLookups &
  WithAccounts &
  WithPixKeys &
  WithQrCodes &
  WithEvents &
  WithWebhooks &
  WithDeliveries &
  WithCashouts &
  WithNetworkIds &
  WithChargebacks &
  WithMedCases &
  WithOperating &
  WithMoney &
  WithNetwork &
  WithQueues &
  WithLists &
  WithBatches &
  WithSynthetic;
