// Fills a statement with credits whose fields are typical. The test chooses how many credits each posting, and so each
// item of the statement, contains.

import { makeRuntime } from '../../lib/app/runtime.ts';
import type { AccountRef } from '../../lib/base/account-ref.ts';
import { randomIds } from '../../lib/base/ids.ts';
import { cents } from '../../lib/base/money.ts';
import { codeTransactionOf } from '../../lib/cashout/receipt.ts';
import type { Leg } from '../../lib/ledger/legs.ts';
import { post } from '../../lib/ledger/posting-store.ts';
import { openClient } from './clients.ts';
import type { Stack } from './stack.ts';

/** Returns the fields of a cashout's entry. Its ids are random, so they have nothing in common. */
export function typicalLeg(account: AccountRef, tag?: string): Leg {
  const transactionId = randomIds.cashoutId();
  return {
    account,
    entry: {
      type: 'PIX_CASHIN',
      direction: 'CREDIT',
      amountCents: cents(1_234),
      identification: `E99999010202703011230${randomIds.endToEndSuffix()}`,
      codeTransaction: codeTransactionOf(transactionId),
      transactionId,
      ...(tag ? { tag } : {}),
    },
    add: { availableCents: 1_234 },
  };
}

/** @param postings the time and the number of entries of each posting */
export async function fillStatement(
  { config }: Stack,
  account: AccountRef,
  postings: readonly (readonly [at: Date, entries: number])[],
  client = openClient(),
): Promise<void> {
  const { db } = makeRuntime(config, { client, pause: async () => {} });
  for (const [at, count] of postings) {
    const legs = Array.from({ length: count }, () => typicalLeg(account));
    const posted = await post(
      db,
      () => at,
      () => [],
      legs,
    );
    if (posted.kind !== 'ended') throw new Error(`the posting is ${posted.kind}`);
  }
}
