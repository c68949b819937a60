// Adds up the entries of one account since its checkpoint, up to the last entry that its balance row includes.

import type { Account } from '../account/account.ts';
import type { WithAccounts } from '../account/deps.ts';
import type { WithStatement } from '../ledger/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { Listed } from './directory-store.ts';
import { type Checkpoint, compareBalance, type Difference, foldEntries } from './reconciliation.ts';

type Deps = Base & WithAccounts & WithStatement;

const perPage = 1_000;
const looks = 3;
const betweenLooksMs = 2_000;

/** Result of the addition. `to`: the checkpoint at the last entry that agrees. */
type Folded = { to: Checkpoint; entries: number; difference?: Difference };

/**
 * Compares an account's entries with its balance. The rows of a transaction become visible one by one, so a difference
 * counts only if each of several tries finds it. Each try reads the balance row first, then the entries.
 * @param account as it was read before
 */
export async function reconcileEntries(
  deps: Deps,
  listed: Listed,
  account: Account | undefined,
  hasTime: () => boolean,
): Promise<Folded> {
  let current = account;
  for (let look = 1; ; look++) {
    const folded = await fold(deps, listed, current, hasTime);
    if (!folded.difference || look === looks) return folded;
    await deps.pause(betweenLooksMs);
    current = await deps.accounts.get(listed);
  }
}

async function fold(
  deps: Deps,
  listed: Listed,
  account: Account | undefined,
  hasTime: () => boolean,
): Promise<Folded> {
  let to: Checkpoint = listed;
  let entries = 0;
  if (!account)
    return {
      to,
      entries,
      difference: { kind: 'account', mark: 0, details: 'the account is listed, but has no balance row' },
    };
  while (to.seq < account.seq) {
    const page = await deps.statement.listAfter(account, { at: to.time, id: to.seq }, perPage);
    // Entries that were posted after the balance row was read are left to the next run.
    const due = page.filter(({ seq }) => seq <= account.seq);
    const later = page.at(due.length);
    const folded = foldEntries(to, due);
    entries += due.length;
    to = folded.to;
    if (folded.difference) return { to, entries, difference: folded.difference };
    if (later && (await isBeyond(deps, listed, later.seq)))
      return {
        to,
        entries,
        difference: {
          kind: 'sequence',
          mark: later.seq,
          details: `entry ${later.seq} is missing from the balance`,
        },
      };
    if (due.length < perPage) break;
    // The time is over, so the checkpoint moves to the last entry that agrees.
    if (!hasTime()) return { to, entries };
  }
  const difference = compareBalance(account, to);
  return { to, entries, ...(difference ? { difference } : {}) };
}

/**
 * Returns whether an entry is newer than the balance row. An entry and its balance are written in one transaction, so
 * once an entry is visible the balance row must include it.
 */
async function isBeyond({ accounts }: Base & WithAccounts, listed: Listed, seq: number): Promise<boolean> {
  const account = await accounts.get(listed);
  return !account || account.seq < seq;
}
