// Defines the port to a PSP's calls for the recovery of a payout that was a fraud (MED with us as the payer). A recovery
// moves no money: what comes back arrives as a return of the payment.

import type { Situation } from '../base/situations.ts';

export type RecoveryOrder = { endToEndId: string; situation: Situation; details: string };

/** The meaning of the PSP's status of a recovery. `open`: it may still change. */
export type RecoveryState = 'open' | 'completed' | 'cancelled';

/** A recovery at the PSP. `status`: the PSP's own word. */
export type TakenRecovery = { kind: 'taken'; id: string; status: string; state: RecoveryState };

/**
 * The PSP's answer about a recovery. `refused`: the PSP did not do what was asked, with its words. `not_found`: the PSP
 * knows no recovery of this payment so far, but an earlier request may still arrive. `unknown` is evidence of nothing.
 */
export type RecoveryAnswer =
  | TakenRecovery
  | { kind: 'refused'; text: string }
  | { kind: 'not_found' }
  | { kind: 'unknown'; ownFault?: string; undocumented?: string };

export type RecoveryPlace = { endToEndId: string; id?: string | undefined };

export type Recoveries = {
  /**
   * Asks for a recovery. The PSP takes one for each payment, so asking again opens no second one. If the payment already
   * has one at the PSP, the answer is that one, or unknown if the PSP does not show it.
   */
  request(order: RecoveryOrder): Promise<RecoveryAnswer>;
  /** Looks up the recovery of a payment, by the PSP's id if it is known. */
  find(place: RecoveryPlace): Promise<RecoveryAnswer>;
  /** Cancels a recovery by the PSP's id. */
  cancel(id: string): Promise<RecoveryAnswer>;
};
