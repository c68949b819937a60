// Decides which changes of a cashout between two instants are allowed.

import { isDeepStrictEqual } from 'node:util';
import { type Cashout, type CashoutStatus, transitions } from '../../lib/cashout/cashout.ts';

/** The fields that never change after the row is written. */
const fixed = [
  'companyId',
  'account',
  'request',
  'idempotencyKey',
  'keyAsGiven',
  'createdAt',
  'createdBy',
] as const;
/** The fields that never change once they are set. */
const fixedOnce = [
  'approvedAt',
  'endToEndId',
  'reservedAt',
  'recipient',
  'endedAt',
  'codeTransaction',
  'debitCode',
] as const;

/** Returns whether a cashout can get from one status to another, in any number of steps. */
function canBecome(from: CashoutStatus, to: CashoutStatus): boolean {
  if (from === to) return true;
  return Object.values<CashoutStatus>(transitions[from]).some((next) => canBecome(next, to));
}

/**
 * Returns the fields with forbidden changes, or an empty list.
 * @param now undefined if the row does not exist any more
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

/**
 * Returns whether the cashout was changing at an instant. If so, some of the copies of its row, balance and entry may
 * be from before a transaction, and others from after it.
 */
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
