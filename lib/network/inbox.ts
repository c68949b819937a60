// What a PSP has received for us, and reports about it, as lists over a range of time: for missed callbacks.

import type { MedReported } from './event.ts';
import type { Devolucao, NetworkPix } from './schemas.ts';

/** ISO, UTC; both edges included. */
export type Range = { from: string; to: string };

export type NetworkInbox = {
  /** A received payment; undefined when the PSP has none. */
  findReceived(endToEndId: string): Promise<NetworkPix | undefined>;
  /** Received payments, with their returns. @param only those with a return, whenever it was made */
  listReceived(range: Range, only?: 'returned'): Promise<NetworkPix[]>;
  /**
   * Returns of a payment that we have sent, by our reference: its receiver returned the money. Absent if no
   * payment is sent over a PSP.
   */
  findSentReturns?(reference: string): Promise<Devolucao[]>;
  /** Reports (MED) about received payments, if the PSP lists them. */
  listReports(range: Range): Promise<MedReported[]>;
};

/** The part of the PSP that pays. */
export type PayoutInbox = Partial<Pick<NetworkInbox, 'findSentReturns' | 'listReports'>>;
/** The part of the PSP that gives back. */
export type RefundInbox = Pick<NetworkInbox, 'findReceived' | 'listReceived'>;

/** Called for a list with what was skipped, and how many items. */
export type Skipped = (why: string, count?: number) => void;
