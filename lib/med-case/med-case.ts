// A MED case: somebody has reported a payment that one of our accounts received, and asks for the money back. The
// report is the network's; the status is ours, and follows from it.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';

export type MedStatus = 'WAITING' | 'IN_ANALYSIS' | 'ACCEPTED' | 'REJECTED' | 'CANCELLED';

/** The report as the network has it, in its own words. */
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
  /** Where the payment stands in the graph of transactions that is traced, as the directory counts. */
  transactionDepth?: number | undefined;
  /** The recovery that the report is part of. */
  fundsRecoveryId?: string | undefined;
  /** When the analysis ended, and until when the PSP wants its answer. */
  analysedAt?: string | undefined;
  analysisDueAt?: string | undefined;
  refund?: MedRefund | undefined;
};

/** The request for the money, which follows a report that was agreed with; as far as a PSP tells it. */
export type MedRefund = {
  id?: string | undefined;
  /** OPEN, CLOSED or CANCELLED, in the network's word. */
  status?: string | undefined;
  /** What is asked for, and what the PSP says has been sent. */
  amountCents?: Cents | undefined;
  sentCents?: Cents | undefined;
  rejectionReason?: string | undefined;
  /** End-to-end id of the return (D…). */
  returnId?: string | undefined;
  requestedAt?: string | undefined;
};

/** Money of the payment that has gone back without our asking. */
export type MedReturn = {
  /** End-to-end id of the return (D…). */
  returnId: string;
  amountCents: Cents;
  /** MED_FRAUDE, MED_OPERACIONAL, ORIGINAL …, in the network's word, where it is told. */
  nature?: string | undefined;
  /** When it was settled (ISO, UTC). */
  at: string;
};

export type MedCase = {
  id: string;
  companyId: string;
  account: AccountRef;
  status: MedStatus;
  report: MedReport;
  /** The payment that was reported. */
  payment: {
    endToEndId: string;
    transactionId: number;
    amountCents: Cents;
    at: string;
    qrCodeId?: number;
    payerName?: string;
    payerLegalId?: string;
  };
  /** Of the payment, in the order in which they were heard of; absent in rows of before there was any. */
  returns?: MedReturn[];
  recordedAt: string;
  updatedAt: string;
};

export function medStatus({ status, analysisResult }: MedReport): MedStatus {
  if (status === 'CANCELLED') return 'CANCELLED';
  if (status === 'CLOSED') return analysisResult === 'AGREED' ? 'ACCEPTED' : 'REJECTED';
  return status === 'ACKNOWLEDGED' && analysisResult ? 'IN_ANALYSIS' : 'WAITING';
}

/** What a list may be narrowed by; each is an exact value. */
export type MedFilter = {
  status?: string | undefined;
  reason?: string | undefined;
  reportStatus?: string | undefined;
};

/** Where the cases of an account that match a filter stand: a list of its own for every combination. */
export function medList(account: AccountRef, { status, reason, reportStatus }: MedFilter): string {
  // No value can look like the absence of one.
  const part = (value: string | undefined) => (value === undefined ? '' : `=${encodeURIComponent(value)}`);
  return `LIST#${accountKey(account)}#${[status, reason, reportStatus].map(part).join('#')}`;
}

/** Every list that a case stands in: one for each subset of the three filters. */
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

/** Newest report first, then by id: the order of the contract. */
export function compareMedCases(one: MedCase, other: MedCase): number {
  return medPosition(one) < medPosition(other) ? 1 : -1;
}

export function medPosition({ report, id }: Pick<MedCase, 'id'> & { report: { createdAt: string } }): string {
  return `${report.createdAt}#${id}`;
}
