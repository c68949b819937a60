// Concurrent holds and settlements share a transaction, and each gets its own answer.

import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import { cents } from '../../lib/base/money.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import type { Recipient } from '../../lib/network/port.ts';
import { type Caller, sandbox } from '../support/api.ts';
import { counting } from '../support/faults.ts';
import { eventsOf, expectLedgerAddsUp } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

// There are no triggers, so created cashouts wait.
const used = useStack();

async function processing(caller: Caller, amount = 10): Promise<Cashout> {
  const body = { ...caller.source, amount, key: 'fulano@example.com' };
  const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
  return rowOf(id);
}
const rowOf = async (id: number) => (await used.stack.deps.cashouts.get(id)) as Cashout;

const reserve = ({ ledger }: Deps, cashout: Cashout, recipient: Recipient = { name: 'Fulano' }) =>
  ledger.reserve(cashout, {
    recipient,
    endToEndId: cashout.endToEndId ?? '',
    reservedAt: '2027-03-01T12:00:00.000Z',
    reserveAttempt: `attempt ${cashout.id}`,
    sentTo: 'sandbox',
    dueAt: '2027-03-01T12:01:00.000Z',
    tries: 0,
  });
const settle = ({ ledger }: Deps, cashout: Cashout) =>
  ledger.settle({ cashout, settlement: { operationId: `operation ${cashout.id}` } });

const accountOf = ({ source }: Caller) => ({
  branch: source.source_account_branch_identifier,
  number: source.source_account_number,
});

/** Opens a separate container that counts its transactions. */
function openContainer() {
  const { client, sent } = counting();
  const deps = used.stack.with({ client });
  return { deps, transactions: () => sent.filter((name) => name === 'TransactWriteItemsCommand').length };
}
async function held(caller: Caller, count: number): Promise<Cashout[]> {
  const { deps } = openContainer();
  const made = [];
  for (let index = 0; index < count; index++) made.push(await processing(caller));
  await Promise.all(made.map((one) => reserve(deps, one)));
  return Promise.all(made.map(({ id }) => rowOf(id)));
}

/** Returns a client that calls `before` before each transaction. An error that `before` throws is DynamoDB's answer. */
function beforeTransactions(before: (count: number) => Promise<void> | void) {
  const { client } = counting();
  let count = 0;
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== 'TransactWriteItemsCommand') return next(args);
        count += 1;
        await before(count);
        return next(args);
      },
    { step: 'initialize', name: 'before' },
  );
  return client;
}

test('concurrent holds are made in one transaction, and each answer matches its row', async () => {
  const caller = await used.newCaller();
  const all = [await processing(caller), await processing(caller), await processing(caller)];
  const { deps, transactions } = openContainer();

  const answers = await Promise.all(all.map((one) => reserve(deps, one)));

  const rows = await Promise.all(all.map(({ id }) => rowOf(id)));
  expect(answers).toEqual(rows.map((cashout) => ({ kind: 'reserved', cashout })));
  expect(transactions()).toBe(1);
  expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ heldCents: 3_000 });
});

test('concurrent holds succeed in order, and a hold above the remaining balance fails', async () => {
  const caller = await used.newCaller();
  const all = [
    await processing(caller, 6_000),
    await processing(caller, 5_000),
    await processing(caller, 4_000),
  ];
  const { deps } = openContainer();

  const answers = await Promise.all(all.map((one) => reserve(deps, one)));

  expect(answers.map(({ kind }) => kind)).toEqual(['reserved', 'insufficient_funds', 'reserved']);
  expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
    availableCents: 0,
    heldCents: 1_000_000,
  });
});

test('a hold whose row has changed does not fail the other holds of its group', async () => {
  const caller = await used.newCaller();
  const [moved, fresh] = [await processing(caller), await processing(caller)];
  await reserve(openContainer().deps, moved);
  const { deps } = openContainer();

  const answers = await Promise.all([reserve(deps, moved), reserve(deps, fresh)]);

  expect(answers).toEqual([
    { kind: 'moved', current: await rowOf(moved.id) },
    { kind: 'reserved', cashout: await rowOf(fresh.id) },
  ]);
  expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ heldCents: 2_000 });
});

test('holds of two accounts are made in two transactions', async () => {
  const [one, other] = [await used.newCaller(), await used.newCaller()];
  const all = [await processing(one), await processing(other)];
  const { deps, transactions } = openContainer();

  await Promise.all(all.map((cashout) => reserve(deps, cashout)));

  expect(transactions()).toBe(2);
  for (const { tenant } of [one, other])
    expect(await expectLedgerAddsUp(used.stack, tenant)).toMatchObject({ heldCents: 1_000 });
});

test('concurrent settlements are made in one transaction, each with its own entry and events', async () => {
  const caller = await used.newCaller();
  const all = await held(caller, 3);
  const { deps, transactions } = openContainer();

  const answers = await Promise.all(all.map((one) => settle(deps, one)));

  expect(answers.map(({ kind }) => kind)).toEqual(['ended', 'ended', 'ended']);
  expect(transactions()).toBe(1);
  const rows = await Promise.all(all.map(({ id }) => rowOf(id)));
  expect(rows.map(({ status, operationId }) => [status, operationId])).toEqual(
    all.map(({ id }) => ['SUCCESS', `operation ${id}`]),
  );
  expect(new Set(rows.map(({ debitCode }) => debitCode)).size).toBe(3);
  expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
    heldCents: 0,
    postedCents: 997_000,
  });
  const events = await eventsOf(used.stack, caller.tenant);
  const paid = events.filter(({ type }) => type === 'cashout.succeeded');
  expect(paid.map(({ body }) => JSON.parse(body).movement.code)).toEqual(
    rows.map(({ debitCode }) => debitCode),
  );
  expect(rows.map(({ feed }) => feed?.succeeded)).toEqual(paid.map(({ sequence }) => sequence));
});

test('settlements of two accounts are made in two transactions', async () => {
  const [one, other] = [await used.newCaller(), await used.newCaller()];
  const all = [...(await held(one, 1)), ...(await held(other, 1))];
  const { deps, transactions } = openContainer();

  const answers = await Promise.all(all.map((cashout) => settle(deps, cashout)));

  expect(answers.map(({ kind }) => kind)).toEqual(['ended', 'ended']);
  expect(transactions()).toBe(2);
});

test('a settlement whose row has changed reports the change, and does not fail the other settlements of its group', async () => {
  const caller = await used.newCaller();
  const [moved, open] = (await held(caller, 2)) as [Cashout, Cashout];
  await settle(openContainer().deps, moved);
  const { deps } = openContainer();

  const answers = await Promise.all([settle(deps, moved), settle(deps, open)]);

  expect(answers).toMatchObject([{ kind: 'moved', current: await rowOf(moved.id) }, { kind: 'ended' }]);
  expect((await rowOf(open.id)).status).toBe('SUCCESS');
  expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
    heldCents: 0,
    postedCents: 998_000,
  });
});

test('money that arrives during a group’s transaction covers the holds that were left out', async () => {
  const caller = await used.newCaller();
  const all = [await processing(caller, 6_000), await processing(caller, 11_000)];
  const credit = { type: 'PIX_CASHIN', direction: 'CREDIT', amountCents: cents(1_000_000) } as const;
  const client = beforeTransactions(async (count) => {
    // The first transaction learns the balance, and the second one makes the holds that it covers.
    if (count === 3) await used.stack.deps.ledger.credit(accountOf(caller), credit, 'meanwhile');
  });
  const deps = used.stack.with({ client });

  const answers = await Promise.all(all.map((one) => reserve(deps, one)));

  expect(answers.map(({ kind }) => kind)).toEqual(['reserved', 'reserved']);
  expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ heldCents: 1_700_000 });
});

test('the hold of a scheduled cashout whose start is due also starts the cashout', async () => {
  const caller = await used.newCaller();
  const { deps } = used.stack;
  const body = { ...caller.source, amount: 10, key: 'fulano@example.com', scheduled_for: '2027-03-01' };
  const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
  const approved = await rowOf(id);
  await deps.cashouts.noteOwner(approved, {}, '2027-03-01T12:00:00.000Z');
  await deps.cashouts.call(await rowOf(id), '2027-03-01T12:00:00.000Z', '2027-03-01T12:01:00.000Z');

  const answer = await reserve(deps, await rowOf(id));

  const row = await rowOf(id);
  expect(answer).toEqual({ kind: 'reserved', cashout: row });
  expect(row.status).toBe('PROCESSING');
  expect(row.pendingEvents.at(-1)).toBe('approved');
  expect(row).not.toHaveProperty('calledAt');
});

test('a group of transfers waits before its next transaction if a transaction conflicts', async () => {
  const caller = await used.newCaller();
  const all = [await processing(caller), await processing(caller)];
  const steps: string[] = [];
  const client = beforeTransactions((count) => {
    steps.push('transaction');
    if (count > 1) return;
    const CancellationReasons = [1, 2, 3].map(() => ({ Code: 'TransactionConflict' }));
    throw new TransactionCanceledException({ message: 'conflict', $metadata: {}, CancellationReasons });
  });
  const pause = async () => void steps.push('pause');
  const deps = used.stack.with({ client, pause });

  const answers = await Promise.all(all.map((one) => reserve(deps, one)));

  expect(answers.map(({ kind }) => kind)).toEqual(['reserved', 'reserved']);
  expect(steps).toEqual(['pause', 'transaction', 'pause', 'transaction']);
});

test('a group of transfers is split after four conflicts with other changes of the balance', async () => {
  const caller = await used.newCaller();
  const [ours, theirs] = [[] as Cashout[], [] as Cashout[]];
  for (let count = 0; count < 5; count++) ours.push(await processing(caller, 2_000));
  for (let count = 0; count < 4; count++) theirs.push(await processing(caller, 2_000));
  let transactions = 0;
  const client = beforeTransactions(async (count) => {
    transactions = count;
    const other = theirs[count - 1];
    if (other) await reserve(used.stack.with({}), other);
  });
  const deps = used.stack.with({ client });

  const answers = await Promise.all(ours.map((one) => reserve(deps, one)));

  expect(answers.map(({ kind }) => kind)).toEqual(['reserved', ...Array(4).fill('insufficient_funds')]);
  // Four transactions of the group fail. Of its halves, one fails, one makes its holds, and two find insufficient funds.
  expect(transactions).toBe(8);
});

describe('a payment of a QR code in this institution', () => {
  /** Creates a cashout that pays the code and has its hold. */
  async function paying(payee: Caller) {
    const payer = await used.newCaller();
    const { body: qr } = await sandbox(used.send, '/sandbox/qr-codes', { ...payee.source, amount: 100 });
    const one = async () => {
      const body = { ...payer.source, copy_and_paste: qr.copy_and_paste };
      const cashout = await rowOf((await payer.post('/create-copy-and-paste-transfer', body)).body.id);
      const ownAccount = accountOf(payee);
      await reserve(used.stack.deps, cashout, { name: 'Payee', ownAccount });
      return rowOf(cashout.id);
    };
    const code = () => used.stack.deps.qrCodes.get(qr.qr_code_id);
    return { one, code };
  }

  test('the payment settles once, and the code stores the payment with its end-to-end id', async () => {
    const payee = await used.newCaller();
    const { one, code } = await paying(payee);
    const [cashout, qrCode] = [await one(), await code()];

    const { ledger } = used.stack.deps;
    const answer = await ledger.settle({ cashout, settlement: { operationId: 'first' }, qrCode });

    expect(answer.kind).toBe('ended');
    expect(await code()).toMatchObject({
      status: 'PAID',
      payment: { cashoutId: cashout.id, endToEndId: cashout.endToEndId },
    });
    expect(await expectLedgerAddsUp(used.stack, payee.tenant)).toMatchObject({ availableCents: 1_010_000 });
  });

  test('a payment settles without its QR code if the code has been paid in the meantime', async () => {
    const payee = await used.newCaller();
    const { one, code } = await paying(payee);
    const [first, second, qrCode] = [await one(), await one(), await code()];
    const { ledger } = used.stack.deps;
    await ledger.settle({ cashout: first, settlement: { operationId: 'first' }, qrCode });

    const answer = await ledger.settle({ cashout: second, settlement: { operationId: 'second' }, qrCode });

    expect(answer.kind).toBe('ended');
    expect(await code()).toMatchObject({ status: 'PAID', payment: { cashoutId: first.id } });
    expect((await rowOf(second.id)).receipt).not.toHaveProperty('qrCodeId');
    expect(await expectLedgerAddsUp(used.stack, payee.tenant)).toMatchObject({ availableCents: 1_020_000 });
  });
});
