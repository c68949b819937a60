import { describe, expect, test } from 'vitest';
import { makeGround, type World } from '../../lib/app/ground.ts';
import { type Leave, makeSeats, seatsMax } from '../../lib/platform/seats.ts';
import { openClient } from '../support/clients.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

/** The seats as one container asks for them, and its calls. */
function container(world: World = {}) {
  const client = openClient();
  const calls: string[] = [];
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        calls.push(String(commandName));
        return next(args);
      },
    { step: 'initialize', name: 'note' },
  );
  const { db } = makeGround(used.stack.config, { client, ...world });
  return { sit: makeSeats(db), calls };
}

let accounts = 0;
const newAccount = () => ({ branch: '0001', number: `seat${process.pid}${++accounts}` });

/** Asks until the account has no seat left, each time as another container. */
async function fill(account: ReturnType<typeof newAccount>): Promise<Leave[]> {
  const leaves: Leave[] = [];
  for (let asked = 0; asked < 200 && leaves.length < seatsMax; asked++) {
    const leave = await container().sit(account, 100);
    if (leave) leaves.push(leave);
  }
  return leaves;
}

describe('a seat at an account', () => {
  test('costs a message without a backlog no call', async () => {
    const { sit, calls } = container();

    const leave = await sit(newAccount(), 10);
    await leave?.();

    expect(leave).toBeDefined();
    expect(calls).toEqual([]);
  });

  test('is one for all messages of a batch, until the last of them is done', async () => {
    const { sit, calls } = container();
    const account = newAccount();

    const leaves = await Promise.all(Array.from({ length: 9 }, () => sit(account, 10)));
    expect(calls).toHaveLength(1);
    for (const leave of leaves.slice(1)) await leave?.();
    expect(calls).toHaveLength(1);
    await leaves[0]?.();

    expect(calls).toHaveLength(2);
  });

  test('is not to be had when all are taken, but for another account and for a message alone', async () => {
    const account = newAccount();
    const leaves = await fill(account);
    const { sit } = container();

    const [crowded, other] = await Promise.all([sit(account, 100), sit(newAccount(), 100)]);

    expect(leaves).toHaveLength(seatsMax);
    expect(crowded).toBeUndefined();
    expect(other).toBeDefined();
    expect(await container().sit(account, 1)).toBeDefined();
  });

  test('is free again when its batch is done', async () => {
    const account = newAccount();
    const leaves = await fill(account);

    await Promise.all(leaves.map((leave) => leave()));

    expect(await container().sit(account, 100)).toBeDefined();
  });

  test('that nobody gives back is anybody’s after forty seconds', async () => {
    const account = newAccount();
    await fill(account);
    const later = (seconds: number) => container({ now: () => new Date(Date.now() + 1_000 * seconds) });

    expect(await later(30).sit(account, 100)).toBeUndefined();
    expect(await later(60).sit(account, 100)).toBeDefined();
  });

  test('that cannot be asked for keeps nobody from working', async () => {
    const client = openClient();
    client.middlewareStack.add(
      () => async () => {
        throw Object.assign(new Error('away'), { name: 'InternalServerError' });
      },
      { step: 'initialize', name: 'away' },
    );

    const leave = await container({ client }).sit(newAccount(), 100);

    await expect(leave?.()).resolves.toBeUndefined();
  });
});
