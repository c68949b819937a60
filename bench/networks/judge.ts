// Compares the payouts with the payments that the PSPs have really made.

import type { AccountRef } from '../../lib/base/account-ref.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import type { Made, Truth } from './truth.ts';
import { openingCents, places, type World } from './world.ts';

export type Verdict = {
  /** The number of payouts by status. */
  statuses: Record<string, number>;
  /** Payouts in progress that have an incident. */
  waiting: number;
  faults: string[];
};

/** Judges all payouts of a run. A payout in progress is right only if an incident names it. */
export async function judge(
  { deps, truths }: World,
  rows: readonly Cashout[],
  accounts: readonly AccountRef[],
): Promise<Verdict> {
  const named = new Set((await deps.incidents.list(true)).map(({ cashoutId }) => cashoutId));
  const faults: string[] = [];
  const statuses: Record<string, number> = {};
  let waiting = 0;
  for (const row of rows) {
    statuses[row.status] = (statuses[row.status] ?? 0) + 1;
    const fault = faultOf(row, truths, deps.now());
    if (fault) faults.push(`${row.id}: ${fault}`);
    if (row.status !== 'PROCESSING') continue;
    if (named.has(row.id)) waiting += 1;
    else faults.push(`${row.id}: waits without an incident`);
  }
  const known = new Set(rows.map(({ id }) => String(id)));
  for (const { made } of Object.values(truths))
    for (const reference of made.keys()) if (!known.has(reference)) faults.push(`${reference}: not ours`);
  for (const account of accounts) {
    const own = rows.filter((row) => row.account.number === account.number);
    const sum = (status: string) =>
      own.filter((row) => row.status === status).reduce((all, { request }) => all + request.amountCents, 0);
    const { availableCents, heldCents } = (await deps.accounts.get(account)) ?? {};
    const [paid, held] = [sum('SUCCESS'), sum('PROCESSING')];
    if (heldCents !== held || availableCents !== openingCents - paid - held)
      faults.push(`account ${account.number} does not add up`);
  }
  return { statuses, waiting, faults };
}

function faultOf(
  { id, status, sentTo, request }: Cashout,
  truths: Record<'first' | 'second', Truth>,
  now: Date,
) {
  const [atFirst, atSecond] = [truths.first, truths.second].map(({ made }) => made.get(String(id)));
  if (atFirst && atSecond) return 'sent to both PSPs';
  const made = atFirst ?? atSecond;
  if (made && sentTo !== (atFirst ? places.first : places.second))
    return 'sent to another PSP than its row says';
  if (made && made.amountCents !== request.amountCents) return 'another amount';
  if (status === 'SUCCESS') return isPaid(made, now) ? undefined : 'SUCCESS, and not paid';
  if (status === 'PROCESSING') return undefined;
  if (!made) return `${status}, and never sent`;
  return made.ends === 'settled' ? `${status}, and paid` : undefined;
}

const isPaid = (made: Made | undefined, now: Date) =>
  made?.ends === 'settled' && made.endsAt <= now.getTime();
