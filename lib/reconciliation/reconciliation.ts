// Defines the rules of account reconciliation: the entries of an account add up to its balance, and its held money
// equals its open work. The rules only find differences; no difference is repaired here.

import { createHash } from 'node:crypto';
import type { Account } from '../account/account.ts';
import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { type Cents, cents } from '../base/money.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { Chargeback } from '../chargeback/chargeback.ts';
import type { Entry } from '../ledger/entry.ts';
import type { ListedBlock } from '../med-case/block-store.ts';

/** The progress of an account's reconciliation: the last entry that was added up, and the balance after it. */
export type Checkpoint = { seq: number; time: string; balanceCents: Cents };

/** The checkpoint before the first entry. */
export const openingCheckpoint: Checkpoint = { seq: 0, time: '', balanceCents: cents(0) };

/**
 * The kinds of differences. `sequence`: an entry is missing or double. `entry`: the balance of an entry does not follow
 * from the previous entry. `time`: an entry is earlier than the previous entry. `balance`: the balance row differs from
 * its entries, or from the sum of its own fields. `account`: there is no balance row. `unwatched_work`: resume-stalled
 * would not check the account's open work.
 */
export type DifferenceKind =
  | 'sequence'
  | 'entry'
  | 'time'
  | 'balance'
  | 'account'
  | 'held_without_work'
  | 'work_without_hold'
  | 'unwatched_work';

/**
 * A difference. `mark` distinguishes differences of one kind, and does not change while the difference exists: the
 * number of an entry, an amount in cents, or the id of a cashout.
 */
export type Difference = { kind: DifferenceKind; mark: number; details: string };

/**
 * Adds up entries.
 * @returns the checkpoint after the entries, or the first entry that does not follow from the previous entry
 */
export function foldEntries(
  from: Checkpoint,
  entries: readonly Entry[],
): { to: Checkpoint; difference?: Difference } {
  let to = from;
  for (const { seq, time, direction, amountCents, balanceCents } of entries) {
    const due = to.balanceCents + (direction === 'CREDIT' ? amountCents : -amountCents);
    const found = (kind: DifferenceKind, details: string) => ({
      to,
      difference: { kind, mark: to.seq + 1, details },
    });
    if (seq !== to.seq + 1) return found('sequence', `entry ${seq} follows entry ${to.seq}`);
    if (balanceCents !== due)
      return found('entry', `entry ${seq} has the balance ${balanceCents}, expected is ${due}`);
    if (time < to.time)
      return found('time', `entry ${seq} has the time ${time}, before the previous entry's ${to.time}`);
    to = { seq, time, balanceCents };
  }
  return { to };
}

/**
 * Compares the balance row with the entries.
 * @param to the checkpoint after the account's entries, up to the last entry that the balance row includes
 */
export function compareBalance(
  { seq, postedCents, availableCents, heldCents, imposedCents = 0 }: Account,
  to: Checkpoint,
): Difference | undefined {
  if (to.seq !== seq)
    return {
      kind: 'sequence',
      mark: to.seq + 1,
      details: `the last entry is ${to.seq}, but the balance row says ${seq}`,
    };
  if (postedCents !== to.balanceCents)
    return {
      kind: 'balance',
      mark: postedCents - to.balanceCents,
      details: `the sum of the entries is ${to.balanceCents}, but the balance row says ${postedCents}`,
    };
  if (availableCents + heldCents !== postedCents || availableCents < -imposedCents || heldCents < 0)
    return {
      kind: 'balance',
      mark: availableCents + heldCents - postedCents,
      details: `available ${availableCents} plus held ${heldCents} is not the posted balance ${postedCents}`,
    };
  return undefined;
}

/** A transfer, a chargeback or a reported payment that may hold money of an account. */
export type OpenWork = { name: string; account: AccountRef; heldCents: number };

export function openCashout({ id, account, status, reservedAt, request }: Cashout): OpenWork {
  const isHolding = status === 'PROCESSING' && reservedAt !== undefined;
  return { name: `cashout#${id}`, account, heldCents: isHolding ? request.amountCents : 0 };
}

/**
 * Returns the open work of a chargeback. After its acceptance a chargeback is a debit on the statement, and holds no
 * money.
 */
export function openChargeback({ id, ask, account, status, acceptedAt, request }: Chargeback): OpenWork {
  const isHolding = status === 'PENDING' && acceptedAt === undefined;
  return { name: `chargeback#${id}#${ask}`, account, heldCents: isHolding ? request.amountCents : 0 };
}

/** Returns the open work of a blocked payment. */
export const openBlock = ({ endToEndId, account, cents }: ListedBlock): OpenWork => ({
  name: `block#${endToEndId}`,
  account,
  heldCents: cents,
});

export function sumHeld(work: readonly OpenWork[]): number {
  return work.reduce((sum, { heldCents }) => sum + heldCents, 0);
}

/** The result of one comparison of an account's held money with its open work. `work` identifies the open work. */
export type HoldLook =
  | { kind: 'agrees' }
  | { kind: 'moves' }
  | { kind: 'differs'; heldCents: number; workCents: number; work: string };

/**
 * Compares the held money once.
 * @param before the balance row that was read before the open work
 * @param after the balance row that was read after the open work
 */
export function lookAtHold(
  before: Account | undefined,
  after: Account | undefined,
  work: readonly OpenWork[],
): HoldLook {
  if (!before || !after) return { kind: 'moves' };
  const { seq, heldCents, availableCents } = after;
  const isQuiet =
    before.seq === seq && before.heldCents === heldCents && before.availableCents === availableCents;
  if (!isQuiet) return { kind: 'moves' };
  const holding = work.filter((one) => one.heldCents > 0);
  const workCents = sumHeld(holding);
  if (heldCents === workCents) return { kind: 'agrees' };
  const names = holding.map(({ name }) => name).sort();
  return { kind: 'differs', heldCents, workCents, work: names.join() };
}

/**
 * Judges several comparisons. Rows change between the reads and an index lags behind, so one comparison proves nothing.
 * Work that has ended never opens again. So if two comparisons find the same work open, it was open while the balance
 * was read between them.
 */
export function judgeHold(
  looks: readonly HoldLook[],
): { kind: 'agrees' } | { kind: 'busy' } | { kind: 'differs'; heldCents: number; workCents: number } {
  if (looks.some(({ kind }) => kind === 'agrees')) return { kind: 'agrees' };
  const [first, ...others] = looks;
  if (first?.kind !== 'differs') return { kind: 'busy' };
  const isSame = others.every(
    (look) => look.kind === 'differs' && look.heldCents === first.heldCents && look.work === first.work,
  );
  return isSame ? first : { kind: 'busy' };
}

/**
 * Returns the id of a difference's incident. It is the same each time the difference is found, and does not contain the
 * account's number.
 * @param since the last entry number at which the account agreed; it does not change while the account differs
 */
export function differenceId(account: AccountRef, since: number, { kind, mark }: Difference): string {
  const hash = createHash('sha256').update(accountKey(account)).digest('hex').slice(0, 16);
  return `ledger-${hash}-${since}-${kind}-${mark}`;
}
