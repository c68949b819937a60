// Writes what a step has shown: the end of the cashout, or the next try.

import type { WithLookups } from '../access/deps.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { WithCashouts, WithNetworkIds } from '../cashout/deps.ts';
import type { WithNetwork } from '../network/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithQrCodes } from '../qr-code/deps.ts';
import type { WithQueues } from '../webhook/deps.ts';
import type { WithMoney } from './deps.ts';
import { type Evidence, endCashout } from './end-cashout.ts';
import { type Open, retryLater } from './retry-later.ts';

type Deps = Base &
  WithLookups &
  WithQrCodes &
  WithCashouts &
  WithNetworkIds &
  WithMoney &
  WithNetwork &
  WithQueues;

/** @param cashout with the requests of this run, which are stored with the result */
export const conclude = (deps: Deps, cashout: Cashout, outcome: Open | Evidence): Promise<void> =>
  outcome.kind === 'unknown' ? retryLater(deps, cashout, outcome) : endCashout(deps, cashout, outcome);
