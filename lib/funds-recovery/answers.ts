// Defines the schema of a recovery of a payout in the API's answers.

import * as z from 'zod';
import { instant, named } from '../base/meanings.ts';
import { id, orNull, text, time, worked } from '../base/pieces.ts';
import { situations } from '../base/situations.ts';
import { statuses } from './recovery.ts';

export const recovery = named(
  'Recovery',
  z.object({
    worked,
    id,
    status: z.enum(statuses),
    psp_status: orNull(text),
    psp_id: orNull(text),
    situation: z.enum(situations),
    details: text,
    refusal: orNull(text),
    with_operator: z.boolean(),
    cancel_requested: z.boolean(),
    cancel_refusal: orNull(text),
    requested_at: time,
    requested_by: text,
    updated_at: time,
    ended_at: orNull(time),
  }),
  {
    id: ['Id of the transaction.', 8_125_094_371_265],
    status: [
      'REQUESTED: the PSP has not said yet that it has it. UNDER_WAY: the PSP has it. The others are final; BY_HAND: a person at the operator has dealt with it. COMPLETED does not mean that money came back: each return is an event of the cashout.',
      'UNDER_WAY',
    ],
    psp_status: ['The PSP’s own word for its status; null: the PSP has not answered.', 'AWAITING_ANALYSIS'],
    psp_id: ['The PSP’s id of the recovery; null: it has none.', '3e760cd5-39b2-45da-8ab6-b212cf205568'],
    situation: ['The situation of the request.', 'SCAM'],
    details: ['The details of the request.', 'The seller does not exist'],
    refusal: ['Why the PSP has refused it; null: it has not.', null],
    with_operator: ['true: a person at the operator asks the PSP.', false],
    cancel_requested: ['true: its cancellation was requested, and the PSP has not answered yet.', false],
    cancel_refusal: ['Why the PSP has not cancelled it; null: it has not refused.', null],
    requested_at: ['When it was requested (UTC).', instant],
    requested_by: ['Id of the user who requested it.', 'b1c9a8e2-4f7d-4a3b-9c55-0d6e7f8a9b10'],
    updated_at: ['When it changed last (UTC).', instant],
    ended_at: ['When it ended (UTC); null: it has not.', null],
  },
);
