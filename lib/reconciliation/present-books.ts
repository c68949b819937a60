// Shows the comparison with the PSPs' books to operators. Amounts are in reais, as text with two decimals.

import { cents, toDecimalText } from '../base/money.ts';
import type { PspBalance } from '../network/balance.ts';
import type { DayRow, StoredDifference } from './book-store.ts';
import type { DayBalance } from './psp-balance.ts';
import type { TheirMovement } from './psp-movements.ts';

const reais = (value: number) => toDecimalText(cents(value));

/** Shows the PSPs' current balances. The blocked part of a balance cannot be used for payments. */
export const presentNow = (now: readonly (PspBalance & { place: string })[]) =>
  now.map(({ place, balanceCents, blockedCents }) => ({
    psp: place,
    balance: toDecimalText(balanceCents),
    blocked: toDecimalText(blockedCents),
  }));

/**
 * Shows the result of a day.
 * @param most maximum number of differences to show; if the list contains one more, the answer says that there are more
 */
export function presentDay(row: DayRow, differences: readonly StoredDifference[], most: number) {
  const { place, day, state, counts, faults, balance, notCompared } = row;
  const shown = differences.slice(0, most);
  const more = differences.length > most ? { more_after: shown.at(-1)?.line } : {};
  return {
    psp: place,
    day,
    state,
    agree: counts.agree,
    on_their_way: counts.onTheirWay,
    waiting_for_a_person: counts.waiting,
    unanswered: counts.unanswered,
    differences: counts.differences,
    ...(balance ? { unexplained: reais(balance.unexplainedCents) } : {}),
    psp_faults: faults,
    not_compared: [
      ...notCompared.map(({ what, count, cents }) => ({ what, amount: reais(cents), count: String(count) })),
      ...(balance ? [] : [{ what: 'the balance', amount: '', count: '' }]),
    ],
    ...(balance ? { balance: presentBalance(balance) } : {}),
    lines: shown.map(presentDifference),
    ...more,
  };
}

/** Shows the lines whose sum is the PSP's closing balance. */
function presentBalance(balance: DayBalance) {
  const { theirClosingCents, ourClosingCents, houseCents, underwayCents, unexplainedCents } = balance;
  return [
    { what: 'PSP, opening', amount: reais(balance.theirOpeningCents), count: '' },
    {
      what: 'our accounts, opening (since the first day)',
      amount: reais(balance.ourOpeningCents),
      count: '',
    },
    ...balance.lines.map(({ what, cents, count }) => ({
      what: `of the day: ${what}`,
      amount: reais(cents),
      count: String(count),
    })),
    { what: 'our accounts, closing', amount: reais(ourClosingCents), count: '' },
    { what: '+ money of the institution', amount: reais(houseCents), count: '' },
    { what: '+ on one side only', amount: reais(underwayCents), count: '' },
    { what: '+ unexplained, of the day', amount: reais(unexplainedCents), count: '' },
    { what: '= PSP, closing', amount: reais(theirClosingCents), count: '' },
  ];
}

function presentDifference({ found, ours, theirs, details, state, foundAt }: StoredDifference) {
  const { kind, id, at, reference } = { ...ours, ...theirs } as TheirMovement;
  return {
    state,
    found,
    kind,
    id,
    reference: reference ?? '',
    at,
    ours: ours ? reais(ours.amountCents) : '',
    theirs: theirs ? reais(theirs.amountCents) : '',
    account: ours?.account.replace('#', '/') ?? '',
    details,
    found_at: foundAt,
  };
}
