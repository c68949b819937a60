import { describe, expect, test } from 'vitest';
import { makeRuntime, type World } from '../../lib/app/runtime.ts';
import { type GiveBack, makeBacklogSlots, slotsMax } from '../../lib/platform/backlog-slots.ts';
import { openClient } from '../support/clients.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

/** Returns the slots as a separate container requests them, and the container's database calls. */
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
  const { db } = makeRuntime(used.stack.config, { client, ...world });
  return { ask: makeBacklogSlots(db), calls };
}

let accounts = 0;
const newAccount = () => ({ branch: '0001', number: `slot${process.pid}${++accounts}` });

/** Takes all slots of an account, each from a separate container. */
async function fill(account: ReturnType<typeof newAccount>): Promise<GiveBack[]> {
  const leaves: GiveBack[] = [];
  for (let asked = 0; asked < 200 && leaves.length < slotsMax; asked++) {
    const leave = await container().ask(account, 100);
    if (leave) leaves.push(leave);
  }
  return leaves;
}

describe('a worker slot for the backlog of an account', () => {
  test('a message without a backlog needs no slot and no call', async () => {
    const { ask, calls } = container();

    const leave = await ask(newAccount(), 10);
    await leave?.();

    expect(leave).toBeDefined();
    expect(calls).toEqual([]);
  });

  test('all messages of a batch share a slot until the last message is done', async () => {
    const { ask, calls } = container();
    const account = newAccount();

    const leaves = await Promise.all(Array.from({ length: 9 }, () => ask(account, 10)));
    expect(calls).toHaveLength(1);
    for (const leave of leaves.slice(1)) await leave?.();
    expect(calls).toHaveLength(1);
    await leaves[0]?.();

    expect(calls).toHaveLength(2);
  });

  test('while all slots of an account are taken, its backlog gets no slot, but a single message and a different account do', async () => {
    const account = newAccount();
    const leaves = await fill(account);
    const { ask } = container();

    const [crowded, other] = await Promise.all([ask(account, 100), ask(newAccount(), 100)]);

    expect(leaves).toHaveLength(slotsMax);
    expect(crowded).toBeUndefined();
    expect(other).toBeDefined();
    expect(await container().ask(account, 1)).toBeDefined();
  });

  test('a slot is free again when its batch is done', async () => {
    const account = newAccount();
    const leaves = await fill(account);

    await Promise.all(leaves.map((leave) => leave()));

    expect(await container().ask(account, 100)).toBeDefined();
  });

  test('a slot that was not returned is free again after forty seconds', async () => {
    const account = newAccount();
    await fill(account);
    const later = (seconds: number) => container({ now: () => new Date(Date.now() + 1_000 * seconds) });

    expect(await later(30).ask(account, 100)).toBeUndefined();
    expect(await later(60).ask(account, 100)).toBeDefined();
  });

  test('no worker is blocked if the table does not answer', async () => {
    const client = openClient();
    client.middlewareStack.add(
      () => async () => {
        throw Object.assign(new Error('away'), { name: 'InternalServerError' });
      },
      { step: 'initialize', name: 'away' },
    );

    const leave = await container({ client }).ask(newAccount(), 100);

    await expect(leave?.()).resolves.toBeUndefined();
  });
});
