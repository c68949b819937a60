// What may happen to a cashout between two instants, and what never may.

import { isDeepStrictEqual } from 'node:util';
import { type Cashout, type CashoutStatus, transitions } from '../../lib/cashout/cashout.ts';

/** Fixed when the row is written. */
const fixed = [
  'companyId',
  'account',
  'request',
  'idempotencyKey',
  'keyAsGiven',
  'createdAt',
  'createdBy',
] as const;
/** Fixed once they are there. */
const fixedOnce = [
  'approvedAt',
  'endToEndId',
  'reservedAt',
  'recipient',
  'endedAt',
  'codeTransaction',
  'debitCode',
] as const;

/** Whether the states lead from one to the other, in any number of steps. */
function canBecome(from: CashoutStatus, to: CashoutStatus): boolean {
  if (from === to) return true;
  return Object.values<CashoutStatus>(transitions[from]).some((next) => canBecome(next, to));
}

/**
 * What changed although it never may, by field. Empty: nothing did.
 * @param now nothing if the row is gone
 */
export function wrongIn(before: Cashout, now: Cashout | undefined): string[] {
  if (!now) return ['the row is gone'];
  const isSame = (name: keyof Cashout) => isDeepStrictEqual(before[name], now[name]);
  const later =
    before.reservedAt === undefined ? fixedOnce.filter((name) => name !== 'recipient') : fixedOnce;
  return [
    ...fixed.filter((name) => !isSame(name)),
    ...later.filter((name) => before[name] !== undefined && !isSame(name)),
    ...(canBecome(before.status, now.status) ? [] : [`status (${before.status}, now ${now.status})`]),
  ];
}

/** Whether it was moving at an instant: its row, its balance and its entry may have been caught apart. */
export function isMovingAt(cashout: Cashout, at: Date, withinMs: number): boolean {
  const times = [
    cashout.createdAt,
    cashout.approvedAt,
    cashout.reservedAt,
    cashout.endedAt,
    cashout.refundedAt,
  ];
  return times.some((time) => time !== undefined && Math.abs(Date.parse(time) - at.getTime()) <= withinMs);
}
