// One account's entries since its checkpoint, added up to the sequence of its balance row.

import type { Account } from '../account/account.ts';
import type { Core } from '../med-case/deps.ts';
import type { Listed } from './directory-store.ts';
import { type Checkpoint, compareBalance, type Difference, foldEntries } from './reconciliation.ts';

const perPage = 1_000;
const looks = 3;
const betweenLooksMs = 2_000;

/** `to`: the last entry that agrees. */
type Folded = { to: Checkpoint; entries: number; difference?: Difference };

/**
 * The rows of a transaction become visible one by one, so a difference counts only if each of several tries finds it.
 * Each try reads the balance row first, then the entries.
 * @param account as read before
 */
export async function reconcileEntries(
  deps: Core,
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
  deps: Core,
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
    // Entries posted after the read of the balance row are left to the next run.
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
    // The checkpoint moves to the last entry that agrees.
    if (!hasTime()) return { to, entries };
  }
  const difference = compareBalance(account, to);
  return { to, entries, ...(difference ? { difference } : {}) };
}

/** An entry and its balance are one transaction. So once an entry is visible, the balance row has its sequence. */
async function isBeyond({ accounts }: Core, listed: Listed, seq: number): Promise<boolean> {
  const account = await accounts.get(listed);
  return !account || account.seq < seq;
}
