// What a PSP has received for us and heard about us, for whoever missed its callbacks: lists over a range of time.

import type { MedReported } from './event.ts';
import type { Devolucao, NetworkPix } from './schemas.ts';

/** ISO, UTC; both edges included. */
export type Range = { from: string; to: string };

export type NetworkInbox = {
  /** A payment that has arrived; undefined when the PSP knows of none. */
  findReceived(endToEndId: string): Promise<NetworkPix | undefined>;
  /** Payments that have arrived, with their returns. @param only those with a return, whenever it was made */
  listReceived(range: Range, only?: 'returned'): Promise<NetworkPix[]>;
  /**
   * Returns of a payment that we have sent, by our reference: whoever received it gave it back. Absent where nothing is
   * sent over a PSP.
   */
  findSentReturns?(reference: string): Promise<Devolucao[]>;
  /** Reports about them, where the PSP shows them. */
  listReports(range: Range): Promise<MedReported[]>;
};
