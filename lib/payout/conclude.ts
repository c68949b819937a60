// Writes what a step has shown: the end of the cashout, or the next try.

import type { Cashout } from '../cashout/cashout.ts';
import type { TransferDeps } from './deps.ts';
import { type Evidence, endCashout } from './end-cashout.ts';
import { type Open, retryLater } from './retry-later.ts';

/** @param cashout with the requests of this run, which are stored with the result */
export const conclude = (deps: TransferDeps, cashout: Cashout, outcome: Open | Evidence): Promise<void> =>
  outcome.kind === 'unknown' ? retryLater(deps, cashout, outcome) : endCashout(deps, cashout, outcome);
