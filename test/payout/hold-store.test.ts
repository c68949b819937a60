import { expect, test } from 'vitest';
import type { AccountRef } from '../../lib/base/account-ref.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import type { Caller } from '../support/api.ts';
import { balanceOf, expectLedgerAddsUp } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

// There are no triggers, so created cashouts wait.
const used = useStack();

async function processing(caller: Caller): Promise<Cashout> {
  const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
  const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
  return (await used.stack.deps.cashouts.get(id)) as Cashout;
}

const reserve = (cashout: Cashout, ownAccount?: AccountRef) =>
  used.stack.apart(() =>
    used.stack.deps.ledger.reserve(cashout, {
      recipient: { name: 'Fulano', ...(ownAccount ? { ownAccount } : {}) } as never,
      endToEndId: cashout.endToEndId ?? '',
      reservedAt: '2027-03-01T12:00:00.000Z',
      reserveAttempt: 'attempt',
      sentTo: 'sandbox',
      dueAt: '2027-03-01T12:01:00.000Z',
      tries: 0,
    }),
  );

test('a hold for a payee in this institution has an event to record, and a hold for any other payee has no event', async () => {
  const caller = await used.newCaller({ accounts: 2 });
  const [inside, outside] = [await processing(caller), await processing(caller)];
  const { branch, number } = await balanceOf(used.stack, caller.tenant, 1);

  expect(await reserve(inside, { branch, number })).toMatchObject({ kind: 'reserved' });
  expect(await reserve(outside)).toMatchObject({ kind: 'reserved' });

  const rows = await Promise.all([inside, outside].map(({ id }) => used.stack.deps.cashouts.get(id)));
  expect(rows.map((row) => row?.pendingEvents)).toEqual([['created', 'internal_approved'], ['created']]);
  expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
    availableCents: 998_000,
    heldCents: 2_000,
  });
});

test('a second hold for the same transfer reports the changed row, and holds no money', async () => {
  const caller = await used.newCaller();
  const cashout = await processing(caller);
  await reserve(cashout);

  const second = await reserve(cashout);

  expect(second).toEqual({ kind: 'moved', current: await used.stack.deps.cashouts.get(cashout.id) });
  expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ heldCents: 1_000 });
});

test('an unknown account is treated like a closed account', async () => {
  const cashout = await processing(await used.newCaller());

  expect(await reserve({ ...cashout, account: { branch: '0001', number: '0' } })).toEqual({
    kind: 'account_closed',
  });

  expect((await used.stack.deps.cashouts.get(cashout.id))?.reservedAt).toBeUndefined();
});
