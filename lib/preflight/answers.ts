// Defines the schemas of a preflight in the API's answers.

import * as z from 'zod';
import { named } from '../base/meanings.ts';
import { id, money, orNull, text, time, worked } from '../base/pieces.ts';
import { approvals, payee, status } from '../cashout/answers.ts';

const left = orNull(
  named('LimitNow', z.object({ amount: money, left: money }), {
    amount: ['In reais: the limit.', 20_000],
    left: ['In reais: what is left of it.', 1500],
  }),
);

export const preflight = named(
  'Preflight',
  z.object({
    worked,
    starts_at: time.optional(),
    amount: orNull(money),
    payee: orNull(payee),
    payee_takes_part: orNull(z.boolean()),
    participants_listed_on: z.iso.date(),
    allowed: z.boolean(),
    reasons: z.array(text),
    approvals_needed: orNull(z.int().min(1)),
    own_approval_counts: orNull(z.boolean()),
    message_to_payee: text.optional(),
    possible_duplicate_of: orNull(id),
    available: money,
    limits: named(
      'LimitsNow',
      z.object({ per_transfer: left, per_day: left, per_night: left, new_payee: left }),
      {
        per_transfer: ['For one transfer.', null],
        per_day: ['For the transfers of a day in São Paulo.', null],
        per_night: ['For the transfers of a night, from 20:00 to 06:00 in São Paulo; null by day.', null],
        new_payee: ['For the transfers to this payee; null once it is known for a day.', null],
      },
    ),
  }),
  {
    starts_at: [
      'When it would start (UTC), if the request has scheduled_for. All else is as it is now: limits, funds and the payee are judged anew on the day.',
      '2026-12-01T11:00:00.000Z',
    ],
    amount: ['In reais. null: only the issuer of the code knows it, and gave no answer.', 123.45],
    payee: [
      'Who would be paid, as the cashout shows it after success. null: not found, or the directory gave no answer. A field is null if the network does not tell it.',
      null,
    ],
    payee_takes_part: [
      'Whether the institution of the payee takes part in Pix, by the Central Bank’s list of participants. null: it is not on our list, which may be too old to know; or there is no payee. It is told only, and stops nothing.',
      true,
    ],
    participants_listed_on: ['The day of that list.', '2026-08-21'],
    allowed: ['Whether nothing is known that would stop it now: there are no reasons.', true],
    reasons: [
      'Each reason that would stop it now: as erro_descriptor would have it, or as a create would be refused.',
      ['Rule: limit per day'],
    ],
    approvals_needed: ['How many users would have to approve it. null: the amount is not certain.', 1],
    own_approval_counts: [
      'Whether the user who creates it may be one of them. null: the amount is not certain.',
      true,
    ],
    possible_duplicate_of: [
      'Id of an earlier cashout with the same payee and amount, if the account’s rules look for it.',
      null,
    ],
    available: ['In reais: what cashouts and refunds may take.', 9753.1],
    limits: [
      'What each limit lets through now. null: no limit counts this cashout.',
      { per_transfer: null, per_day: { amount: 20_000, left: 1500 }, per_night: null, new_payee: null },
    ],
  },
);

/** The answer to users who may approve the cashout. */
export const waiting = named(
  'WaitingPreflight',
  preflight.extend({ id, status, content_digest: text, owner_known: orNull(z.boolean()), approvals }),
  {
    id: ['Id of the transaction.', 8_125_094_371_265],
    status: ['NEW: it waits for approval.', 'NEW'],
    content_digest: [
      'Digest of account, amount, payee and scheduled_for as they are shown here, to be given in an approval.',
      '6e0a1f3c52d87b94e0a1f3c52d87b946e0a1f3c52d87b94e0a1f3c52d87b9460',
    ],
    owner_known: [
      'Whether the owner of the key or the account is known. false: nobody can say before it is paid; name and document are what the request says, or null. null: there is no payee.',
      true,
    ],
    approvals: ['Who has approved it so far, and when.', []],
  },
);
