// Lists of a PSP over a time range: received payments, returns, and reports. Used to find events whose callbacks were
// lost.

import type { MedReported } from './event.ts';
import type { Devolucao, NetworkPix } from './schemas.ts';

/** ISO, UTC; both ends are inclusive. */
export type Range = { from: string; to: string };

export type NetworkInbox = {
  /** A received payment; undefined if the PSP does not have it. */
  findReceived(endToEndId: string): Promise<NetworkPix | undefined>;
  /**
   * Received payments with their returns.
   * @param only payments with a return, whenever it was made
   */
  listReceived(range: Range, only?: 'returned'): Promise<NetworkPix[]>;
  /** Returns of a sent payment by its receiver, found by our reference. Absent if no payment is sent by a PSP. */
  findSentReturns?(reference: string): Promise<Devolucao[]>;
  /** Reports (MED) about received payments, if the PSP lists them. */
  listReports(range: Range): Promise<MedReported[]>;
};

/** The functions of the PSP for payouts. */
export type PayoutInbox = Partial<Pick<NetworkInbox, 'findSentReturns' | 'listReports'>>;
/** The functions of the PSP for refunds. */
export type RefundInbox = Pick<NetworkInbox, 'findReceived' | 'listReceived'>;

/** Called for a list with the reason and the number of skipped items. */
export type Skipped = (why: string, count?: number) => void;
