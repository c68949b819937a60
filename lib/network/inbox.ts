// Defines the lists of a PSP over a time range: received payments, returns, and reports. They are used to find events
// whose callbacks were lost.

import type { MedReported } from './event.ts';
import type { Devolucao, NetworkPix } from './schemas.ts';

/** A time range (ISO, UTC). Both ends are inclusive. */
export type Range = { from: string; to: string };

export type NetworkInbox = {
  /** Returns a received payment, or undefined if the PSP does not have it. */
  findReceived(endToEndId: string): Promise<NetworkPix | undefined>;
  /**
   * Lists received payments with their returns.
   * @param only lists only payments that were returned, whenever they were returned
   */
  listReceived(range: Range, only?: 'returned'): Promise<NetworkPix[]>;
  /** Finds the returns of a sent payment by its receiver, by our reference. Absent if no payment is sent by a PSP. */
  findSentReturns?(reference: string): Promise<Devolucao[]>;
  /** Lists reports (MED) about received payments, if the PSP has a list of them. */
  listReports(range: Range): Promise<MedReported[]>;
};

/** The lists of the PSP for payouts. */
export type PayoutInbox = Partial<Pick<NetworkInbox, 'findSentReturns' | 'listReports'>>;
/** The lists of the PSP for refunds. */
export type RefundInbox = Pick<NetworkInbox, 'findReceived' | 'listReceived'>;

/** Called for a list with the reason and the number of skipped items. */
export type Skipped = (why: string, count?: number) => void;
