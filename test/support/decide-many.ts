// Creates lists of cashouts that an approver decides together.

import type { Cashout } from '../../lib/cashout/cashout.ts';
import { contentDigest } from '../../lib/cashout/content-digest.ts';
import type { Caller } from './api.ts';
import type { Stack } from './stack.ts';

export type Seen = { id: number; content_digest: string };

/** Returns what an approver sees of this cashout. */
export const seeOne = async (stack: Stack, id: number): Promise<Seen> => ({
  id,
  content_digest: contentDigest((await stack.deps.cashouts.get(id)) as Cashout),
});

/** Creates this number of NEW cashouts of 1, 2, 3 … reais. */
export const createMany = (stack: Stack, by: Caller, count: number): Promise<Seen[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const content = { ...by.source, amount: index + 1, key: 'fulano@example.com' };
      return seeOne(stack, (await by.post('/create-cashout', content)).body.id);
    }),
  );

export const approveMany = (by: Caller, cashouts: readonly Seen[]) =>
  by.post('/v3/cashouts/approve-many', { cashouts });

export const rejectMany = (by: Caller, cashouts: readonly Seen[], reason = 'Paid already') =>
  by.post('/v3/cashouts/reject-many', { cashouts, reason });

export const refused = (id: number, message: string, detail = message) => ({
  id,
  worked: false,
  message,
  detail,
});
