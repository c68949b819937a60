import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { hasTokens, type LookupOutcome, lookupPrices } from '../../lib/access/lookup-budget.ts';
import { spanMs } from '../../lib/base/token-bucket.ts';
import { lookupKey } from '../../lib/platform/keys.ts';
import { openClient } from '../support/clients.ts';
import { counting, failingAt, losingAnswers } from '../support/faults.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack({ settings: { LOOKUPS_CAPACITY: '100', LOOKUPS_PER_MINUTE: '2' } });
const start = Date.parse('2026-11-22T12:00:00Z');
const tokenMs = 30_000;

let users = 0;
const newUser = () => `user-${++users}`;

/** Opens a container with its own clock. */
function openContainer(client = openClient()) {
  let time = start;
  const { lookups } = used.stack.with({ client, now: () => new Date(time) });
  return {
    wait: (seconds: number) => {
      time += seconds * 1000;
    },
    ...lookups,
    /** @returns true if the bucket had enough tokens, otherwise the seconds to wait */
    async lookUp(clientId: string, outcome: LookupOutcome): Promise<true | number> {
      const reserved = await lookups.reserve(clientId);
      if ('waitSeconds' in reserved) return reserved.waitSeconds;
      await lookups.settle(clientId, reserved.name, outcome);
      return true;
    },
  };
}

const rowOf = async (clientId: string) =>
  (
    await openClient().send(
      new GetCommand({
        TableName: used.stack.config.ACCOUNTS_TABLE,
        Key: lookupKey(clientId),
        ConsistentRead: true,
      }),
    )
  ).Item;
/** Returns how many tokens of the bucket were spent at the start time. */
const spent = async (clientId: string) => ((await rowOf(clientId))?.fullAt - start) / tokenMs;

describe('a bucket of look-ups', () => {
  test('an answered look-up costs one token, and a missed look-up costs twenty', async () => {
    const [container, client] = [openContainer(), newUser()];

    expect(await container.lookUp(client, 'answered')).toBe(true);
    expect(await spent(client)).toBe(1);
    expect(await container.lookUp(client, 'missed')).toBe(true);
    expect(await spent(client)).toBe(21);
    expect(await container.lookUp(client, 'unanswered')).toBe(true);
    expect(await spent(client)).toBe(21);
  });

  test('the bucket is empty after five missed look-ups, and a refusal has the seconds until the next token', async () => {
    const [container, client] = [openContainer(), newUser()];
    for (let miss = 0; miss < 5; miss++) expect(await container.lookUp(client, 'missed')).toBe(true);

    expect(await container.lookUp(client, 'answered')).toBe(600);
    container.wait(599);
    expect(await container.lookUp(client, 'answered')).toBe(1);
    container.wait(1);
    expect(await container.lookUp(client, 'answered')).toBe(true);
  });

  test('the bucket allows 81 answered look-ups, since a further missed look-up could cost more than is left', async () => {
    const [container, client] = [openContainer(), newUser()];
    for (let found = 0; found < 81; found++) expect(await container.lookUp(client, 'answered')).toBe(true);

    expect(await container.lookUp(client, 'answered')).toBe(30);
    expect(await spent(client)).toBe(81);
  });

  test('the bucket never holds more tokens than its capacity', async () => {
    const [container, client] = [openContainer(), newUser()];
    await container.lookUp(client, 'answered');
    container.wait(86_400);

    for (let miss = 0; miss < 5; miss++) expect(await container.lookUp(client, 'missed')).toBe(true);
    expect(await container.lookUp(client, 'missed')).toBe(600);
  });

  test('each user has a separate bucket', async () => {
    const container = openContainer();
    const [guesser, other] = [newUser(), newUser()];
    for (let miss = 0; miss < 5; miss++) await container.lookUp(guesser, 'missed');

    expect(await container.lookUp(guesser, 'missed')).toBe(600);
    expect(await container.lookUp(other, 'missed')).toBe(true);
  });
});

describe('the look-ups that cashouts cause', () => {
  test('look-ups are answered while there are tokens, and unanswered look-ups leave a debt of at most one bucket', async () => {
    const [container, user] = [openContainer(), newUser()];
    expect(await container.hasTokens(user)).toBe(true);
    const told = [];
    for (let miss = 0; miss < 15; miss++) told.push(await container.charge(user, 'missed'));

    expect([told, await spent(user)]).toEqual([[...Array(5).fill(true), ...Array(10).fill(false)], 200]);
    expect(await container.hasTokens(user)).toBe(false);
    expect(await container.lookUp(user, 'answered')).toBe(3_600);
    container.wait(3_599);
    expect(await container.hasTokens(user)).toBe(false);
    container.wait(1);
    expect([await container.hasTokens(user), await container.charge(user, 'missed')]).toEqual([true, true]);
  });

  test('if twenty containers look up a hundred wrong keys at the same time, only five look-ups are answered', async () => {
    const [containers, user] = [Array.from({ length: 20 }, () => openContainer()), newUser()];
    const told = await Promise.all(
      Array.from({ length: 100 }, (_, index) => containers[index % 20]?.charge(user, 'missed')),
    );

    expect(told.filter(Boolean)).toHaveLength(5);
    expect(await spent(user)).toBeGreaterThan(180);
  });

  test('two containers charge their concurrent look-ups in full, even if the bucket was full before', async () => {
    const [container, other, user] = [openContainer(), openContainer(), newUser()];
    await container.charge(user, 'answered');
    container.wait(86_400);
    other.wait(86_400);
    await Promise.all(
      [container, other].flatMap((one) => [one.charge(user, 'missed'), one.charge(user, 'answered')]),
    );

    expect(await spent(user)).toBe(86_400_000 / tokenMs + 42);
  });

  test('a cashout’s look-up is charged in addition to the look-up of a preflight in progress', async () => {
    const [container, user] = [openContainer(), newUser()];
    const reserved = await container.reserve(user);
    await container.charge(user, 'missed');
    if ('name' in reserved) await container.settle(user, reserved.name, 'answered');

    expect(await spent(user)).toBe(21);
  });

  /**
   * Simulates a day's payouts to new payees, evenly spread over some hours. Some of the payees do not exist.
   * @returns the number of payouts for which the bucket had no tokens
   */
  async function blockedIn(payouts: number, wrongEvery: number, hours: number): Promise<number> {
    const budget = { capacity: 1_000, perMinute: 2 };
    let [fullAt, blocked] = [0, 0];
    for (let payout = 1; payout <= payouts; payout++) {
      const time = (payout * hours * 3_600_000) / payouts;
      if (!hasTokens(budget, time, fullAt)) blocked++;
      else if (payout % wrongEvery === 0)
        fullAt = Math.max(fullAt, time) + spanMs(budget, lookupPrices.missed);
    }
    return blocked;
  }

  test.each([
    [1 / 60, 61],
    [1, 56],
    [8, 31],
    [24, 16],
  ])(
    'a company’s 3,000 payouts in %d hours are never blocked if one in %d is wrong',
    async (hours, wrongEvery) => {
      expect(await blockedIn(3_000, wrongEvery, hours)).toBe(0);
    },
  );
});

describe('a hundred concurrent look-ups from twenty containers', () => {
  const atOnce = async (client: string, outcome: LookupOutcome) => {
    const containers = Array.from({ length: 20 }, () => openContainer());
    const calls = Array.from({ length: 100 }, (_, index) =>
      containers[index % containers.length]?.lookUp(client, outcome),
    );
    const answers = await Promise.all(calls);
    return answers.filter((answer) => answer === true).length;
  };

  test('the look-ups spend only the available tokens if the directory finds no payee', async () => {
    const client = newUser();

    expect(await atOnce(client, 'missed')).toBe(5);
    expect(await rowOf(client)).toEqual({ ...lookupKey(client), fullAt: start + 100 * tokenMs });
  });

  test.each<LookupOutcome>(['answered', 'unanswered'])(
    'exactly the unused tokens are returned if the look-ups are %s',
    async (outcome) => {
      const client = newUser();

      const passed = await atOnce(client, outcome);

      expect(passed).toBeGreaterThanOrEqual(5);
      expect(await spent(client)).toBe(passed * lookupPrices[outcome]);
      expect(await rowOf(client)).not.toHaveProperty('open');
    },
  );

  test('a hundred concurrent reservations in one container never take more than the available tokens', async () => {
    const [container, client] = [openContainer(), newUser()];

    const reserved = await Promise.all(Array.from({ length: 100 }, () => container.reserve(client)));

    const names = reserved.flatMap((one) => ('name' in one ? [one.name] : []));
    const waits = reserved.flatMap((one) => ('name' in one ? [] : [one.waitSeconds]));
    expect(names).toHaveLength(5);
    // The wait is short, because the look-ups in progress may soon return most of their tokens.
    expect([...new Set(waits)]).toEqual([1]);
    await Promise.all(names.map((name) => container.settle(client, name, 'answered')));
    expect(await spent(client)).toBe(5);
  });
});

describe('a write to the bucket of look-ups', () => {
  test.each([0, 1])(
    'a reservation takes its tokens once even if its answer is lost: after %d earlier look-ups',
    async (skip) => {
      const client = newUser();
      const { client: losing, lost } = losingAnswers('UpdateItem', { skip: skip * 2 });
      const container = openContainer(losing);

      for (let call = 0; call <= skip; call++) expect(await container.lookUp(client, 'missed')).toBe(true);

      expect(lost()).toBe(1);
      expect(await spent(client)).toBe((skip + 1) * 20);
    },
  );

  test('unused tokens are returned once even if the answer to their return is lost', async () => {
    const client = newUser();
    const { client: losing, lost } = losingAnswers('UpdateItem', { skip: 1 });

    expect(await openContainer(losing).lookUp(client, 'answered')).toBe(true);

    expect(lost()).toBe(1);
    expect(await spent(client)).toBe(1);
  });

  test('no token is returned for a look-up from before the bucket was last full', async () => {
    const [container, client] = [openContainer(), newUser()];
    const first = await container.reserve(client);
    container.wait(86_400);
    await container.lookUp(client, 'missed');
    if ('name' in first) await container.settle(client, first.name, 'answered');

    expect(await spent(client)).toBe(86_400_000 / tokenMs + 20);
  });

  test('a reservation and a return take one call each, even if the bucket is not full', async () => {
    const { client: counted, sent } = counting();
    const [container, client] = [openContainer(counted), newUser()];

    await container.lookUp(client, 'answered');
    await container.lookUp(client, 'answered');

    expect(sent).toEqual(Array(4).fill('UpdateItemCommand'));
  });

  test('a failed write refuses the look-up, whatever the reason for the failure', async () => {
    const container = openContainer(failingAt(1, new Error('AccessDenied')));

    await expect(container.reserve(newUser())).rejects.toMatchObject({ code: 'unavailable' });
  });
});
