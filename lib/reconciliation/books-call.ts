// Answers a call of the function reconcile-psp, by its schedule or by an operator. A refusal is returned and not
// thrown.

import * as z from 'zod';
import { errorBody } from '../base/errors.ts';
import { presentDay, presentNow } from './present-books.ts';
import { type ComparingDeps, lastDay, reconcilePsp, shownMax, standing } from './reconcile-psp.ts';

/** What a call may ask: one day, and more lines of it. */
export const booksAsked = z.object({
  day: z.iso.date('must be YYYY-MM-DD').optional(),
  after: z.string().max(400).startsWith('difference#').optional(),
});

type Answer = Record<string, unknown> & { days?: ReturnType<typeof presentDay>[] };

/**
 * Answers the call. A scheduled run throws at its end if a day could not be compared, so that the run counts as an
 * error.
 */
export async function answerReconcilePsp(
  deps: ComparingDeps,
  event: object | null,
  remaining: () => number,
): Promise<Answer> {
  const parsed = booksAsked.safeParse(event ?? {});
  if (!parsed.success) return wrong(parsed.error.issues[0]?.message ?? 'must be a day');
  const { day, after } = parsed.data;
  const last = lastDay(deps);
  if (day !== undefined && day > last) return wrong(`must be a past day: the last one is ${last}`);
  const done = await reconcilePsp(deps, { day, after }, remaining);
  if (!done) return { worked: true, books: 'The stage has no PSP to reconcile with.', agree: true };
  const { days, failed, complete, balancesNow } = done;
  if (failed.length > 0 && day === undefined) throw new Error('some days could not be compared');
  const rows = days.map(({ row }) => row);
  const isSettled = rows.every(({ state }) => state === 'settled');
  const agree = standing(rows) === 0 && failed.length === 0 && complete && isSettled;
  const shown = days.map(({ row, differences }) => presentDay(row, differences, shownMax));
  const notDone = failed.map(({ place, day }) => ({ psp: place, day }));
  return {
    worked: true,
    agree,
    complete,
    failed: notDone,
    psp_balances_now: presentNow(balancesNow),
    days: shown,
  };
}

const wrong = (message: string) => ({
  ...errorBody('validation_error', [{ field: 'day', message }]).body,
});
