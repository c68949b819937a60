import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeRuntime } from '../../lib/app/runtime.ts';
import { cents } from '../../lib/base/money.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { payoutKey, payoutLockKey } from '../../lib/platform/keys.ts';
import { makeLeases } from '../../lib/platform/leases.ts';
import { makePayouts } from '../../lib/rules/payout-store.ts';
import { type Caller, openCaller, sendInProcess } from '../support/api.ts';
import { bankDetails } from '../support/bank-details.ts';
import { openClient } from '../support/clients.ts';
import { losingAnswers } from '../support/faults.ts';
import { eventsOf } from '../support/ledger.ts';
import { setRules } from '../support/rules.ts';
import { useStack } from '../support/use-stack.ts';

const noon = Date.parse('2026-11-02T15:00:00.000Z');
let time = noon;
const used = useStack({ settings: { TOKEN_SECONDS: '86400' }, now: () => new Date(time) });

async function openRuled(action: string, hours = 2): Promise<Caller> {
  time = noon;
  const caller = await used.newCaller();
  await setRules(used.stack, caller, { duplicates: { rule: { within_hours: hours, action } } });
  return caller;
}
const pay = (caller: Caller, more: object = {}, key?: string) =>
  caller.post(
    '/create-cashout-self-approve',
    { ...caller.source, amount: 10, key: 'fulano@example.com', ...more },
    key ? { 'idempotency-key': key } : {},
  );

describe('a cashout with the payee and amount of an earlier one', () => {
  test('a possible duplicate is marked in the answer, the look-up, the list and the event', async () => {
    const caller = await openRuled('tell');
    const first = (await pay(caller)).body;
    const { body } = await pay(caller);

    expect(first).not.toHaveProperty('possible_duplicate_of');
    expect(body).toMatchObject({ status: 'PROCESSING', possible_duplicate_of: first.id });
    const told = { id: body.id, possible_duplicate_of: first.id };
    expect((await caller.get(`/v3/cashouts/${body.id}`)).body).toMatchObject(told);
    const { results } = (await caller.get('/v3/cashouts')).body;
    expect(results.find(({ id }: { id: number }) => id === body.id)).toMatchObject(told);
    await takeStep(used.stack.deps, body.id);
    const events = await eventsOf(used.stack, caller.tenant);
    expect(JSON.parse(events[0]?.body ?? '').data).toMatchObject(told);
  });

  test('under the duplicate rule “hold”, a possible duplicate waits for an approval', async () => {
    const caller = await openRuled('hold');
    const first = (await pay(caller)).body;
    const { body } = await pay(caller);

    expect(body).toMatchObject({
      status: 'NEW',
      erro_descriptor: 'Rule: possible duplicate',
      possible_duplicate_of: first.id,
    });
    await takeStep(used.stack.deps, body.id);
    expect((await caller.get(`/v3/cashouts/${body.id}`)).body.status).toBe('NEW');
    expect((await caller.post('/approve-cashout', { id: body.id })).body.status).toBe('PROCESSING');
  });

  test('under the duplicate rule “refuse”, a possible duplicate is refused, and its idempotency key is not used up', async () => {
    const caller = await openRuled('refuse');
    const first = (await pay(caller)).body;
    const key = randomUUID();

    const refused = await pay(caller, {}, key);

    expect([refused.status, refused.body]).toEqual([
      409,
      {
        worked: false,
        detail: `Transaction may be a duplicate of ${first.id}`,
        message: 'Transaction may be a duplicate',
        data: null,
      },
    ]);
    expect((await pay(caller, { amount: 11 }, key)).status).toBe(200);
  });

  test('a cashout is no duplicate after the period of the rule', async () => {
    const caller = await openRuled('refuse', 2);
    await pay(caller);
    time += 2 * 3_600_000;
    expect((await pay(caller)).status).toBe(409);
    time += 1;

    expect((await pay(caller)).status).toBe(200);
  });

  test('a cashout is no duplicate if the earlier cashout ended unpaid', async () => {
    const caller = await openRuled('refuse');
    const failed = (await pay(caller, { key: 'am04@sandbox.pix' })).body;
    await takeStep(used.stack.deps, failed.id);

    expect(await pay(caller, { key: 'am04@sandbox.pix' })).toMatchObject({ status: 200 });
  });

  test('a cashout is a duplicate of the earlier paid cashout, even if the cashouts in between were rejected', async () => {
    const caller = await openRuled('hold');
    const paid = (await pay(caller)).body;
    await takeStep(used.stack.deps, paid.id);
    for (let times = 0; times < 3; times++) {
      const { body } = await pay(caller);
      expect(body).toMatchObject({ status: 'NEW', possible_duplicate_of: paid.id });
      await caller.post(`/v3/cashouts/${body.id}/reject`, { id: body.id, reason: 'a duplicate' });
    }
    await setRules(used.stack, caller, {
      duplicates: { rule: { within_hours: 2, action: 'refuse' } },
    });

    expect((await pay(caller)).body.detail).toBe(`Transaction may be a duplicate of ${paid.id}`);
    const { body } = await caller.post('/v3/cashouts/preflight', {
      ...caller.source,
      amount: 10,
      key: 'fulano@example.com',
    });
    expect(body).toMatchObject({ possible_duplicate_of: paid.id });
    time += 2 * 3_600_000 + 1;
    expect((await pay(caller)).status).toBe(200);
  });

  test('a cashout is a duplicate of the last open cashout, if the other cashouts ended unpaid one by one', async () => {
    const caller = await openRuled('tell');
    const ids: number[] = [];
    for (let index = 0; index < 4; index++)
      ids.push(
        (await caller.post('/create-cashout', { ...caller.source, amount: 10, key: 'a@example.com' })).body
          .id,
      );
    for (const id of ids.slice(1).reverse())
      await caller.post(`/v3/cashouts/${id}/reject`, { id, reason: 'no' });

    const { body } = await pay(caller, { key: 'a@example.com' });

    expect(body).toMatchObject({ possible_duplicate_of: ids[0] });
    await caller.post(`/v3/cashouts/${ids[0]}/reject`, { id: ids[0], reason: 'no' });
    expect((await pay(caller, { key: 'a@example.com' })).body.possible_duplicate_of).toBe(body.id);
  });

  test('a cashout is a duplicate if the payee’s account is the same, however the check digit is written', async () => {
    const caller = await openRuled('refuse');
    const key = randomUUID();
    const payTo = (digit: string, change: object = {}, headers: Record<string, string> = {}) =>
      caller.post(
        '/create-cashoutmanual-self-approve',
        { ...bankDetails, ...caller.source, amount: 10, recipient_account_number_digit: digit, ...change },
        headers,
      );
    const first = await payTo('X', {}, { 'idempotency-key': key });
    expect(first.body).toMatchObject({ status: 'PROCESSING', recipient_account_id: '45678-X' });
    expect((await payTo('x', {}, { 'idempotency-key': key })).body).toMatchObject({ id: first.body.id });

    for (const digit of ['X', 'x', '0']) expect((await payTo(digit)).status).toBe(409);
    expect((await payTo('x', { recipient_account_number: '0045678' })).status).toBe(409);
    expect((await payTo('1')).status).toBe(200);
  });

  test.each([{ amount: 10.01 }, { key: 'beltrana@example.com' }])(
    'a cashout with %j instead of the earlier value is no duplicate',
    async (more) => {
      const caller = await openRuled('refuse');
      await pay(caller);

      expect((await pay(caller, more)).status).toBe(200);
    },
  );

  test('a cashout of a different account is no duplicate', async () => {
    const [one, other] = [await openRuled('refuse'), await openRuled('refuse')];
    await pay(one);

    expect((await pay(other)).status).toBe(200);
  });
});

test('a repeated idempotency key is a replay and no duplicate', async () => {
  const caller = await openRuled('refuse');
  const key = randomUUID();
  const first = await pay(caller, {}, key);

  const again = await pay(caller, {}, key);

  expect(again).toMatchObject({ status: 200, body: { id: first.body.id } });
  expect(again.body).not.toHaveProperty('possible_duplicate_of');
});

test('one of twenty concurrent creates succeeds, and nineteen are refused as duplicates', async () => {
  const caller = await openRuled('refuse');

  const answers = await Promise.all(Array.from({ length: 20 }, () => pay(caller)));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
});

test.each(['tell', 'hold'])(
  'under the duplicate rule “%s”, 120 concurrent creates succeed, and all but one name a different earlier cashout',
  { tags: 'dear' },
  async (action) => {
    const caller = await openRuled(action);
    const other = await openCaller(sendInProcess(used.stack, used.stack.with({})), caller.tenant);

    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, index) => pay(index % 2 ? caller : other)),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const ids = answers.map(({ body }) => body.id);
    const earlier = answers.flatMap(({ body }) => body.possible_duplicate_of ?? []);
    expect([new Set(ids).size, new Set(earlier).size]).toEqual([120, 119]);
    expect(earlier.filter((id) => !ids.includes(id))).toEqual([]);
  },
);

test('a duplicate that waits for an approval gets its expiry time from the rule of expiry', async () => {
  const caller = await openRuled('hold');
  await setRules(used.stack, caller, { expiry: { hours: 1 } });
  await pay(caller);
  const { body } = await pay(caller);

  const { createdAt = '', expiresAt = '' } = (await used.stack.deps.cashouts.get(body.id)) ?? {};
  expect([body.status, Date.parse(expiresAt) - Date.parse(createdAt)]).toEqual(['NEW', 3_600_000]);
});

test('a create that is repeated because its answer was lost is no duplicate of itself', async () => {
  const caller = await openRuled('refuse');
  const { client, lost } = losingAnswers('TransactWriteItems');
  const other = await openCaller(sendInProcess(used.stack, used.stack.with({ client })), caller.tenant);

  const answer = await pay(other, {}, randomUUID());

  expect([lost(), answer.status]).toEqual([1, 200]);
  expect(answer.body).toMatchObject({ status: 'PROCESSING' });
});

describe('a cashout by key with the CPF of its expected owner', () => {
  // The sandbox derives the owner of a key from the key.
  const ownerOf = async (caller: Caller) => {
    const { id } = (await pay(caller)).body;
    await takeStep(used.stack.deps, id);
    return (await used.stack.deps.cashouts.get(id))?.recipient?.legalId ?? '';
  };
  const outcomeOf = async (id: number) => {
    await takeStep(used.stack.deps, id);
    const row = await used.stack.deps.cashouts.get(id);
    return [row?.status, row?.failureCode, row?.reservedAt === undefined];
  };

  test('the cashout is paid if the directory names the expected owner', async () => {
    const caller = await used.newCaller();
    const recipient_legal_id = await ownerOf(caller);

    const { body } = await pay(caller, { recipient_legal_id });

    expect(await outcomeOf(body.id)).toEqual(['SUCCESS', undefined, false]);
  });

  test('the cashout ends as ERROR with the network’s code if the directory names a different owner, and no money is held', async () => {
    const caller = await used.newCaller();

    const { body } = await pay(caller, { recipient_legal_id: '52998224725' });

    expect(await outcomeOf(body.id)).toEqual(['ERROR', 'BE01', true]);
  });

  test('the same key with and without the CPF of the owner are two different requests', async () => {
    const caller = await used.newCaller();
    const key = randomUUID();
    await pay(caller, { recipient_legal_id: '52998224725' }, key);

    expect(await pay(caller, {}, key)).toMatchObject({
      status: 409,
      body: {
        detail: 'Idempotency key already used with a different request (differs in recipient_legal_id)',
      },
    });
  });
});

test('a create that waits for the lock of another create is never written after its time limit', async () => {
  const payout = {
    account: { branch: '0001', number: '1' },
    payee: 'somebody',
    amountCents: cents(100),
    ...{ cashoutId: 1, at: '2026-11-02T15:00:00.000Z' },
  };
  let now = noon;
  const { db } = makeRuntime(used.stack.config, { client: openClient() });
  const waited = (milliseconds: number) => {
    now += milliseconds;
    return Promise.resolve();
  };
  const payouts = makePayouts({ ...db, now: () => new Date(now), pause: waited });
  const { pk } = payoutKey(payout.account, payout.payee, payout.amountCents);
  // Another container has the account's turn, and does not release it.
  const hog = makeLeases({ ...db, now: () => new Date(noon + 3_600_000) }, { leaseMs: 1_000 });
  await hog.take(payoutLockKey(pk));
  const written: number[] = [];

  const done = payouts.underLock(payout, async () => void written.push(now - noon));

  await expect(done).rejects.toMatchObject({ code: 'unavailable' });
  expect(written.length).toBeGreaterThan(1);
  expect(Math.max(...written)).toBeLessThan(9_000);
});
