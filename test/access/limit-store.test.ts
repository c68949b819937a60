import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { meanOf, spread } from '../../bench/limits/spread.ts';
import { clientWindowMs, freeMax } from '../../lib/access/client-limit.ts';
import { limitKey } from '../../lib/platform/keys.ts';
import { openClient } from '../support/clients.ts';
import { counting } from '../support/faults.ts';
import { useStack } from '../support/use-stack.ts';

const limit = { perSecond: 10, burst: 20 };
const settings = { CLIENT_REQUESTS_PER_SECOND: '10', CLIENT_REQUESTS_BURST: '20' };
const used = useStack({ settings });
const start = Date.parse('2026-11-22T12:00:00Z');

let clients = 0;
const newClient = () => `client-${++clients}`;

/** Opens a container with its own clock. */
function openContainer(at = start) {
  let time = at;
  const { client, sent } = counting();
  const { limits } = used.stack.with({ client, now: () => new Date(time) });
  return {
    sent,
    set: (to: number) => {
      time = to;
    },
    take: limits.take,
    async takeAll(clientId: string, requests: number): Promise<number> {
      let passed = 0;
      for (let request = 0; request < requests; request++)
        if ((await limits.take(clientId)).passes) passed += 1;
      return passed;
    },
  };
}

const rowOf = async (clientId: string) =>
  (
    await openClient().send(
      new GetCommand({ TableName: used.stack.config.ACCOUNTS_TABLE, Key: limitKey(clientId) }),
    )
  ).Item;

const putRow = (clientId: string, fullAt: number) =>
  openClient().send(
    new PutCommand({
      TableName: used.stack.config.ACCOUNTS_TABLE,
      Item: { ...limitKey(clientId), fullAt },
    }),
  );

describe('a client far above its limit, on many containers,', () => {
  const world = () => {
    const { client, sent } = counting();
    return { config: used.stack.config, client, countCalls: () => sent.length };
  };

  test.each([1, 5, 20])(
    'the client is accepted at the rate of its limit, on %d containers',
    { tags: 'dear' },
    async (containers) => {
      const load = { containers, limit, perSecond: 10 * limit.perSecond, seconds: 30 };

      const { passed, calls } = await spread(world(), newClient(), load);

      // The maximum of the first second: the burst, the free requests of each container, and the excess of the last
      // batches.
      const most = limit.burst + containers * freeMax(limit) + limit.perSecond;
      expect(passed[0]).toBeLessThanOrEqual(most);
      const rate = meanOf(passed.slice(10));
      expect(rate / limit.perSecond).toBeGreaterThan(0.9);
      expect(rate / limit.perSecond).toBeLessThan(1.1);
      // Each container makes at most one refused call to the table per second, and two calls for each batch.
      expect(meanOf(calls.slice(10))).toBeLessThan(containers + 2 * limit.perSecond);
    },
  );

  test('the client gains at most a 25th of its rate for each lightly used container', async () => {
    const load = { containers: 30, limit, perSecond: 2 * limit.perSecond, seconds: 30 };

    const { passed } = await spread(world(), newClient(), load);

    expect(meanOf(passed.slice(10)) / limit.perSecond).toBeLessThan(1 + 30 / 25);
  });
});

describe('the limit row of a client', () => {
  test('the row is not created while the client stays within a container’s allowance', async () => {
    const [container, client] = [openContainer(), newClient()];
    await container.takeAll(client, freeMax(limit));

    expect(container.sent).toEqual([]);
    expect(await rowOf(client)).toBeUndefined();
  });

  test('the row stores the time when the client’s bucket is full again', async () => {
    const [container, client] = [openContainer(), newClient()];
    await container.takeAll(client, freeMax(limit) + 4);

    // The batches had 1, 2 and 4 tokens.
    expect(await rowOf(client)).toEqual({ ...limitKey(client), fullAt: start + 700 });
    expect(container.sent).toHaveLength(3);
  });

  test('a call that counts as 100 requests takes one call to the row, and further requests wait for the refill', async () => {
    const [container, client] = [openContainer(), newClient()];

    expect((await container.take(client, 100)).passes).toBe(true);
    expect(container.sent).toHaveLength(1);
    expect(await rowOf(client)).toMatchObject({ fullAt: start + 10_000 });
    expect((await container.take(client)).passes).toBe(false);
    container.set(start + 8_000);
    expect((await container.take(client)).passes).toBe(false);
    container.set(start + 8_100);
    expect((await container.take(client)).passes).toBe(true);
  });

  test('calls that count as many requests are accepted at the rate of the limit', async () => {
    const [container, client] = [openContainer(), newClient()];
    let passed = 0;
    for (let time = 0; time < 60_000; time += 500) {
      container.set(start + time);
      if ((await container.take(client, 30)).passes) passed += 30;
    }

    expect(passed).toBeGreaterThanOrEqual(60 * limit.perSecond);
    // The maximum: the rate, the burst, the excess of the last batch, and the free requests.
    expect(passed).toBeLessThanOrEqual(60 * limit.perSecond + limit.burst + 30 + freeMax(limit));
  });

  test('the row is read twice if a different container has changed it', async () => {
    const [one, other, client] = [openContainer(), openContainer(), newClient()];
    await one.takeAll(client, freeMax(limit) + 4);
    await other.takeAll(client, freeMax(limit));
    expect(other.sent).toEqual([]);

    await other.take(client);

    expect(other.sent).toHaveLength(2);
    expect(await rowOf(client)).toMatchObject({ fullAt: start + 800 });
  });

  test('a refusal takes one call to the row if no tokens are left', async () => {
    const [one, other, client] = [openContainer(), openContainer(), newClient()];
    await one.takeAll(client, 100);
    await other.takeAll(client, freeMax(limit));

    expect(await other.takeAll(client, 50)).toBe(0);
    expect(other.sent).toHaveLength(1);
  });

  test('a row that a wrong clock has set to next year counts as a full bucket', async () => {
    const [container, client] = [openContainer(), newClient()];
    await putRow(client, start + 365 * 86_400_000);
    await container.takeAll(client, freeMax(limit));

    expect(await container.takeAll(client, 1)).toBe(1);
    expect(await rowOf(client)).toMatchObject({ fullAt: start + 100 });
  });

  test('each client has its own row, whatever the client’s id', async () => {
    const [container, client] = [openContainer(), newClient()];
    await container.takeAll(client, 100);

    for (const other of [`${client}#LIMIT`, `LIMIT#${client}`, client.toUpperCase(), '__proto__'])
      expect(await container.takeAll(other, 15)).toBe(15);
  });
});

test('concurrent requests in one container get the same decisions and make the same table calls as sequential requests', async () => {
  const [one, other] = [openContainer(), openContainer()];
  const inTurn = await one.takeAll(newClient(), 200);
  const client = newClient();

  const taken = await Promise.all(Array.from({ length: 200 }, () => other.take(client)));

  expect(taken.filter(({ passes }) => passes)).toHaveLength(inTurn);
  expect(other.sent).toEqual(one.sent);
});

describe('the memory of a container', () => {
  let container: ReturnType<typeof openContainer>;
  const active = 'active';
  beforeAll(async () => {
    container = openContainer();
    await container.takeAll(active, 100);
    container.sent.length = 0;
    for (let other = 0; other < 5_000; other++) {
      await container.take(`passing-${other}`);
      if (other % 500 === 0) expect((await container.take(active)).passes).toBe(false);
    }
  });

  test('a container keeps an active client in memory while five thousand other clients pass', async () => {
    expect(container.sent).toEqual([]);
    expect((await container.take(active)).passes).toBe(false);
  });

  test('a forgotten client has the container’s allowance again, but no more, since its row is kept', async () => {
    const [client, forgetful] = [newClient(), openContainer()];
    await forgetful.takeAll(client, 100);
    for (let other = 0; other < 1_000; other++) await forgetful.take(`another-${other}`);

    expect(await forgetful.takeAll(client, 100)).toBe(freeMax(limit));
  });
});

test('a client has its full burst, and no more, after a quiet period', async () => {
  const [container, client] = [openContainer(), newClient()];
  const first = await container.takeAll(client, 100);
  container.set(start + clientWindowMs + 1000);

  expect(await container.takeAll(client, 100)).toBe(first);
});
