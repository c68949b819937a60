// MED cases as the API answers them. The contract leaves their fields open (README: Decisions): the report's are named
// after the network's directory, the payment's after our statement.

import type { MedCase } from './med-case.ts';
import { toDecimal } from './money.ts';
import { maskTaxId } from './tax-id.ts';

const analysisDays = 7;

export function presentMedCase({ id, status, report, payment, account, recordedAt, updatedAt }: MedCase) {
  const deadline = Date.parse(report.createdAt) + analysisDays * 86_400_000;
  return {
    id,
    status,
    reason: report.reason,
    infraction_report_id: report.id,
    infraction_report_status: report.status,
    infraction_report_creation_datetime: report.createdAt,
    infraction_report_last_modified_datetime: report.modifiedAt,
    infraction_report_situation_type: report.situationType ?? null,
    infraction_report_details: report.details ?? null,
    infraction_report_amount: toDecimal(report.amountCents),
    analysis_result: report.analysisResult ?? null,
    analysis_details: report.analysisDetails ?? null,
    fraud_type: report.fraudType ?? null,
    analysis_deadline: new Date(deadline).toISOString(),
    reporter_participant: report.reporterIspb ?? null,
    end_to_end_id: payment.endToEndId,
    transaction_id: payment.transactionId,
    transaction_amount: toDecimal(payment.amountCents),
    transaction_datetime: payment.at,
    qr_code_id: payment.qrCodeId ?? null,
    payer_name: payment.payerName ?? null,
    payer_legal_id: payment.payerLegalId ? maskTaxId(payment.payerLegalId) : null,
    account_branch_identifier: account.branch,
    account_number: account.number,
    created_at: recordedAt,
    updated_at: updatedAt,
  };
}
