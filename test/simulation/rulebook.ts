// What operators have ruled about each account, and whether what is written keeps to it: at each write, in the order of the
// writes. A ruling nobody has heard of may count or not, so the loosest of those that may is the measure.

import type { Cashout } from '../../lib/cashout/cashout.ts';
import { ownFailures } from '../../lib/cashout/failures.ts';
import { bodyOf, isGood, type Operation } from './callers.ts';
import { groupBy, rowsOf } from './case.ts';
import { clockSlackMs } from './check-deliveries.ts';
import type { Dump } from './engine.ts';

/**
 * An operator's words about an account, and when they were acknowledged: `heard` in milliseconds since 1970, `lived` by
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

/** @param now milliseconds since 1970, by the world's clock */
export function makeRulebook(
  fail: (invariant: string, what: string) => void,
  lived: () => number,
  now: () => number,
) {
  const rulings: Ruling[] = [];
  /** By account and place: cents that are held or paid, and when the first were held. */
  const spent = new Map<string, { cents: number; since: number }>();
  /** Who may approve no more, on which account, and when that was acknowledged (milliseconds since 1970), if it was. */
  const dismissed: { userId: string; account: string; heard?: number }[] = [];

  const about = (account: string, action: string) =>
    rulings.filter((one) => one.account === account && one.action === action);

  /** Every write seen now goes by these words: a stream tells of a write some hundred milliseconds after it. */
  const isInForce = (one: Ruling): boolean => one.lived !== undefined && lived() > one.lived + clockSlackMs;

  /** The loosest limit in cents that may be in force; nothing, if there may be none. */
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

  /** Whoever approved it still might when the last one did, and on the day of a scheduled one. */
  function onCounted({ id, approvals = [], approvedBy }: Cashout, account: string, judgedAt = ''): void {
    for (const { by } of approvals) {
      const gone = dismissed.find((one) => one.userId === by && one.account === account);
      if (gone?.heard && by !== approvedBy && Date.parse(judgedAt) > gone.heard + clockSlackMs)
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

  /** At rest: what each limit has counted is what was counted in it and not given back. */
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

  /** At rest: whoever was told of an approval is kept, and under a rule that refuses duplicates none was paid. */
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
    checkKnowledge(rows);
  }

  /** A cashout after a paid one with the same payee and amount tells it, once the rule was heard of. */
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

  /** Where duplicates are refused, one of a payee and amount is alive. */
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

  /** Nobody is told of a payee for a payout that was made when its creator's tokens had run out. */
  function checkKnowledge(rows: readonly Cashout[]): void {
    const told = rows.filter(
      ({ failureCode, failureText, rejectedBy }) =>
        failureCode === 'BE01' || (failureText === ownFailures.key_not_found.text && !rejectedBy),
    );
    for (const [user, own] of groupBy(told, ({ createdBy }) => createdBy)) {
      // Charged at some time between; the earliest is the measure.
      const misses = own.map(({ createdAt, endedAt = '' }) => ({
        at: Date.parse(createdAt),
        told: Date.parse(endedAt),
      }));
      misses.sort((one, other) => one.at - other.at);
      for (const { id, createdAt, endedAt = '' } of own) {
        const made = Date.parse(createdAt);
        let fullAt = 0;
        for (const miss of misses.filter(({ told }) => told < made - 2 * clockSlackMs)) {
          const charged = Math.max(fullAt, miss.at) + missMs;
          // What a bank refuses is told in any case, and costs nothing once the tokens have run out.
          if (charged <= miss.told + bucketMs - clockSlackMs) fullAt = charged;
        }
        // It was looked up before it ended.
        if (fullAt > Date.parse(endedAt) + bucketMs - missMs)
          fail('I53', `${id} tells ${user} of a payee, and had no tokens`);
      }
    }
  }

  return {
    atRest(stored: Dump, history: readonly Operation[]): void {
      checkCounts(stored);
      checkRows(stored, history);
    },

    /** Notes an operator's words before they are said. */
    note(ruling: Ruling): void {
      rulings.push(ruling);
    },

    /** Notes that a user is to approve no more. @returns to be called once that is acknowledged */
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

/** A payee as people know it: a key, or an account, whatever letter its check digit is. */
const payeeOf = ({ pixKey, recipient }: Cashout['request']): string =>
  pixKey ??
  [
    recipient?.ispb,
    recipient?.branch,
    recipient?.accountNumber,
    recipient?.accountDigit.replace(/X/i, '0'),
  ].join('-');

/** Where something is counted: a payee's place is ours, not the service's. */
const placeOf = (row: Cashout, place: string): string =>
  `${row.account.branch}/${row.account.number} ${place.startsWith('PAYEE#') ? personOf(row) : place}`;

/** The owner of a key, or of an account in the house. */
const personOf = ({ request, recipient }: Cashout): string =>
  (request.pixKey || recipient?.ownAccount ? recipient?.legalId : undefined) ?? payeeOf(request);

/** By the tokens that a world gives its users: what a wrong guess costs, and what they have. */
const [missMs, bucketMs] = [60_000, 600_000];

type Band = { from: string; needed: number };

const neededIn = (bands: readonly Band[], amountCents: number): number =>
  Math.max(1, ...bands.filter(({ from }) => Number(from) * 100 <= amountCents).map(({ needed }) => needed));

/** Where each limit counts. */
const kinds = { per_day: 'SPENT#DAY', per_night: 'SPENT#NIGHT', new_payee: 'PAYEE#' };
