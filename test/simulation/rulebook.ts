// Checks that each write follows the rules that operators have set for the account, in the order of the writes. A rule
// whose answer nobody got may apply or not, so the most lenient of the possible rules is used.

import type { Batch } from '../../lib/batch/batch.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { ownFailures } from '../../lib/cashout/failures.ts';
import { bodyOf, isGood, type Operation } from './callers.ts';
import { groupBy, rowsOf } from './case.ts';
import { clockSlackMs } from './check-deliveries.ts';
import type { Dump } from './engine.ts';

/**
 * An operator's rule for an account, and when it was confirmed. `heard` is in milliseconds since 1970; `lived` is by
 * the clock that never jumps.
 */
export type Ruling = {
  account: string;
  action: string;
  more: Record<string, unknown>;
  heard?: number;
  lived?: number;
};

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Time between the judgement of a batch's step and its last write, with the clocks' difference. */
const stepMs = 40_000;

/** @param now returns the world's time in milliseconds since 1970 */
export function makeRulebook(
  fail: (invariant: string, what: string) => void,
  lived: () => number,
  now: () => number,
) {
  const rulings: Ruling[] = [];
  /** The cents that are held or paid, by account and place, and the time of the first hold. */
  const spent = new Map<string, { cents: number; since: number }>();
  /**
   * The users who may no longer approve, with the account and the time of the confirmation (milliseconds since 1970),
   * if there was one.
   */
  const dismissed: { userId: string; account: string; heard?: number }[] = [];

  const about = (account: string, action: string) =>
    rulings.filter((one) => one.account === account && one.action === action);

  /**
   * Returns whether the rule applies to every write that is seen now. A stream reports a write some hundred
   * milliseconds later.
   */
  const isInForce = (one: Ruling): boolean => one.lived !== undefined && lived() > one.lived + clockSlackMs;

  /** Returns the most lenient limit in cents that may apply, or undefined if possibly no limit applies. */
  function limitOf(account: string, name: string): number | undefined {
    const of = about(account, 'rule limit').filter(({ more }) => more.limit === name);
    if (!of.some(isInForce) || of.some(({ more }) => more.amount === null)) return undefined;
    return Math.max(...of.map(({ more }) => Math.round(Number(more.amount) * 100)));
  }

  function onReserved(row: Cashout): void {
    const { id, account: ref, request, countedIn = [], reservedAt = '' } = row;
    const account = `${ref.branch}/${ref.number}`;
    const { amountCents } = request;
    const most = limitOf(account, 'per_transfer');
    if (most !== undefined && amountCents > most) fail('I50', `${id} of ${amountCents} is above ${most}`);
    for (const [name, kind] of Object.entries(kinds)) {
      const limit = limitOf(account, name);
      if (limit === undefined) continue;
      const place = countedIn.find((one) => one.startsWith(kind));
      const isAlways = name !== 'per_night';
      if (!place && isAlways) fail('I50', `${id} is held, and not counted ${name}`);
      if (!place) continue;
      const held = spent.get(placeOf(row, place)) ?? { cents: 0, since: Date.parse(reservedAt) };
      const sum = held.cents + amountCents;
      spent.set(placeOf(row, place), { ...held, cents: sum });
      const isOld = name === 'new_payee' && Date.parse(reservedAt) - held.since > dayMs - clockSlackMs;
      if (sum > limit && !isOld)
        fail('I50', `${id}: ${sum} cents ${name} of ${account}, the limit is ${limit}`);
    }
    onApproved(row, account, row.startsAt ? reservedAt : row.approvedAt);
    onPayee(row, account);
  }

  function onApproved(
    { id, request, requires, approvals, ...row }: Cashout,
    account: string,
    judgedAt = '',
  ): void {
    const users = (approvals ?? [{ by: row.approvedBy }]).map(({ by }) => by);
    const others = users.filter((by) => by !== row.createdBy);
    if (requires && (requires.ownCounts ? users : others).length < requires.needed)
      fail('I51', `${id} is held with ${users.length} approvals, and needs ${requires.needed}`);
    const isAfter = (all: Ruling[]) =>
      all.some(({ heard }) => heard && Date.parse(judgedAt) > heard + clockSlackMs);
    const bands = about(account, 'rule approvals');
    const needed = Math.min(...bands.map(({ more }) => neededIn(more.bands as Band[], request.amountCents)));
    if (isAfter(bands) && users.length < needed)
      fail(
        'I51',
        `${id} of ${request.amountCents} is held with ${users.length} approvals, the rule is ${needed}`,
      );
    const own = about(account, 'rule own-approval');
    const bounds = own.map(({ more }) =>
      more.up_to === null ? Number.POSITIVE_INFINITY : Number(more.up_to) * 100,
    );
    if (isAfter(own) && others.length === 0 && request.amountCents > Math.max(...bounds))
      fail('I51', `${id} of ${request.amountCents} is approved by its creator alone`);
  }

  /**
   * Checks that each approver still had the right to approve when the last one approved, and for a scheduled cashout
   * also on its day.
   */
  function onCounted({ id, approvals, approvedBy, batchId }: Cashout, account: string, judgedAt = ''): void {
    // A line of a batch has the approvals of the batch, which are judged at each step.
    const own = batchId && approvedBy ? [{ by: approvedBy }] : [];
    const slackMs = batchId ? stepMs : clockSlackMs;
    for (const { by } of approvals ?? own) {
      const gone = dismissed.find((one) => one.userId === by && one.account === account);
      const isLast = by === approvedBy && !batchId;
      if (gone?.heard && !isLast && Date.parse(judgedAt) > gone.heard + slackMs)
        fail('I51', `${id} counts the approval of ${by}, who may approve no more`);
    }
  }

  function onPayee({ id, request, recipient }: Cashout, account: string): void {
    const rules = about(account, 'rule payees');
    if (!rules.some(isInForce) || rules.some(({ more }) => more.payees === 'any')) return;
    const listed = about(account, 'payee add').map(({ more }) => more.key ?? more.legal_id);
    if (!listed.includes(request.pixKey) && !listed.includes(recipient?.legalId))
      fail('I50', `${id} is held for somebody who is not on the list`);
  }

  /** Checks at rest that each limit has counted exactly what was counted in it and not given back. */
  function checkCounts(stored: Dump): void {
    const sums = new Map<string, number>();
    for (const { account, status, countedIn = [], request } of rowsOf<Cashout>(stored, 'CashoutsTable'))
      for (const place of countedIn) {
        const name = `ACCOUNT#${account.branch}#${account.number} ${place}`;
        const cents = ['ERROR', 'CANCELLED'].includes(status) ? 0 : request.amountCents;
        sums.set(name, (sums.get(name) ?? 0) + cents);
      }
    for (const { pk, sk, cents } of rowsOf<{ pk: string; sk: string; cents?: number }>(
      stored,
      'AccountsTable',
    ))
      if (/^(SPENT|PAYEE)#/.test(sk) && sums.get(`${pk} ${sk}`) !== cents)
        fail('I50', `${pk} ${sk} has counted ${cents}, and ${sums.get(`${pk} ${sk}`)} is held or paid`);
  }

  /**
   * Checks at rest that every approval that was answered is stored, and that no duplicate was paid under a rule that
   * refuses duplicates.
   */
  function checkRows(stored: Dump, history: readonly Operation[]): void {
    const rows = rowsOf<Cashout>(stored, 'CashoutsTable');
    for (const call of history.filter(
      ({ path, outcome }) => path.startsWith('/approve-') && isGood(outcome),
    )) {
      const { id, approvals = [] } = bodyOf(call);
      const row = rows.find((one) => one.id === id);
      const kept = row?.approvals ?? [{ by: row?.approvedBy }];
      for (const { user } of approvals)
        if (!dismissed.some(({ userId }) => userId === user) && !kept.some(({ by }) => by === user))
          fail('I51', `${id}: the approval of ${user} was told, and is lost`);
    }
    for (const { id, approvals = [] } of rows)
      if (new Set(approvals.map(({ by }) => by)).size !== approvals.length)
        fail('I51', `${id} is approved twice by one user`);
    checkDuplicates(rows);
    checkTold(rows, rowsOf<Batch & { sk: string }>(stored, 'BatchesTable'));
  }

  /**
   * Checks that under a rule that holds duplicates, no line was paid that repeats a payout which its approvers cannot
   * have seen, because it was created after their approval.
   */
  function checkTold(rows: readonly Cashout[], batches: readonly (Batch & { sk: string })[]): void {
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const { id, batchId, account, possibleDuplicateOf, status } of rows) {
      const batch = batches.find((one) => one.sk === 'BATCH' && one.id === batchId);
      const earlier = byId.get(possibleDuplicateOf ?? 0);
      if (!batch?.approvedAt || !earlier || earlier.batchId === batchId || status !== 'SUCCESS') continue;
      const rules = about(`${account.branch}/${account.number}`, 'rule duplicates');
      const isHeld = rules.every(({ more }) => (more.rule as { action?: string } | null)?.action === 'hold');
      const approved = Date.parse(batch.approvedAt);
      if (isHeld && Date.parse(earlier.createdAt) > approved + clockSlackMs)
        fail('I52', `${id} repeats ${earlier.id}, which its approvers were not told of`);
    }
  }

  /** Checks that a cashout with the payee and amount of an earlier paid one says so, once the rule was confirmed. */
  function checkDuplicates(rows: readonly Cashout[]): void {
    for (const [what, same] of groupBy(rows, ({ account, request }) =>
      [account.branch, account.number, payeeOf(request), request.amountCents].join(' '),
    )) {
      const [branch, number] = what.split(' ');
      const rules = about(`${branch}/${number}`, 'rule duplicates');
      const heard = rules.find((one) => one.heard)?.heard;
      if (heard === undefined || rules.some(({ more }) => more.rule === null)) continue;
      const times = same.map((row) => ({ row, at: Date.parse(row.createdAt) }));
      if (rules.every(({ more }) => (more.rule as { action: string }).action === 'refuse'))
        checkAlive(times.filter((one) => one.at > heard + clockSlackMs));
      for (const { row, at } of times.filter((one) => one.at > heard + clockSlackMs)) {
        const isBefore = (time: number) => time < at - clockSlackMs && time > at - hourMs + clockSlackMs;
        const earlier = times.find(
          (one) => one.row.status === 'SUCCESS' && one.at > heard + clockSlackMs && isBefore(one.at),
        );
        if (earlier && row.possibleDuplicateOf === undefined)
          fail('I52', `${row.id} has payee and amount of ${earlier.row.id}, and does not tell`);
      }
    }
  }

  /** Checks that only one cashout with the same payee and amount is not refused, if the rule refuses duplicates. */
  function checkAlive(times: readonly { row: Cashout; at: number }[]): void {
    const alive = times.filter(({ row }) => ['NEW', 'PROCESSING', 'SUCCESS'].includes(row.status));
    for (const [index, one] of alive.entries())
      for (const other of alive.slice(index + 1))
        if (Math.abs(one.at - other.at) < hourMs - clockSlackMs)
          fail(
            'I52',
            `${one.row.id} and ${other.row.id} have one payee and amount, and duplicates are refused`,
          );
  }

  /**
   * Checks that a user without look-up tokens gets no information about a payee.
   * @param logLines a refusal by a bank is shown even if its charge failed, which the log tells
   */
  function checkKnowledge(rows: readonly Cashout[], logLines: readonly string[]): void {
    const failures = logLines.filter((line) => line.includes('look-up tokens not charged'));
    const isFree = ({ id }: Cashout) => failures.some((line) => line.includes(`"cashoutId":${id}`));
    const told = rows.filter(
      ({ failureCode, failureText, rejectedBy }) =>
        failureCode === 'BE01' || (failureText === ownFailures.key_not_found.text && !rejectedBy),
    );
    for (const [user, own] of groupBy(told, ({ createdBy }) => createdBy)) {
      // The tokens were charged at some time in between. The check uses the earliest time.
      const misses = own
        .filter((row) => !isFree(row))
        .map(({ createdAt, endedAt = '' }) => ({
          at: Date.parse(createdAt),
          told: Date.parse(endedAt),
        }));
      misses.sort((one, other) => one.at - other.at);
      for (const { id, createdAt, endedAt = '' } of own) {
        const made = Date.parse(createdAt);
        let fullAt = 0;
        for (const miss of misses.filter(({ told }) => told < made - 2 * clockSlackMs)) {
          const charged = Math.max(fullAt, miss.at) + missMs;
          // A refusal by the payee's bank is always reported, and costs no token when none is left.
          if (charged <= miss.told + bucketMs - clockSlackMs) fullAt = charged;
        }
        // The payee was looked up before the payout ended.
        if (fullAt > Date.parse(endedAt) + bucketMs - missMs)
          fail('I53', `${id} tells ${user} of a payee, and had no tokens`);
      }
    }
  }

  return {
    atRest(stored: Dump, history: readonly Operation[], logLines: readonly string[]): void {
      checkCounts(stored);
      checkRows(stored, history);
      checkKnowledge(rowsOf<Cashout>(stored, 'CashoutsTable'), logLines);
    },

    /** Records a rule before the operator sends it. */
    note(ruling: Ruling): void {
      rulings.push(ruling);
    },

    /**
     * Records that a user may no longer approve.
     * @returns a function to call once that was confirmed
     */
    dismiss(userId: string, account: string): () => void {
      const one: (typeof dismissed)[number] = { userId, account };
      dismissed.push(one);
      return () => {
        one.heard = now();
      };
    },

    onChange(table: string, before: object | undefined, after: object): void {
      if (table !== 'CashoutsTable') return;
      const [was, is] = [before as Cashout | undefined, after as Cashout];
      const account = `${is.account.branch}/${is.account.number}`;
      if (!was && is.batchId && is.approvedAt) onCounted(is, account, is.createdAt);
      if (was && is.approvedAt && !was.approvedAt) {
        onApproved(is, account, is.approvedAt);
        onCounted(is, account, is.approvedAt);
      }
      if (is.reservedAt && !was?.reservedAt) {
        onReserved(is);
        if (is.startsAt) onCounted(is, account, is.reservedAt);
      }
      const isReleased = was?.status === 'PROCESSING' && ['ERROR', 'CANCELLED'].includes(is.status);
      if (!isReleased) return;
      for (const place of is.countedIn ?? []) {
        const name = placeOf(is, place);
        const held = spent.get(name);
        if (held) spent.set(name, { ...held, cents: held.cents - is.request.amountCents });
      }
    },
  };
}

/**
 * Names a payee as people know it: by a key, or by an account, in which all letters for the check digit count as equal.
 */
const payeeOf = ({ pixKey, recipient }: Cashout['request']): string =>
  pixKey ??
  [
    recipient?.ispb,
    recipient?.branch,
    recipient?.accountNumber,
    recipient?.accountDigit.replace(/X/i, '0'),
  ].join('-');

/** Names where a limit counts. The place of a payee is computed here, without the service's code. */
const placeOf = (row: Cashout, place: string): string =>
  `${row.account.branch}/${row.account.number} ${place.startsWith('PAYEE#') ? personOf(row) : place}`;

/** Names the owner of a key, or of an account in this institution. */
const personOf = ({ request, recipient }: Cashout): string =>
  (request.pixKey || recipient?.ownAccount ? recipient?.legalId : undefined) ?? payeeOf(request);

/**
 * The times after which a user has regained the tokens of a wrong guess, and of a full bucket. Both follow from the
 * tokens that a world gives its users.
 */
const [missMs, bucketMs] = [60_000, 600_000];

type Band = { from: string; needed: number };

const neededIn = (bands: readonly Band[], amountCents: number): number =>
  Math.max(1, ...bands.filter(({ from }) => Number(from) * 100 <= amountCents).map(({ needed }) => needed));

/** The prefix of the place where each limit counts. */
const kinds = { per_day: 'SPENT#DAY', per_night: 'SPENT#NIGHT', new_payee: 'PAYEE#' };
