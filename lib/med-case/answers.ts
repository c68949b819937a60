// Defines the schemas of MED cases in the API's answers.

import * as z from 'zod';
import { instant, named } from '../base/meanings.ts';
import { all, id, money, orNull, pageOf, text, time, worked } from '../base/pieces.ts';
import type { DefencePosition } from '../network/defence.ts';
import type { MedDuty } from './deadlines.ts';
import type { DefenceState, MedReport, MedStatus } from './med-case.ts';

const medReturn = named(
  'MedReturn',
  z.object({
    end_to_end_id: text,
    amount: money,
    nature: orNull(text),
    datetime: time,
    contest_deadline: orNull(time),
  }),
  {
    end_to_end_id: ['End-to-end id of the return.', 'D99999011202611211200abcdefghijk'],
    amount: ['In reais.', 40],
    nature: ['Reason for the return, as the network names it.', 'MED_FRAUDE'],
    datetime: ['When it was settled.', instant],
    contest_deadline: ['Until when you may contest the return; null if you may not.', instant],
  },
);

const medDefence = named(
  'MedDefence',
  z.object({
    position: orNull(all<DefencePosition>()('contest', 'accept')),
    text: orNull(text),
    state: all<DefenceState>()('PENDING', 'SENT', 'REFUSED', 'BY_HAND'),
    at: time,
    by: orNull(text),
    refusal: orNull(text),
  }),
  {
    position: [
      'What the company says of the report; null if the defence was given at the PSP itself.',
      'contest',
    ],
    text: ['Its text.', 'O produto foi entregue em 20/11'],
    state: [
      'PENDING: the PSP has not confirmed it yet. SENT: the PSP has it. REFUSED: the PSP did not take it. BY_HAND: an operator gives it to the PSP.',
      'SENT',
    ],
    at: ['When it was given, or when the PSP received it.', instant],
    by: [
      'Id of the user who gave it, or `operators`: they gave it for the company.',
      '5f0d3a6e-4f0b-4f1e-9d3e-0d9a3a1f2b4c',
    ],
    refusal: ['Why the PSP did not take it, in its words; otherwise null.', null],
  },
);

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
  blocked_amount: money,
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
  defence: orNull(medDefence),
  created_at: time,
  updated_at: time,
};
export const listedMedCase = z.object(medFields).meta({ id: 'ListedMedCase' });
export const medCase = named('MedCase', z.object({ worked, ...medFields }), {
  id: ['Id of the case: the network’s id of the report.', '3fa8f8a8-66b4-470d-a56c-1fe888da7d18'],
  status: ['Follows from the report: WAITING for the analysis, IN_ANALYSIS, or its result.', 'WAITING'],
  reason: ['Reason of the report, as the network names it.', 'RETURN_REQUEST'],
  next_duty: [
    'The next duty: ANALYSE, REQUEST_REFUND, EXECUTE_REFUND or CONTEST; null if there is none.',
    'ANALYSE',
  ],
  deadline: ['Deadline of the next duty; null if the PSP does not say when the duty began.', instant],
  infraction_report_id: ['The network’s id of the report.', '3fa8f8a8-66b4-470d-a56c-1fe888da7d18'],
  infraction_report_creation_datetime: ['When the report was created.', instant],
  infraction_report_last_modified_datetime: ['When the report last changed.', instant],
  infraction_report_situation_type: ['Kind of fraud that is reported.', 'SCAM'],
  infraction_report_details: ['Details in the reporter’s words.', null],
  infraction_report_amount: ['Reported amount, in reais.', 100],
  analysis_result: ['Result of the analysis.', null],
  analysis_details: ['Details in the analyst’s words.', null],
  fraud_type: ['Kind of fraud that was found.', null],
  analysis_deadline: ['Deadline of the analysis: seven days after the report.', instant],
  analysis_datetime: ['When the analysis ended, if the PSP says so.', null],
  reporter_participant: ['ISPB of the institution that reported.', '60701190'],
  refund_id: ['The network’s id of the refund request.', null],
  refund_status: ['Status of the refund request: OPEN, CLOSED or CANCELLED.', null],
  refund_creation_datetime: ['When the refund was requested.', null],
  refund_amount: ['Requested amount, in reais.', null],
  refund_effective_amount: ['Amount that was sent, as the PSP reports it, in reais.', null],
  refund_rejection_reason: ['Why the refund was rejected.', null],
  refund_end_to_end_id: ['End-to-end id of the return, as the PSP reports it.', null],
  blocked_amount: ['Money of the payment that is blocked on the account until the decision, in reais.', 0],
  refunded_amount: [
    'Amount of the payment that was returned without your request, in reais: the sum of returns.',
    0,
  ],
  defence: ['The company’s defence; null if there is none.', null],
  transaction_amount: ['Amount of the payment, in reais.', 100],
  transaction_datetime: ['When the payment was received.', instant],
});
export const medCases = pageOf(listedMedCase).meta({ id: 'MedCasePage' });
