// Defines the schema of an account's rules in the API's answers.

import * as z from 'zod';
import { named } from '../base/meanings.ts';
import { money, orNull, text, worked } from '../base/pieces.ts';

const limit = named(
  'Limit',
  z.object({ amount: orNull(money), next: orNull(z.object({ amount: orNull(money), from: text })) }),
  {
    amount: ['In reais; null: no limit.', 20_000],
    next: ['A raise, and the time from which it counts; null: none waits.', null],
  },
);

export const rules = named(
  'Rules',
  z.object({
    worked,
    expire_new_after_hours: orNull(z.int().min(1)),
    own_approval_up_to: orNull(money),
    approvals: z.array(z.object({ from: money, needed: z.int().min(2) })),
    limits: z.object({ per_transfer: limit, per_day: limit, per_night: limit, new_payee: limit }),
    payees: z.enum(['listed', 'any']),
    low_balance: orNull(money),
    reported_money: z.enum(['blocked', 'free']),
    duplicates: orNull(
      z.object({ within_hours: z.int().min(1), action: z.enum(['tell', 'hold', 'refuse']) }),
    ),
  }),
  {
    expire_new_after_hours: [
      'Hours after which a NEW cashout ends CANCELLED, if nobody has approved it; null: never.',
      48,
    ],
    own_approval_up_to: [
      'In reais: up to this amount the creator of a cashout may approve it; 0: never; null: always.',
      500,
    ],
    approvals: [
      'From which amounts on how many users must approve a cashout. Below them it is one.',
      [{ from: 10_000, needed: 2 }],
    ],
    limits: [
      'In reais. amount: the limit of now; null: none. next: a raise that does not count yet.',
      {
        per_transfer: { amount: null, next: null },
        per_day: { amount: 20_000, next: null },
        per_night: { amount: null, next: null },
        new_payee: { amount: null, next: null },
      },
    ],
    payees: ['listed: only payees of the account’s list are paid.', 'any'],
    low_balance: [
      'In reais: an event tells when less than this is available after a payout; null: never.',
      50_000,
    ],
    reported_money: ['blocked: what a MED report names is blocked at once, up to the balance.', 'free'],
    duplicates: ['What happens to a cashout that may be a duplicate; null: nothing.', null],
  },
);
