import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cents } from '../../lib/money.ts';
import {
  type Caller,
  openCaller,
  openTenant,
  type Send,
  sendInProcess,
  statementPath,
} from '../support/api.ts';
import { counting } from '../support/faults.ts';
import { openStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let send: Send;
let caller: Caller;
beforeAll(async () => {
  stack = await openStack();
  send = sendInProcess(stack);
  caller = await openCaller(send, await openTenant(send));
});
afterAll(() => stack.stop());

const account = () => ({
  branch: caller.source.source_account_branch_identifier,
  number: caller.source.source_account_number,
});
const credit = (amount: number, now?: () => Date) =>
  (now ? stack.with({ now }) : stack.deps).ledger.credit(
    account(),
    { type: 'PIX_CREDIT_IN_ACCOUNT', direction: 'CREDIT', amountCents: cents(amount) },
    randomUUID(),
  );

test('entries of one millisecond, or of a clock that runs behind, keep the order in which they were posted', async () => {
  const future = new Date(Date.now() + 60_000);
  await credit(1, () => future);
  await credit(2, () => future);
  await credit(3, () => new Date(Date.now() - 3_600_000));

  const { results } = (await caller.get(statementPath(caller.source, '&limit=3'))).body;

  expect(results.map((item: { code: number; amount: number }) => [item.code, item.amount])).toEqual([
    [4, 0.03],
    [3, 0.02],
    [2, 0.01],
  ]);
  expect(new Set(results.map((item: { date_time_utc: string }) => item.date_time_utc))).toEqual(
    new Set([future.toISOString()]),
  );
});

test('postings at once take one sequence number each, without a gap', async () => {
  const before = (await stack.deps.accounts.get(account()))?.seq ?? 0;

  await Promise.all(Array.from({ length: 15 }, (_, index) => credit(index + 1)));

  const { results } = (await caller.get(statementPath(caller.source, '&limit=15'))).body;
  expect(results.map((item: { code: number }) => item.code)).toEqual(
    Array.from({ length: 15 }, (_, index) => before + 15 - index),
  );
});

test('a page is two calls side by side, whatever the length of the statement', async () => {
  const { client, sent } = counting();
  const other = await openCaller(sendInProcess(stack, stack.with({ client })), caller.tenant);
  await other.get(statementPath(caller.source));
  sent.length = 0;

  await other.get(statementPath(caller.source, '&limit=2'));

  expect(sent.sort()).toEqual(['BatchGetItemCommand', 'QueryCommand']);
});
