// Defines a MED case: a payment that one of our accounts received was reported, and its payer wants the money back. The
// report is the network's. The status is ours and is computed from the report.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import type { DefencePosition } from '../network/defence.ts';

export type MedStatus = 'WAITING' | 'IN_ANALYSIS' | 'ACCEPTED' | 'REJECTED' | 'CANCELLED';

/** The report, with the network's own values. */
export type MedReport = {
  id: string;
  reason: string;
  status: 'OPEN' | 'ACKNOWLEDGED' | 'CLOSED' | 'CANCELLED';
  createdAt: string;
  modifiedAt: string;
  amountCents: Cents;
  situationType?: string | undefined;
  details?: string | undefined;
  analysisResult?: string | undefined;
  analysisDetails?: string | undefined;
  fraudType?: string | undefined;
  reporterIspb?: string | undefined;
  /** The payment's depth in the graph of traced transactions, as the network's directory counts it. */
  transactionDepth?: number | undefined;
  /** The id of the funds recovery to which the report belongs. */
  fundsRecoveryId?: string | undefined;
  /** Time at which the analysis ended, and the PSP's deadline for the analysis. */
  analysedAt?: string | undefined;
  analysisDueAt?: string | undefined;
  /** Time at which the PSP received a defence, and its text, as the PSP shows them. */
  defendedAt?: string | undefined;
  defence?: string | undefined;
  refund?: MedRefund | undefined;
};

/** The refund request that follows an accepted report, as far as the PSP reports it. */
export type MedRefund = {
  id?: string | undefined;
  /** Status of the refund request, in the network's words: OPEN, CLOSED or CANCELLED. */
  status?: string | undefined;
  /** The requested amount, and the amount that was sent according to the PSP, in cents. */
  amountCents?: Cents | undefined;
  sentCents?: Cents | undefined;
  rejectionReason?: string | undefined;
  /** End-to-end id of the return (D…). */
  returnId?: string | undefined;
  requestedAt?: string | undefined;
};

/**
 * The block of a payment. `cents`: the money that is blocked now; 0 after the end. `turn`: number of changes. `until`:
 * the block ends then, if nothing ends it before (ISO, UTC).
 */
export type Block = { account: AccountRef; cents: number; turn: number; until: string };

/** A return of the payment that we did not request. */
export type MedReturn = {
  /** End-to-end id of the return (D…). */
  returnId: string;
  amountCents: Cents;
  /** The network's word for the kind of return, if the PSP sends it: MED_FRAUDE, MED_OPERACIONAL, ORIGINAL … */
  nature?: string | undefined;
  /** Time at which the return was settled (ISO, UTC). */
  at: string;
};

/**
 * PENDING: sent, or about to be sent, without a clear answer. SENT: the PSP has it. REFUSED: the PSP did not take it.
 * BY_HAND: an operator gives it to the PSP, which has no call for it; an incident tells the operator.
 */
export type DefenceState = 'PENDING' | 'SENT' | 'REFUSED' | 'BY_HAND';

/** Who gave a defence, if operators gave it for the company. */
export const byOperators = 'operators';

export type MedDefence = {
  position: DefencePosition;
  text: string;
  state: DefenceState;
  /** Time at which it was given (ISO, UTC), and the id of the user, or `byOperators`. */
  at: string;
  by: string;
  /** Why it was refused, in the PSP's words. */
  refusal?: string;
};

export type MedCase = {
  id: string;
  companyId: string;
  account: AccountRef;
  status: MedStatus;
  report: MedReport;
  /** The reported payment. */
  payment: {
    endToEndId: string;
    transactionId: number;
    amountCents: Cents;
    at: string;
    qrCodeId?: number;
    payerName?: string;
    payerLegalId?: string;
  };
  /** Returns of the payment, in the order of their arrival; absent in older rows. */
  returns?: MedReturn[];
  /** The block of the payment's money, as its payment's row has it; absent if there was none. */
  block?: Block;
  /** The name of our account at the PSP whose list has the report; absent in older rows. */
  place?: string;
  /** The defence of the company. */
  defence?: MedDefence;
  recordedAt: string;
  updatedAt: string;
};

export function medStatus({ status, analysisResult }: MedReport): MedStatus {
  if (status === 'CANCELLED') return 'CANCELLED';
  if (status === 'CLOSED') return analysisResult === 'AGREED' ? 'ACCEPTED' : 'REJECTED';
  return status === 'ACKNOWLEDGED' && analysisResult ? 'IN_ANALYSIS' : 'WAITING';
}

/** The filters of a list. Each filter compares an exact value. */
export type MedFilter = {
  status?: string | undefined;
  reason?: string | undefined;
  reportStatus?: string | undefined;
};

/**
 * Returns the partition of an account's cases that match a filter. There is one list for each combination of values.
 */
export function medList(account: AccountRef, { status, reason, reportStatus }: MedFilter): string {
  // A filter with an empty value must give another partition than no filter.
  const part = (value: string | undefined) => (value === undefined ? '' : `=${encodeURIComponent(value)}`);
  return `LIST#${accountKey(account)}#${[status, reason, reportStatus].map(part).join('#')}`;
}

/** Returns every list that contains a case: one list for each subset of the three filters. */
export function medLists({ account, status, report }: MedCase): string[] {
  const choices = (value: string) => [undefined, value];
  return choices(status).flatMap((byStatus) =>
    choices(report.reason).flatMap((reason) =>
      choices(report.status).map((reportStatus) =>
        medList(account, { status: byStatus, reason, reportStatus }),
      ),
    ),
  );
}

/** Compares two cases in the contract's order: newest report first, then by id. */
export function compareMedCases(one: MedCase, other: MedCase): number {
  return medPosition(one) < medPosition(other) ? 1 : -1;
}

export function medPosition({ report, id }: Pick<MedCase, 'id'> & { report: { createdAt: string } }): string {
  return `${report.createdAt}#${id}`;
}
