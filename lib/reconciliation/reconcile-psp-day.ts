// Compares one day of a PSP's books with ours. Unmatched movements are checked one by one: differences are reported,
// and earlier differences that no longer exist are marked as resolved. If a run is cut short, the next run continues.

import { parsePixKey } from '../account/pix-key.ts';
import { accountKey } from '../base/account-ref.ts';
import { addSeconds, ageSeconds, saoPauloDayRange } from '../base/time.ts';
import type { WithQueues } from '../incoming/deps.ts';
import type { WithInbox } from '../network/deps.ts';
import type { Listed, StatementLine } from '../network/psp-books.ts';
import type { DayCounts, DayRow } from './book-store.ts';
import { chargeFees } from './charge-fees.ts';
import { isCovered, sumNotCompared } from './coverage.ts';
import { awaitStatement, type Ordered, orderStatement } from './fetch-statement.ts';
import { hearMissed } from './hear-missed.ts';
import { judgeCandidates } from './judge-candidates.ts';
import type { Judging } from './judge-their-movement.ts';
import { balanceDay, type Class } from './psp-balance.ts';
import { type BorderEntry, ourMovements, type Range, theirMovements } from './psp-movements.ts';
import { againAfter, type KeyOwner, misattributed, type Pair, pairUp } from './psp-reconciliation.ts';
import { reportPspDay } from './report-psp-difference.ts';

const none: DayCounts = { agree: 0, onTheirWay: 0, waiting: 0, unanswered: 0, differences: 0 };
/** What a PSP without a list answers. */
const nothing: Listed<never> = { items: [], faults: [] };
/** Time around midnight in which the two sides may date a movement on different days (seconds). */
const edgeSeconds = 2 * 3_600;
/** Time after which a statement that is still missing is reported to a person (seconds). */
const statementPatienceSeconds = 6 * 3_600;
const atOnce = 8;

/** Returns the day's range with the time around midnight, in which entries may pair with the day's movements. */
export function rangeAround(day: string): Range {
  const { from, to } = saoPauloDayRange(day);
  return { from: addSeconds(new Date(from), -edgeSeconds), to: addSeconds(new Date(to), edgeSeconds) };
}

/**
 * Compares the day. If the PSP has no statement, the day has no balance; movements that it does not list are only added
 * up.
 * @param entries our entries at this PSP, in the range around the day
 * @param before the row of the day before
 * @param known the row of this day, if a comparison has started
 */
export async function reconcilePspDay(
  deps: Judging & WithInbox & WithQueues,
  day: string,
  {
    entries,
    before,
    known,
  }: { entries: readonly BorderEntry[]; before?: DayRow | undefined; known?: DayRow | undefined },
  hasTime: () => boolean,
): Promise<DayRow> {
  const range = saoPauloDayRange(day);
  const wide = rangeAround(day);
  const { place, received: receiving, paid } = deps.at;
  const asked = paid && (known?.statementName ? (known as Ordered) : await orderStatement(deps, paid, day));
  const [sent, received, linesBefore] = await Promise.all([
    paid?.listSent(wide) ?? nothing,
    receiving?.listReceived(wide) ?? nothing,
    readLines(deps, before),
  ]);
  const { statement, ordered } =
    paid && asked ? await awaitStatement(deps, paid, day, asked, hasTime) : { ordered: {} };
  const { lines = [], faults = [] } = statement ?? {};
  const theirs = theirMovements({ sent: sent.items, received: received.items, lines, linesBefore }, range);
  const { covered = [], uncovered = [] } = Object.groupBy(ourMovements(entries, range), (one) =>
    isCovered(deps.at, one) ? 'covered' : 'uncovered',
  );
  const { pairs, candidates } = pairUp(covered, theirs);
  candidates.push(...misattributed(pairs, await ownersOf(deps, pairs)));

  const { judged, unanswered, cursor } = await judgeCandidates(deps, day, candidates, known?.cursor, hasTime);
  await hearMissed(deps, judged);
  // Candidates that an earlier run checked before it was cut short are not checked again.
  const earlier = known?.cursor === undefined ? none : known.counts;
  const count = (what: Class) => judged.filter((one) => one.class === what).length;
  const differing = candidates.filter(({ found }) => found === 'differs').length;
  const counts: DayCounts = {
    agree: pairs.length - differing + count('other day'),
    onTheirWay: count('on its way') + earlier.onTheirWay,
    waiting: count('waits') + earlier.waiting,
    unanswered: unanswered + earlier.unanswered,
    differences: count('difference'),
  };
  const row: DayRow = {
    ...ordered,
    place,
    day,
    counts,
    notCompared: sumNotCompared(uncovered),
    faults: [...new Set([...faults, ...sent.faults, ...received.faults])],
    updatedAt: deps.now().toISOString(),
    ...endOf(deps, known, counts, { cursor, isWhole: !paid || statement !== undefined }),
  };
  if (row.state === 'cut short') return row;
  if (!paid) return row;
  if (!statement) return withoutStatement(deps, row);
  const isCharged = known?.feesCharged || (await chargeFees(deps, statement, pairs));
  if (isCharged) row.feesCharged = true;
  const balance = balanceDay({ statement, pairs, judged, entries, day: range, before: before?.balance });
  if (!balance) return row;
  const { unexplainedCents } = balance;
  if (unexplainedCents === 0) return { ...row, balance };
  await reportPspDay(
    deps,
    row,
    'balance',
    `${unexplainedCents} cents of the PSP’s balance are not explained`,
  );
  const again = addSeconds(deps.now(), againAfter(row.passes));
  return { ...row, balance, state: 'open', nextAt: row.state === 'open' ? row.nextAt : again };
}

type End = Pick<DayRow, 'state' | 'passes' | 'nextAt' | 'cursor'>;

function endOf(
  deps: Judging,
  known: DayRow | undefined,
  { onTheirWay, unanswered, differences }: DayCounts,
  { cursor, isWhole }: { cursor: string | undefined; isWhole: boolean },
): End {
  const passes = known?.passes ?? 0;
  const now = deps.now().toISOString();
  if (cursor !== undefined) return { state: 'cut short', passes, nextAt: now, cursor };
  if (!isWhole) return { state: 'waiting', passes, nextAt: now };
  const isSettled = onTheirWay + unanswered + differences === 0;
  const nextAt = unanswered > 0 ? now : addSeconds(deps.now(), againAfter(passes));
  return { state: isSettled ? 'settled' : 'open', passes: passes + 1, nextAt };
}

async function withoutStatement(deps: Judging, row: DayRow): Promise<DayRow> {
  const { day, orderedAt = row.updatedAt } = row;
  const seconds = ageSeconds(orderedAt, deps.now());
  if (seconds > statementPatienceSeconds)
    await reportPspDay(deps, row, 'statement', `the PSP has no statement of ${day} yet`);
  return row;
}

/**
 * Reads the PSP's lines of the day before. They explain entries that we made after midnight. Without these lines, each
 * such entry is checked separately.
 */
async function readLines(deps: Judging, before: DayRow | undefined): Promise<readonly StatementLine[]> {
  if (!before?.statementName) return [];
  const found = await deps.at.paid?.readStatement(before.statementName, before.day);
  return found?.kind === 'ready' ? found.statement.lines : [];
}

async function ownersOf(deps: Judging, pairs: readonly Pair[]): Promise<Map<string, KeyOwner>> {
  const keys = [...new Set(pairs.flatMap(({ theirs }) => theirs.pixKey ?? []))];
  const owners = new Map<string, KeyOwner>();
  for (let from = 0; from < keys.length; from += atOnce) {
    const some = keys.slice(from, from + atOnce).map(async (key) => {
      const row = await deps.pixKeys.get(parsePixKey(key)?.value ?? key);
      if (!row || row.endedAt) return;
      const { branch, number, addedAt: since } = row;
      owners.set(key, { account: accountKey({ branch, number }), ...(since ? { since } : {}) });
    });
    await Promise.all(some);
  }
  return owners;
}
