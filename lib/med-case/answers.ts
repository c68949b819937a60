// MED cases as the API answers them, as schemas.

import * as z from 'zod';
import { all, id, money, orNull, pageOf, text, time, worked } from '../base/pieces.ts';
import type { MedDuty } from './deadlines.ts';
import type { MedReport, MedStatus } from './med-case.ts';

const medReturn = z
  .object({
    end_to_end_id: text,
    amount: money,
    nature: orNull(text),
    datetime: time,
    contest_deadline: orNull(time),
  })
  .meta({ id: 'MedReturn' });

const medFields = {
  id: text,
  status: all<MedStatus>()('WAITING', 'IN_ANALYSIS', 'ACCEPTED', 'REJECTED', 'CANCELLED'),
  reason: text,
  next_duty: orNull(all<MedDuty>()('ANALYSE', 'REQUEST_REFUND', 'EXECUTE_REFUND', 'CONTEST')),
  deadline: orNull(time),
  infraction_report_id: text,
  infraction_report_status: all<MedReport['status']>()('OPEN', 'ACKNOWLEDGED', 'CLOSED', 'CANCELLED'),
  infraction_report_creation_datetime: time,
  infraction_report_last_modified_datetime: time,
  infraction_report_situation_type: orNull(text),
  infraction_report_details: orNull(text),
  infraction_report_amount: money,
  transaction_depth: orNull(z.int().min(0).max(1_000)),
  funds_recovery_id: orNull(text),
  analysis_result: orNull(text),
  analysis_details: orNull(text),
  fraud_type: orNull(text),
  analysis_deadline: time,
  analysis_datetime: orNull(time),
  reporter_participant: orNull(text),
  refund_id: orNull(text),
  refund_status: orNull(text),
  refund_creation_datetime: orNull(time),
  refund_amount: orNull(money),
  refund_effective_amount: orNull(money),
  refund_rejection_reason: orNull(text),
  refund_end_to_end_id: orNull(text),
  refunded_amount: money,
  returns: z.array(medReturn),
  end_to_end_id: text,
  transaction_id: id,
  transaction_amount: money,
  transaction_datetime: time,
  qr_code_id: orNull(id),
  payer_name: orNull(text),
  payer_legal_id: orNull(text),
  account_branch_identifier: text,
  account_number: text,
  created_at: time,
  updated_at: time,
};
export const listedMedCase = z.object(medFields).meta({ id: 'ListedMedCase' });
export const medCase = z.object({ worked, ...medFields }).meta({ id: 'MedCase' });
export const medCases = pageOf(listedMedCase).meta({ id: 'MedCasePage' });
