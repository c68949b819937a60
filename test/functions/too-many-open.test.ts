import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { contentDigest } from '../../lib/cashout/content-digest.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Caller, sourceOf } from '../support/api.ts';
import { nobodysHoldings, openColleague } from '../support/holdings.ts';
import { ask } from '../support/route-calls.ts';
import { callerRoutes } from '../support/routes.ts';
import { allRows } from '../support/tables.ts';
import { useStack } from '../support/use-stack.ts';

// Nothing runs by itself, so that each test decides when a transfer ends.
const most = 3;
let time = Date.parse('2026-11-01T12:00:00.000Z');
const used = useStack({ settings: { OPEN_TRANSFERS_MAX: String(most) }, now: () => new Date(time) });

const tooMany = {
  worked: false,
  detail: 'Account has too many transfers in progress',
  message: 'Account has too many transfers in progress',
  data: null,
};
const bodyOf = (caller: Caller, change: object = {}) => ({
  ...caller.source,
  amount: 10,
  key: 'fulano@example.com',
  ...change,
});
const selfApprove = (caller: Caller, headers = {}, change = {}) =>
  caller.post('/create-cashout-self-approve', bodyOf(caller, change), headers);

/** Opens a caller whose account has the maximum number of transfers in progress. */
async function openFull(keys: readonly string[] = []) {
  const caller = await used.newCaller({ accounts: 2 });
  const ids: number[] = [];
  for (let index = 0; index < most; index++) {
    const change = keys[index] ? { key: keys[index] } : {};
    ids.push((await selfApprove(caller, {}, change)).body.id);
  }
  return { caller, ids };
}

/** Returns the transfers in progress on the caller's first account, as the index lists them. */
async function inProgress({ source }: Caller): Promise<number[]> {
  const { source_account_branch_identifier: branch, source_account_number: number } = source;
  const rows = await used.stack.deps.cashouts.listOpen([{ branch: String(branch), number: String(number) }]);
  return rows.map(({ id }) => id).sort((one, other) => one - other);
}

const opening = Object.entries(callerRoutes).filter(
  ([route, { needs }]) =>
    route.startsWith('POST') &&
    needs?.includes('APPROVE') &&
    !/\/reject(-many)?$|\/recovery(\/cancel)?$|\/batches\//.test(route),
);

describe('an account at its limit of open transfers', () => {
  test.each(opening)(
    'a full account cannot start a further transfer by %s, and no data changes',
    async (routeKey, row) => {
      const { caller } = await openFull();
      const by =
        row.audience === 'web' ? await openColleague(used.stack, caller.tenant, { audience: 'web' }) : caller;
      const cashout = (await caller.post('/create-cashout', bodyOf(caller))).body.id;
      const digest = contentDigest((await used.stack.deps.cashouts.get(cashout)) as Cashout);
      const its = { ...nobodysHoldings(used.stack), account: caller.source, cashout, digest };
      const [call = {}] = row.calls(its);
      const before = await allRows(used.stack);

      const answer = await ask(used.send, routeKey, by, call);

      const headers = row.inRows ? {} : { 'retry-after': '5' };
      expect(answer).toMatchObject({ status: 429, body: tooMany, headers });
      expect(answer.body).toEqual(tooMany);
      expect(await allRows(used.stack)).toEqual(before);
    },
  );

  test('a full account may create cashouts that wait for approval, and these cashouts can be approved later', async () => {
    const { caller, ids } = await openFull();
    const created = await caller.post('/create-cashout', bodyOf(caller));
    expect(created.status).toBe(200);
    const approve = () => caller.post('/approve-cashout', { id: created.body.id });
    expect((await approve()).status).toBe(429);

    await takeStep(used.stack.deps, ids[0] as number);
    time += 5_000;

    expect((await approve()).body.status).toBe('PROCESSING');
    expect((await approve()).body.message).toBe('Transaction in wrong status');
  });

  test('the account still gets replays, and its refused requests do not use up their idempotency keys', async () => {
    const caller = await used.newCaller();
    const keys = Array.from({ length: most + 1 }, () => ({ 'idempotency-key': randomUUID() }));
    const [first, , , last] = keys;
    const ids: number[] = [];
    for (const key of keys.slice(0, most)) ids.push((await selfApprove(caller, key)).body.id);
    expect((await selfApprove(caller, last)).status).toBe(429);

    const replay = await selfApprove(caller, first);
    expect(replay).toMatchObject({
      status: 200,
      body: { id: ids[0], status: 'PROCESSING' },
      headers: { 'idempotent-replayed': 'true' },
    });
    expect((await selfApprove(caller, first, { amount: 11 })).status).toBe(409);

    await takeStep(used.stack.deps, ids[0] as number);
    time += 5_000;
    const created = await selfApprove(caller, last);
    expect(created.status).toBe(200);
    expect(created.headers).not.toHaveProperty('idempotent-replayed');
    expect((await selfApprove(caller, last)).body.id).toBe(created.body.id);
  });

  test('the full account does not block other accounts of its company', async () => {
    const { caller } = await openFull();

    expect((await selfApprove(caller, {}, sourceOf(caller.tenant, 1))).status).toBe(200);
    expect((await selfApprove(caller)).status).toBe(429);
  });
});

test('an ended cashout does not count as in progress, however it ended', async () => {
  const ends = ['fulano@example.com', 'am04@sandbox.pix', 'ds04@sandbox.pix'];
  const { caller, ids } = await openFull(ends);
  expect(await inProgress(caller)).toEqual(ids.toSorted((one, other) => one - other));

  for (const id of ids) await takeStep(used.stack.deps, id);

  const rows = await Promise.all(ids.map((id) => used.stack.deps.cashouts.get(id)));
  expect(rows.map((row) => row?.status)).toEqual(['SUCCESS', 'ERROR', 'CANCELLED']);
  expect(await inProgress(caller)).toEqual([]);
  time += 5_000;
  expect((await selfApprove(caller)).status).toBe(200);
});

test('a cashout that ends without a hold no longer counts as in progress', async () => {
  const caller = await used.newCaller({ balance: 0 });
  const { id } = (await selfApprove(caller)).body;

  await takeStep(used.stack.deps, id);

  expect((await used.stack.deps.cashouts.get(id))?.failureText).toBe('Insufficient funds');
  expect(await inProgress(caller)).toEqual([]);
});

test('cashouts that wait for an approval do not reduce the number of transfers allowed in progress', async () => {
  const caller = await used.newCaller();
  const ids: number[] = [];
  for (let index = 0; index < most * 3; index++)
    ids.push((await caller.post('/create-cashout', bodyOf(caller))).body.id);

  const answers: number[] = [];
  for (const id of ids.slice(0, most + 1))
    answers.push((await caller.post('/approve-cashout', { id })).status);

  expect(answers).toEqual([200, 200, 200, 429]);
});

test('a cashout that waits for an approval does not count as in progress', async () => {
  const caller = await used.newCaller();
  const { id } = (await caller.post('/create-cashout', bodyOf(caller))).body;
  expect(await inProgress(caller)).toEqual([]);

  await caller.post('/approve-cashout', { id });

  expect(await inProgress(caller)).toEqual([id]);
});
