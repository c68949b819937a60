// Defines the schemas of the answers to calls that decide about many cashouts.

import * as z from 'zod';
import { named } from '../base/meanings.ts';
import { id, text, worked } from '../base/pieces.ts';
import { cashout } from '../cashout/answers.ts';

const count = z.int().min(0);

const decision = named(
  'Decision',
  z.object({
    id,
    worked: z.boolean(),
    status: cashout.shape.status.optional(),
    schedule_state: cashout.shape.schedule_state,
    approvals_needed: cashout.shape.approvals_needed,
    approvals_given: count.optional(),
    message: text.optional(),
    detail: text.optional(),
    send_again: z.literal(true).optional() as z.ZodOptional<z.ZodType<boolean>>,
  }),
  {
    id: ['Id of the cashout, as asked.', 8_125_094_371_265],
    worked: ['Whether it was approved or rejected by this call.', true],
    status: [
      'Status of the cashout now. NEW: it needs more approvals, or waits for its start.',
      'PROCESSING',
    ],
    schedule_state: ['As in the cashout. Only of scheduled cashouts.', 'SCHEDULED'],
    approvals_needed: ['How many users must approve it. Under rules of the account only.', 2],
    approvals_given: ['How many users have approved it. Under rules of the account only.', 1],
    message: ['Why it was refused: the words of the call for one cashout.', 'Transaction in wrong status'],
    detail: ['The same, or more: for Unauthorized what the policy lacks.', 'Transaction in wrong status'],
    send_again: ['Only where the outcome is unknown, or it was not tried: send it again.', true],
  },
);

const common = {
  refused: count,
  to_send_again: count,
  results: z.array(decision),
};
const meanings = {
  refused: ['How many were refused.', 0],
  to_send_again: ['How many have send_again.', 0],
  results: ['One for each cashout, in the order asked.', []],
} as const;

export const approvedMany = named('ApprovedMany', z.object({ worked, approved: count, ...common }), {
  approved: ['How many were approved by this call, or have one approval more.', 1],
  ...meanings,
});

export const rejectedMany = named('RejectedMany', z.object({ worked, rejected: count, ...common }), {
  rejected: ['How many were rejected by this call.', 1],
  ...meanings,
});

export type Decision = z.output<typeof decision>;
