// Shows MED cases as the API answers them. The contract leaves their fields open
// (docs/decisions/contract/med-cases.md). So the fields of the report have the names of the network's directory, and
// the fields of the payment have the names of our statement.

import { type Cents, cents, toDecimal } from '../base/money.ts';
import { maskTaxId } from '../base/tax-id.ts';
import type { Base } from '../platform/deps.ts';
import { analysisDeadline, contestDeadline, type MedClock, nextDuty } from './deadlines.ts';
import type { MedCase, MedRefund, MedReturn } from './med-case.ts';

export const medClock = ({ now, config }: Pick<Base, 'now' | 'config'>): MedClock => ({
  now: now(),
  contestDays: config.MED_CONTEST_DAYS,
});

export function presentMedCase(medCase: MedCase, clock: MedClock) {
  const { id, status, report, payment, account, returns = [], block, recordedAt, updatedAt } = medCase;
  const { duty, deadline } = nextDuty(medCase, clock);
  return {
    id,
    status,
    reason: report.reason,
    next_duty: duty,
    deadline,
    infraction_report_id: report.id,
    infraction_report_status: report.status,
    infraction_report_creation_datetime: report.createdAt,
    infraction_report_last_modified_datetime: report.modifiedAt,
    infraction_report_situation_type: report.situationType ?? null,
    infraction_report_details: report.details ?? null,
    infraction_report_amount: toDecimal(report.amountCents),
    transaction_depth: report.transactionDepth ?? null,
    funds_recovery_id: report.fundsRecoveryId ?? null,
    analysis_result: report.analysisResult ?? null,
    analysis_details: report.analysisDetails ?? null,
    fraud_type: report.fraudType ?? null,
    analysis_deadline: analysisDeadline(medCase),
    analysis_datetime: report.analysedAt ?? null,
    reporter_participant: report.reporterIspb ?? null,
    ...presentRefund(report.refund ?? {}),
    blocked_amount: toDecimal(cents(block?.cents ?? 0)),
    refunded_amount: toDecimal(cents(returns.reduce((sum, { amountCents }) => sum + amountCents, 0))),
    returns: presentReturns(returns, clock),
    end_to_end_id: payment.endToEndId,
    transaction_id: payment.transactionId,
    transaction_amount: toDecimal(payment.amountCents),
    transaction_datetime: payment.at,
    qr_code_id: payment.qrCodeId ?? null,
    payer_name: payment.payerName ?? null,
    payer_legal_id: payment.payerLegalId ? maskTaxId(payment.payerLegalId) : null,
    account_branch_identifier: account.branch,
    account_number: account.number,
    defence: presentDefence(medCase),
    created_at: recordedAt,
    updated_at: updatedAt,
  };
}

/** Shows the company's defence, or one that somebody has given at the PSP itself, of which only the list tells. */
function presentDefence({ defence, report }: MedCase) {
  if (defence) {
    const { position, text, state, at, by, refusal = null } = defence;
    return { position, text, state, at, by, refusal };
  }
  const { defendedAt: at, defence: text = null } = report;
  if (at === undefined) return null;
  return { position: null, text, state: 'SENT', at, by: null, refusal: null } as const;
}

const amountOf = (amountCents: Cents | undefined) =>
  amountCents === undefined ? null : toDecimal(amountCents);

/** Shows the refund request as the PSP reports it. Money that we have returned is in `returns`. */
function presentRefund(refund: MedRefund) {
  return {
    refund_id: refund.id ?? null,
    refund_status: refund.status ?? null,
    refund_creation_datetime: refund.requestedAt ?? null,
    refund_amount: amountOf(refund.amountCents),
    refund_effective_amount: amountOf(refund.sentCents),
    refund_rejection_reason: refund.rejectionReason ?? null,
    refund_end_to_end_id: refund.returnId ?? null,
  };
}

/** Shows the returns, oldest first and then by id, so that the order of their arrival does not matter. */
function presentReturns(returns: readonly MedReturn[], { contestDays }: MedClock) {
  const place = ({ at, returnId }: MedReturn) => `${at}#${returnId}`;
  return returns
    .toSorted((one, other) => (place(one) < place(other) ? -1 : 1))
    .map((one) => ({
      end_to_end_id: one.returnId,
      amount: toDecimal(one.amountCents),
      nature: one.nature ?? null,
      datetime: one.at,
      contest_deadline: contestDeadline(one, contestDays),
    }));
}
