// Takes the next step of a cashout, whichever that is.

import { isForWorkers } from '../cashout/schedule.ts';
import type { Refusal } from '../network/port.ts';
import { completeTransfer } from './complete-transfer.ts';
import type { TransferDeps } from './deps.ts';
import { startScheduled } from './start-scheduled.ts';

/** @param told the reason that the PSP's callback gives for a failed payment */
export async function takeStep(deps: TransferDeps, id: number, told?: Refusal): Promise<void> {
  const cashout = await deps.cashouts.get(id);
  if (cashout?.status === 'PROCESSING') return completeTransfer(deps, cashout, told);
  // Other cashouts need no work: no other NEW cashout may be paid, and an ended transfer is finished.
  if (cashout && isForWorkers(cashout)) return startScheduled(deps, cashout);
}
