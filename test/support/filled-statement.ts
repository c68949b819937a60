// Credits with the fields of typical entries, so many in each posting and so in each item of the statement.

import { makeRuntime } from '../../lib/app/runtime.ts';
import type { AccountRef } from '../../lib/base/account-ref.ts';
import { randomIds } from '../../lib/base/ids.ts';
import { cents } from '../../lib/base/money.ts';
import { codeTransactionOf } from '../../lib/cashout/receipt.ts';
import type { Leg } from '../../lib/ledger/legs.ts';
import { post } from '../../lib/ledger/posting-store.ts';
import { openClient } from './clients.ts';
import type { Stack } from './stack.ts';

/** As an entry of a cashout has it: ids that have nothing in common. */
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

/** @param postings the time of each, and its number of entries */
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
