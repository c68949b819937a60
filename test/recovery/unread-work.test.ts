// What the sweep reports about its own sight: it states the age of the oldest open cashout only if it could read them
// all.

import { beforeEach, describe, expect, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import { openCaller, openTenant } from '../support/api.ts';
import { type Counted, collecting } from '../support/stack.ts';
import { useStack } from '../support/use-stack.ts';

let time = Date.parse('2026-11-01T12:00:00.000Z');
const used = useStack({ settings: { RESUME_AFTER_SECONDS: '60' }, now: () => new Date(time) });

const counted: Counted[] = [];
const agesOf = () => counted.filter(([name]) => name === 'OldestOpen').map(([, value]) => value);
const failed = 'some stalled work could not be sent again';

beforeEach(() => {
  counted.length = 0;
});

/** Opens an account with approved cashouts, which have lost their messages. */
async function openLost(count = 1): Promise<number[]> {
  const caller = await openCaller(used.send, await openTenant(used.send));
  const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
  const ids: number[] = [];
  for (let made = 0; made < count; made++)
    ids.push((await caller.post('/create-cashout-self-approve', body)).body.id);
  time += 61_000;
  return ids;
}

const sweep = (change: (deps: Deps) => Partial<Deps>) => {
  const deps = used.stack.with({ metrics: collecting(counted) });
  return used.stack.invoke('resumeStalled', {}, { ...deps, ...change(deps) });
};
const lost = async () => {
  throw new Error('the key is disabled');
};

describe('the age of the oldest open cashout', () => {
  test('the sweep states no age if no watch list can be read', async () => {
    await expect(sweep(({ watches }) => ({ watches: { ...watches, list: lost } }))).rejects.toThrow(failed);

    expect(agesOf()).toEqual([]);
  });

  test('the sweep states no age if an account cannot be read', async () => {
    await openLost();

    await expect(sweep(({ cashouts }) => ({ cashouts: { ...cashouts, checkOpen: lost } }))).rejects.toThrow(
      failed,
    );

    expect(agesOf()).toEqual([]);
  });

  test('the sweep states no age if one cashout cannot be read, and sends all others again', async () => {
    const [broken, ...others] = await openLost(3);
    const sent: number[] = [];

    await expect(
      sweep(({ cashouts, queues }) => ({
        cashouts: { ...cashouts, get: async (id) => (id === broken ? lost() : cashouts.get(id)) },
        queues: {
          ...queues,
          offer: async (_, rows) => {
            sent.push(...rows.map(({ id }) => id));
            return { unsent: [] };
          },
        },
      })),
    ).rejects.toThrow(failed);

    expect(sent).toEqual(expect.arrayContaining(others));
    expect(sent).not.toContain(broken);
    expect(agesOf()).toEqual([]);
  });

  test('the sweep states the age although other work of an account cannot be read', async () => {
    await openLost();

    await expect(
      sweep(({ feedChecks, chargebacks }) => ({
        feedChecks: { ...feedChecks, get: lost },
        chargebacks: { ...chargebacks, listDue: lost },
      })),
    ).rejects.toThrow(failed);

    expect(agesOf()).toEqual([expect.any(Number)]);
    expect(agesOf()[0]).toBeGreaterThan(60);
  });
});
