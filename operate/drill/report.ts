// Describes the result of a drill in words.

import { accountIdOf, accountKey } from '../../lib/base/account-ref.ts';
import type { Reconciliation } from '../../lib/reconciliation/reconcile.ts';
import type { Reported } from '../../lib/reconciliation/report-difference.ts';
import type { CashoutDifference, Counted } from './compare-cashouts.ts';
import type { EntryDifference } from './compare-entries.ts';

/**
 * A difference within the copy. `torn`: the account was changing at the restored second, so some of its rows may be
 * from before a transaction, and others from after it. `broken`: nothing was changing, so the books were wrong at the
 * restored second.
 */
export type Judged = Reported & { class: 'torn' | 'broken' };

export type Findings = {
  books: Reconciliation;
  differences: Judged[];
  cashouts: CashoutDifference;
  entries: EntryDifference;
};

export function judgeDifferences(differences: readonly Reported[], moving: ReadonlySet<string>): Judged[] {
  return differences.map((one) => ({
    ...one,
    class: moving.has(accountKey(one.account)) ? ('torn' as const) : ('broken' as const),
  }));
}

/** Returns whether the books at the restored second are consistent, and no earlier row was changed afterwards. */
export function isWhole({ books, differences, cashouts, entries }: Findings): boolean {
  return (
    differences.length === 0 &&
    books.complete &&
    books.busy === 0 &&
    cashouts.wrong.length + entries.wrong.length === 0
  );
}

const listedMax = 20;
const reais = (cents: number) => (cents / 100).toFixed(2);
const counted = ({ count, cents }: Counted) => `${count} of ${reais(cents)}`;

/** Returns at most twenty of the lines, and one more line with the number of lines that were left out. */
function listed(lines: readonly string[]): string[] {
  const more = lines.length - listedMax;
  return [...lines.slice(0, listedMax), ...(more > 0 ? [`and ${more} more`] : [])].map((line) => `  ${line}`);
}

export function report(findings: Findings): string[] {
  const { books, differences, cashouts, entries } = findings;
  const torn = differences.filter((one) => one.class === 'torn');
  const broken = differences.filter((one) => one.class === 'broken');
  const tell = (one: Judged) => `account ${accountIdOf(one.account)}: ${one.kind}, ${one.details}`;
  const wrongRows = cashouts.wrong.map(({ id, what }) => `cashout ${id}: ${what.join(', ')}`);
  const wrongAccounts = entries.wrong.map(({ account, what }) => `account ${account}: ${what}`);
  const wrong = [...wrongRows, ...wrongAccounts];
  const moves = entries.moved.map(
    ({ account, entries: count, creditCents, debitCents, byType }) =>
      `account ${account}: ${count} entries, +${reais(creditCents)} -${reais(debitCents)} (${Object.entries(
        byType,
      )
        .map(([type, cents]) => `${type} ${reais(cents)}`)
        .join(', ')})`,
  );
  const total = (name: 'entries' | 'creditCents' | 'debitCents') =>
    entries.moved.reduce((sum, one) => sum + one[name], 0);
  return [
    'The books of that second, by themselves:',
    `  ${books.accounts} accounts, ${books.entries} entries, ${cashouts.compared} cashouts; ${books.holds} held amounts compared with open cashouts and chargebacks`,
    ...(differences.length === 0 ? ['  they are whole'] : []),
    ...(torn.length > 0
      ? ['  torn: these accounts moved at that second, so rows of one transaction may be apart.']
      : []),
    ...(torn.length > 0 ? ['  Restore a second or two earlier or later, when they did not move:'] : []),
    ...listed(torn.map(tell)),
    ...(broken.length > 0 ? ['  BROKEN: nothing moved there, and it does not add up:'] : []),
    ...listed(broken.map(tell)),
    '',
    'Since then, in the present tables:',
    `  ${total('entries')} entries in ${entries.moved.length} accounts, +${reais(total('creditCents'))} -${reais(total('debitCents'))}; ${entries.opened} accounts opened`,
    ...listed(moves),
    ...Object.entries(cashouts.created).map(
      ([status, one]) => `  new cashouts, now ${status}: ${counted(one)}`,
    ),
    ...Object.entries(cashouts.moved).map(([way, one]) => `  cashouts from ${way}: ${counted(one)}`),
    ...(wrong.length > 0 ? ['  WRONG: of what was there at that second, this was changed or is gone:'] : []),
    ...listed(wrong),
    '',
    'If the copies took the place of the tables (docs/disaster.md says what to do first):',
    `  ${counted(cashouts.wouldBeSentAgain)}: PROCESSING in the copy and ended since, would be asked for and sent again`,
    `  ${counted(cashouts.unknownToCopy)}: approved or created since, the copy does not know that they may have left`,
  ];
}
