// Reads returns of payments at Woovi. Only Woovi's callbacks name the returned payment; Woovi's lists do not.

import * as z from 'zod';
import { type Cents, cents } from '../../base/money.ts';
import { type Range, type SentReturn, type Skipped, TooMany } from '../inbox.ts';
import type { CallPsp } from '../psp-client.ts';

/**
 * Woovi's document swaps the words of `type` and `status`, but its examples do not. So each field may contain either
 * word of a return that has been made.
 */
const word = z.enum(['REFUND', 'CONFIRMED']).optional();
const transaction = z.object({
  type: word,
  status: word,
  endToEndId: z.string().regex(/^D[A-Za-z0-9]{31}$/),
  value: z.int().positive(),
  time: z.iso.datetime({ offset: true }).transform((at) => new Date(at).toISOString()),
});
const one = z.object({ transaction });
const list = z.object({
  transactions: z.array(z.unknown()),
  pageInfo: z.object({ hasNextPage: z.boolean() }),
});

/** The words of a return that has moved no money. */
const notMade = z.enum(['REJECTED', 'IN_PROCESSING', 'CREATED']);
function isMade(said: unknown): boolean {
  const { type, status } = (said ?? {}) as { type?: unknown; status?: unknown };
  return ![type, status].some((one) => notMade.safeParse(one).success);
}

const perPage = 100;
/** Maximum number of pages of one range. */
const pagesMax = 50;

export const makeWooviReturns = (call: CallPsp, skipped: Skipped) => ({
  /** Returns the present amount of a return at Woovi. */
  async findReturn(returnId: string): Promise<Cents> {
    const { status, body } = await call({ method: 'GET', path: `/api/v1/transaction/${returnId}` });
    const read = status === 200 ? one.safeParse(body) : undefined;
    if (read?.data?.transaction.endToEndId !== returnId)
      throw new Error(`Woovi did not return the return: ${status}`);
    return cents(read.data.transaction.value);
  },

  async listReturns({ from, to }: Range): Promise<SentReturn[]> {
    const found: SentReturn[] = [];
    for (let page = 0, isMore = true; isMore; page++) {
      if (page === pagesMax) throw new TooMany(`more than ${pagesMax} pages`);
      const query = new URLSearchParams({ start: from, end: to, type: 'REFUND' });
      query.set('skip', String(page * perPage));
      query.set('limit', String(perPage));
      const { status, body } = await call({ method: 'GET', path: `/api/v1/transaction?${query}` });
      const read = status === 200 ? list.safeParse(body) : undefined;
      if (!read?.success) throw new Error(`Woovi did not list returns: ${status}`);
      for (const said of read.data.transactions.filter(isMade)) {
        const { data } = transaction.safeParse(said);
        if (data) found.push({ returnId: data.endToEndId, amountCents: cents(data.value), at: data.time });
        else skipped('unreadable return');
      }
      isMore = read.data.pageInfo.hasNextPage && read.data.transactions.length > 0;
    }
    return found;
  },
});
