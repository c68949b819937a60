import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { makeRuntime, type World } from '../../lib/app/runtime.ts';
import { lockKey } from '../../lib/platform/keys.ts';
import { makeWriteLocks } from '../../lib/platform/write-locks.ts';
import { openClient } from '../support/clients.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

/** Returns the locks as one container uses them, and the container's database calls. */
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
  return { take: makeWriteLocks(db, lockKey), calls };
}

let accounts = 0;
const newRow = () => `0001#lock${process.pid}${++accounts}`;
const free = async () => false;
/** No further write waits. */
const alone = () => 0;

/** Writes fifty waiting writes with a single lock. */
function writeMany(take: ReturnType<typeof container>['take'], row: string, write = free) {
  let left = 50;
  return take(
    row,
    () => left,
    () => {
      left = 0;
      return write();
    },
  );
}

describe('a lock that orders the writes of a row', () => {
  test('a quiet row needs no lock and no call', async () => {
    const { take, calls } = container();

    expect(await take(newRow(), alone, free)).toBe(false);

    expect(calls).toEqual([]);
  });

  test('a row with a backlog is locked for a write, and then unlocked', async () => {
    const { take, calls } = container();

    await writeMany(take, newRow());

    expect(calls).toHaveLength(2);
  });

  test('a row that conflicted with a different container is locked for a limited time', async () => {
    let later = 0;
    const { take, calls } = container({ now: () => new Date(Date.now() + later) });
    const row = newRow();

    expect(await take(row, alone, async () => true)).toBe(true);
    expect(calls).toEqual([]);
    await take(row, alone, free);
    expect(calls).toHaveLength(2);
    later = 5_000;
    await take(row, alone, free);

    expect(calls).toHaveLength(2);
  });

  test('the lock orders the writes of several containers', async () => {
    const row = newRow();
    let under = 0;
    let most = 0;
    const write = async () => {
      most = Math.max(most, ++under);
      await pause(20);
      under -= 1;
      return false;
    };

    await Promise.all(Array.from({ length: 6 }, () => writeMany(container().take, row, write)));

    expect(most).toBe(1);
  });

  test('two kinds of writes of the same container are ordered without a call', async () => {
    const { take, calls } = container();
    const row = newRow();
    const order: string[] = [];
    const write = (name: string) => async () => {
      order.push(`${name} begins`);
      await pause(10);
      order.push(`${name} ends`);
      return false;
    };

    await Promise.all([take(row, alone, write('hold')), take(row, alone, write('settlement'))]);

    expect(order).toEqual(['hold begins', 'hold ends', 'settlement begins', 'settlement ends']);
    expect(calls).toEqual([]);
  });

  test('a lock that was not released ends after a second', async () => {
    const row = newRow();
    void writeMany(container().take, row, () => new Promise<never>(() => {}));
    await pause(50);
    const from = Date.now();

    await writeMany(container().take, row);

    expect(Date.now() - from).toBeGreaterThan(500);
    expect(Date.now() - from).toBeLessThan(3_000);
  });

  test('a lock that cannot be requested does not block the write', async () => {
    const client = openClient();
    client.middlewareStack.add(
      () => async () => {
        throw Object.assign(new Error('away'), { name: 'InternalServerError' });
      },
      { step: 'initialize', name: 'away' },
    );
    let written = 0;

    await writeMany(container({ client }).take, newRow(), async () => {
      written += 1;
      return false;
    });

    expect(written).toBe(1);
  });

  test('the lock is released if the write throws', async () => {
    const [{ take }, other] = [container(), container()];
    const row = newRow();
    const broken = async (): Promise<boolean> => {
      throw new Error('broken');
    };

    await expect(writeMany(take, row, broken)).rejects.toThrow('broken');
    const from = Date.now();
    await writeMany(other.take, row);

    expect(Date.now() - from).toBeLessThan(500);
  });
});
