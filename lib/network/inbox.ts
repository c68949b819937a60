// Defines the lists of a PSP over a time range: received payments, returns, and reports. They are used to find events
// whose callbacks were lost.

import type { Cents } from '../base/money.ts';
import type { MedReported } from './event.ts';
import type { Refusal } from './port.ts';
import type { Devolucao, NetworkPix } from './schemas.ts';

/** A time range (ISO, UTC). Both ends are inclusive. */
export type Range = { from: string; to: string };

/** The content of a PSP's own callback about payments that we have sent. It is no evidence: each item is looked up. */
export type PayoutNotices = {
  /** Ids of cashouts whose payments have ended, each with the reason if the payment failed and the PSP gives one. */
  ended: readonly { id: number; reason?: Refusal }[];
  /** Ids of cashouts whose payments a person has removed at the PSP. */
  removed: readonly number[];
  /** The returns of payments, each with the end-to-end id of the returned payment. */
  returned: readonly { returnId: string; endToEndId: string }[];
};

/** The callbacks of a PSP that signs them in its own way. */
export type OwnCallback = {
  /** Name of the header that contains the signature, in lower case. */
  header: string;
  /** Returns undefined if the PSP has not signed exactly these bytes. */
  read(body: Buffer, signature: string): Promise<PayoutNotices | undefined>;
};

/** A return of a payment that we have sent. The list does not say which payment was returned. */
export type SentReturn = { returnId: string; amountCents: Cents; at: string };

/** A received payment. `receivedAt`: the name of our account at the PSP that has received it. */
export type ReceivedPix = NetworkPix & { receivedAt?: string };

/** The range of a list has more items than one call may return. Its halves have fewer. */
export class TooMany extends Error {}

/** The lists of one of our accounts at a PSP. Each throws if the PSP does not answer, or TooMany. */
export type PspLists = {
  /** The name of the account. */
  place: string;
  /** Whether new payments and refunds go elsewhere. */
  isFormer: boolean;
  /**
   * Lists received payments with their returns, if payments can be received there.
   * @param only if present, payments without a return are left out; the time of the return does not matter
   */
  listReceived?(range: Range, only?: 'returned'): Promise<ReceivedPix[]>;
  /** Lists returns of sent payments, if the PSP has a list of them. */
  listReturns?(range: Range): Promise<SentReturn[]>;
  /** Lists reports (MED) about received payments, if the PSP has a list of them. */
  listReports?(range: Range): Promise<MedReported[]>;
};

export type NetworkInbox = {
  /** Returns a received payment, or undefined if the PSP does not have it. */
  findReceived(endToEndId: string): Promise<ReceivedPix | undefined>;
  /**
   * Finds the returns of a sent payment by our reference. Absent if the PSP for payouts cannot find them in this way.
   */
  findSentReturns?(reference: string): Promise<Devolucao[]>;
  /**
   * Present if the PSP for payouts has callbacks of its own form. Then returns of sent payments are looked up by the
   * ids of the returns.
   */
  ownCallback?: OwnCallback;
  /** Returns the amount of a return of a sent payment. Throws an error if the PSP does not have the return. */
  findReturn?(returnId: string): Promise<Cents>;
  /** The lists of each account. */
  lists: readonly PspLists[];
};

/** The parts of a PSP that pays. */
export type PayoutInbox = Partial<Pick<NetworkInbox, 'findSentReturns' | 'ownCallback' | 'findReturn'>> &
  Pick<PspLists, 'listReports' | 'listReturns'>;
/** The parts of a PSP at which payments are received. */
export type RefundInbox = Pick<NetworkInbox, 'findReceived'> & Required<Pick<PspLists, 'listReceived'>>;

/** Called if items of a list are skipped, with the reason and the number of items. */
export type Skipped = (why: string, count?: number) => void;
