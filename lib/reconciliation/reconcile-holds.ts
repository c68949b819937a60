// Compares the held money of accounts with their open work. The indexes of open work lag behind, and money moves
// between the reads. So a difference counts only if several tries find the same difference.

import type { WithAccounts } from '../account/deps.ts';
import { type AccountRef, accountKey } from '../base/account-ref.ts';
import type { WithMoney } from '../incoming/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithBooks } from './deps.ts';
import type { Listed } from './directory-store.ts';
import type { WorkRef } from './open-work-index-store.ts';
import { type HoldLook, judgeHold, lookAtHold, type OpenWork } from './reconciliation.ts';
import { type Reported, reportDifference } from './report-difference.ts';

type Deps = Base & WithBooks & WithAccounts & WithMoney;

/** Open work that any try of this run has found, with its account. */
export type KnownWork = Map<string, { ref: WorkRef; account: string }>;

const looks = 4;
const betweenLooksMs = 3_000;
/**
 * A time that is longer than an index may lag (ms). Held money without open work is a difference only after this time.
 */
const lagMaxMs = 10 * 60_000;

/**
 * Reads the open work of these accounts, by account. Chargebacks that are known to belong to other accounts are not
 * read again. Work that is known to belong to these accounts is read, even if the index no longer contains it.
 */
export async function readOpenWork(
  { openWork }: Base & WithBooks,
  known: KnownWork,
  accounts: readonly AccountRef[],
): Promise<Map<string, OpenWork[]>> {
  const wanted = new Map<string, WorkRef>();
  const keys = new Set(accounts.map(accountKey));
  for (const ref of await openWork.list(accounts)) {
    const owner = known.get(ref.name)?.account;
    if (owner === undefined || keys.has(owner)) wanted.set(ref.name, ref);
  }
  for (const { ref, account } of known.values()) if (keys.has(account)) wanted.set(ref.name, ref);
  const byAccount = new Map<string, OpenWork[]>();
  for (const { ref, work } of await openWork.read([...wanted.values()])) {
    const account = accountKey(work.account);
    known.set(ref.name, { ref, account });
    byAccount.set(account, [...(byAccount.get(account) ?? []), work]);
  }
  return byAccount;
}

type Judged = { holds: number; busy: number; suspected: number; differences: Reported[] };

/**
 * Compares the suspects again.
 * @param suspects accounts whose hold differed from their open work in the first try or in the last run
 */
export async function reconcileHolds(
  deps: Deps,
  suspects: readonly Listed[],
  known: KnownWork,
  hasTime: () => boolean,
  fail: (error: unknown) => void,
): Promise<Judged> {
  const judged: Judged = { holds: 0, busy: 0, suspected: 0, differences: [] };
  const seen = new Map<Listed, HoldLook[]>(suspects.map((listed) => [listed, []]));
  for (let look = 1; look <= looks; look++) {
    const open = suspects.filter((listed) => !seen.get(listed)?.some(({ kind }) => kind === 'agrees'));
    if (open.length === 0) break;
    await deps.pause(betweenLooksMs);
    // The comparison has a result only after all tries.
    const shown = hasTime() ? await lookAt(deps, open, known).catch(fail) : undefined;
    for (const [index, listed] of open.entries()) seen.get(listed)?.push(shown?.[index] ?? { kind: 'moves' });
    if (!shown) break;
  }
  for (const [listed, shown] of seen) await judge(deps, listed, shown, judged).catch(fail);
  return judged;
}

/** Reads the balances, then the open work, then the balances again. */
async function lookAt(deps: Deps, accounts: readonly Listed[], known: KnownWork): Promise<HoldLook[]> {
  const before = await deps.accounts.getAll(accounts);
  const work = await readOpenWork(deps, known, accounts);
  const after = await deps.accounts.getAll(accounts);
  return accounts.map((account, index) =>
    lookAtHold(before[index], after[index], work.get(accountKey(account)) ?? []),
  );
}

/**
 * Judges a difference. Open work without held money is a proven difference, because its rows were read strongly
 * consistently. Held money without open work may come from the lag of an index. So it is stored, and counts if a later
 * run finds the same difference.
 */
async function judge(deps: Deps, listed: Listed, shown: readonly HoldLook[], judged: Judged): Promise<void> {
  const verdict = judgeHold(shown);
  if (verdict.kind === 'busy') {
    judged.busy += 1;
    return;
  }
  judged.holds += 1;
  const noted = listed.holdDifference;
  if (verdict.kind === 'agrees') {
    if (noted) await deps.directory.forgetHold(listed, noted);
    return;
  }
  const { heldCents, workCents } = verdict;
  const cents = heldCents - workCents;
  const now = deps.now();
  const known = noted?.cents === cents ? noted : { cents, seq: listed.seq, at: now.toISOString() };
  if (known !== noted) await deps.directory.noteHold(listed, known);
  if (cents > 0 && now.getTime() - Date.parse(known.at) < lagMaxMs) {
    judged.suspected += 1;
    return;
  }
  const kind = cents > 0 ? 'held_without_work' : 'work_without_hold';
  const details = `the account holds ${heldCents}, but its open work needs ${workCents}`;
  judged.differences.push(await reportDifference(deps, listed, { kind, mark: cents, details }, known.seq));
}
