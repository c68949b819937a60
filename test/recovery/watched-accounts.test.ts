// The lifetime of a watch, and races with its end. Only the tests move the clock.

import { describe, expect, test } from 'vitest';
import { cacheSeconds, quietSeconds } from '../../lib/account/watch.ts';
import type { Deps } from '../../lib/app/deps.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { recordPendingEvents } from '../../lib/cashout/record-pending-events.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { checkAccounts } from '../../lib/recovery/check-accounts.ts';
import { resumeStalled } from '../../lib/recovery/resume-stalled.ts';
import { type Caller, openCaller, openTenant, sendInProcess, sourceOf } from '../support/api.ts';
import { chargeBack } from '../support/chargebacks.ts';
import { countUnits } from '../support/count-units.ts';
import { counting, dyingAt, failingAt } from '../support/faults.ts';
import { notingRows, sweep as sweepKinds } from '../support/sweep.ts';
import { useStack } from '../support/use-stack.ts';
import { accountOf, isWatched, watchOf } from '../support/watches.ts';

let time = Date.parse('2026-11-01T12:00:00.000Z');
const used = useStack({ settings: { RESUME_AFTER_SECONDS: '60' }, now: () => new Date(time) });

const pass = (seconds: number) => {
  time += seconds * 1_000;
};
const newCaller = async (tenant = {}) => openCaller(used.send, await openTenant(used.send, tenant));
const bodyOf = (caller: Caller, more = {}) => ({
  ...caller.source,
  amount: 10,
  key: 'fulano@example.com',
  ...more,
});
const create = async (caller: Caller): Promise<number> =>
  (await caller.post('/create-cashout', bodyOf(caller))).body.id;
const createApproved = async (caller: Caller, more = {}): Promise<number> =>
  (await caller.post('/create-cashout-self-approve', bodyOf(caller, more))).body.id;
/** Completes the cashout and records its events, so that no work is left. */
async function end(id: number): Promise<void> {
  await takeStep(used.stack.deps, id);
  await recordPendingEvents(used.stack.deps, id);
}
const sweep = (deps: Deps = used.stack.deps) => used.stack.invoke('resumeStalled', {}, deps);
const rowOf = (id: number) => used.stack.deps.cashouts.get(id);

/** Opens an account whose cashout has ended and whose watch is quiet. */
async function openQuiet() {
  const caller = await newCaller();
  await end(await createApproved(caller));
  pass(60);
  await sweep();
  expect((await watchOf(used.stack, caller))?.quietAt).toBeDefined();
  return caller;
}

/** Opens such an account whose watch has ended. */
async function openUnwatched() {
  const caller = await openQuiet();
  pass(quietSeconds);
  await sweep();
  expect(await watchOf(used.stack, caller)).not.toHaveProperty('watchShard');
  return caller;
}

describe('an account on the watch list', () => {
  test('an account is watched from before its first cashout is written until it has been quiet long enough', async () => {
    const caller = await newCaller();
    expect(await watchOf(used.stack, caller)).toBeUndefined();
    const id = await createApproved(caller);
    expect(await watchOf(used.stack, caller)).toMatchObject({
      watchShard: expect.any(String),
      watchAt: new Date(time + 60_000).toISOString(),
    });
    await end(id);

    pass(60);
    await sweep();
    expect(await watchOf(used.stack, caller)).toMatchObject({ quietAt: new Date(time).toISOString() });
    pass(quietSeconds - 1);
    await sweep();
    expect(await isWatched(used.stack, caller)).toBe(true);
    pass(1);
    await sweep();
    expect(await isWatched(used.stack, caller)).toBe(false);
  });

  test('an account stays watched as long as it has open work', async () => {
    const caller = await newCaller();
    const id = await createApproved(caller, { key: 'unknown@sandbox.pix' });
    await recordPendingEvents(used.stack.deps, id);

    for (let hour = 0; hour < 3; hour++) {
      await takeStep(used.stack.deps, id);
      pass(3_600);
      await sweep();
    }

    const watch = await watchOf(used.stack, caller);
    expect(watch).toHaveProperty('watchShard');
    expect(watch).not.toHaveProperty('quietAt');
  });

  test('an account stays watched as long as it has any other work that the sweep checks', async () => {
    const caller = await newCaller();
    await end(await createApproved(caller));
    pass(60);
    const [nothing, something] = [async () => false, async () => true];
    const limits = { perRun: 10, perShard: 100, remaining: () => Number.POSITIVE_INFINITY };
    const others = { ...used.stack.deps, watches: onlyOf(caller) };

    for (let look = 0; look < 3; look++) {
      await checkAccounts(others, limits, [nothing, something]);
      pass(quietSeconds);
    }
    expect(await watchOf(used.stack, caller)).not.toHaveProperty('quietAt');

    await checkAccounts(others, limits, [nothing, nothing]);
    pass(quietSeconds);
    await checkAccounts(others, limits, [nothing, nothing]);
    expect(await isWatched(used.stack, caller)).toBe(false);
  });

  test('an account that cannot be checked stays watched, and does not block the check of other accounts', async () => {
    const [one, other] = [await openQuiet(), await newCaller()];
    await end(await createApproved(other));
    pass(quietSeconds);
    const look = used.stack.deps.cashouts.checkOpen;
    const failing: Deps = {
      ...used.stack.deps,
      cashouts: {
        ...used.stack.deps.cashouts,
        checkOpen: async (account, range) => {
          if (account.number === accountOf(one).number) throw new Error('throttled');
          return look(account, range);
        },
      },
    };

    await expect(sweep(failing)).rejects.toThrow('some stalled work could not be sent again');

    expect(await isWatched(used.stack, one)).toBe(true);
    expect(await watchOf(used.stack, other)).toHaveProperty('quietAt');
  });

  /** Returns only this account's watches, because other tests have watches too. */
  function onlyOf(caller: Caller): Deps['watches'] {
    const { number } = accountOf(caller);
    const list: Deps['watches']['list'] = async (...given) =>
      (await used.stack.deps.watches.list(...given)).filter(({ account }) => account.number === number);
    return { ...used.stack.deps.watches, list };
  }
});

describe('a function that writes to a watched account', () => {
  test('the writer of a cashout reads the watch together with its other rows, without a further call', async () => {
    const caller = await openQuiet();
    await createApproved(caller);
    const { client, sent } = counting();
    const container = used.stack.with({ client });
    const by = await openCaller(sendInProcess(used.stack, container), caller.tenant);
    const callsOfCreate = async () => {
      sent.length = 0;
      expect((await by.post('/create-cashout', bodyOf(caller))).status).toBe(200);
      return sent.filter((name) => /BatchGet|Put|Update/.test(name));
    };
    await callsOfCreate();
    expect(await callsOfCreate()).toEqual(['BatchGetItemCommand', 'PutItemCommand']);
    pass(cacheSeconds);
    expect(await callsOfCreate()).toEqual(['BatchGetItemCommand', 'PutItemCommand']);
  });

  test('the writer renews a quiet watch before it writes', async () => {
    const caller = await openQuiet();
    pass(cacheSeconds);

    await create(caller);

    expect(await watchOf(used.stack, caller)).not.toHaveProperty('quietAt');
    pass(quietSeconds);
    await sweep();
    expect(await isWatched(used.stack, caller)).toBe(true);
  });

  test('the writer starts a new watch if the last watch has ended', async () => {
    const caller = await openUnwatched();

    await create(caller);

    expect(await isWatched(used.stack, caller)).toBe(true);
  });

  test('the approval of an old cashout starts a new watch', async () => {
    const caller = await newCaller();
    const id = await create(caller);
    await recordPendingEvents(used.stack.deps, id);
    for (let look = 0; look < 3; look++) {
      pass(quietSeconds);
      await sweep();
    }
    expect(await isWatched(used.stack, caller)).toBe(false);
    expect(await rowOf(id)).not.toHaveProperty('openAccount');

    expect((await caller.post('/approve-cashout', { id })).status).toBe(200);

    expect(await isWatched(used.stack, caller)).toBe(true);
    expect(await rowOf(id)).toHaveProperty('openAccount');
  });

  test('the return of a payment starts a new watch', async () => {
    const caller = await newCaller();
    const id = await createApproved(caller);
    await end(id);
    for (let look = 0; look < 2; look++) {
      pass(quietSeconds);
      await sweep();
    }
    expect(await isWatched(used.stack, caller)).toBe(false);

    await applyNetworkEvent(used.stack.deps, {
      version: 1,
      kind: 'payment_returned',
      cashoutId: id,
      returnId: `D-${id}`,
      amountCents: 1_000,
      code: 'MD06',
      parked: 0,
    });

    expect(await rowOf(id)).toMatchObject({ status: 'REFUNDED', pendingEvents: ['refunded'] });
    expect(await isWatched(used.stack, caller)).toBe(true);
  });

  test('the return of a payment resets the count of resends of its transfer', async () => {
    const caller = await newCaller();
    const id = await createApproved(caller);
    const row = (await used.stack.deps.cashouts.get(id)) as Cashout;
    await used.stack.deps.cashouts.resume(row, row.dueAt ?? '');
    await end(id);
    expect(await rowOf(id)).toMatchObject({ status: 'SUCCESS', resumes: 1 });

    await applyNetworkEvent(used.stack.deps, {
      version: 1,
      kind: 'payment_returned',
      cashoutId: id,
      returnId: `D-${id}`,
      amountCents: 1_000,
      code: 'MD06',
      parked: 0,
    });

    expect(await rowOf(id)).toMatchObject({ status: 'REFUNDED', resumes: 0 });
  });

  test('an internal chargeback starts a new watch of the payer’s account', async () => {
    const [payee, payer] = [await newCaller(), await newCaller()];
    const { qr_code_id, copy_and_paste } = (
      await used.send({
        method: 'POST',
        path: '/sandbox/qr-codes',
        headers: { 'x-sandbox-key': used.stack.config.SANDBOX_KEY ?? '', 'content-type': 'application/json' },
        body: JSON.stringify({ ...payee.source, amount: 10 }),
      })
    ).body;
    const paid = await payer.post('/create-copy-and-paste-transfer', { ...payer.source, copy_and_paste });
    const id = paid.body.id as number;
    await end(id);
    for (let look = 0; look < 2; look++) {
      pass(quietSeconds);
      await sweep();
    }
    expect(await isWatched(used.stack, payer)).toBe(false);

    expect((await chargeBack(payee, qr_code_id, 10)).status).toBe(200);

    expect(await rowOf(id)).toMatchObject({ status: 'REFUNDED', pendingEvents: ['refunded'] });
    expect(await isWatched(used.stack, payer)).toBe(true);
  });

  test('the writer writes nothing if it cannot start a watch', async () => {
    const caller = await newCaller();
    const client = failingAt(1, new Error('no'), (name) => name === 'UpdateItemCommand');
    const by = await openCaller(sendInProcess(used.stack), caller.tenant);
    const failing = used.stack.with({ client });
    const id = used.stack.deps.ids.cashoutId();
    const made = await createApproved(caller);
    const row = await rowOf(made);
    if (!row) throw new Error('the row is there');
    const unknown = { ...row, id, account: { branch: '0001', number: '999000' } };

    await expect(failing.cashouts.insert(unknown)).rejects.toThrow('no');

    expect(by.source).toEqual(caller.source);
    expect(await rowOf(id)).toBeUndefined();
  });

  test('if the writer dies between starting the watch and writing its row, the watch ends by itself', async () => {
    const caller = await newCaller();
    const row = await rowOf(await createApproved(await newCaller()));
    if (!row) throw new Error('the row is there');
    const id = used.stack.deps.ids.cashoutId();
    // The calls are the read of the watch, its update, and the put.
    const { client, died } = dyingAt(3, 'before');
    const dying = used.stack.with({ client });

    await Promise.race([dying.cashouts.insert({ ...row, id, account: accountOf(caller) }), died]);

    expect(await rowOf(id)).toBeUndefined();
    expect(await isWatched(used.stack, caller)).toBe(true);
    pass(60);
    await sweep();
    pass(quietSeconds);
    await sweep();
    expect(await isWatched(used.stack, caller)).toBe(false);
  });
});

describe('the end of an account’s watch', () => {
  test('the watch does not end while a container that read it earlier may still write a row', async () => {
    const caller = await newCaller();
    await end(await createApproved(caller));
    pass(60);
    // Another container reads the watch, and keeps it in memory.
    const writer = used.stack.with({});
    await writer.watches.ensure(accountOf(caller));
    await sweep();
    expect(await watchOf(used.stack, caller)).toHaveProperty('quietAt');
    pass(cacheSeconds - 1);
    const id = (
      await (
        await openCaller(sendInProcess(used.stack, writer), caller.tenant)
      ).post('/create-cashout-self-approve', bodyOf(caller))
    ).body.id as number;
    // The container did not read the watch again.
    expect(await watchOf(used.stack, caller)).toHaveProperty('quietAt');

    pass(quietSeconds);
    const sent: number[] = [];
    await sweep(noting(sent));

    expect(await isWatched(used.stack, caller)).toBe(true);
    expect(await watchOf(used.stack, caller)).not.toHaveProperty('quietAt');
    expect(sent).toContain(id);
  });

  test('the watch does not end if a writer renews it during a sweep', async () => {
    const caller = await openQuiet();
    pass(quietSeconds);
    const racing = lookingThen(caller, async () => void (await createApproved(caller)));

    await sweep(racing);

    const watch = await watchOf(used.stack, caller);
    expect(watch).toHaveProperty('watchShard');
    expect(watch).not.toHaveProperty('quietAt');
  });

  test('a sweep does not end a watch that became busy and quiet again since the sweep read it', async () => {
    const caller = await openQuiet();
    pass(quietSeconds);
    const racing = lookingThen(caller, async () => {
      await end(await createApproved(caller));
      pass(1);
      await sweep();
      expect(await watchOf(used.stack, caller)).toHaveProperty('quietAt');
    });

    await sweep(racing);

    expect(await isWatched(used.stack, caller)).toBe(true);
  });

  test('the watch does not end before the index shows a row that was written', async () => {
    const caller = await newCaller();
    const id = await createApproved(caller);
    pass(60);
    const lagging: Deps = {
      ...used.stack.deps,
      cashouts: { ...used.stack.deps.cashouts, checkOpen: async () => ({ isOpen: false, due: [] }) },
    };
    await sweep(lagging);
    expect(await watchOf(used.stack, caller)).toHaveProperty('quietAt');
    pass(10);

    const sent: number[] = [];
    await sweep(noting(sent));

    expect(sent).toContain(id);
    expect(await watchOf(used.stack, caller)).not.toHaveProperty('quietAt');
  });

  test('a watch that concurrent sweeps end has ended, and the next cashout starts a new watch', async () => {
    const caller = await openQuiet();
    pass(quietSeconds);

    await Promise.all([sweep(), sweep(), sweep()]);

    expect(await isWatched(used.stack, caller)).toBe(false);
    await create(caller);
    expect(await isWatched(used.stack, caller)).toBe(true);
  });

  test.each(['before', 'after'] as const)(
    'the watch ends even if sweeps die %s any of their calls',
    { tags: 'dear' },
    async (moment) => {
      const caller = await newCaller();
      const id = await createApproved(caller);
      for (let call = 1; ; call++) {
        const { client, died } = dyingAt(call, moment);
        const dying = sweepKinds(used.stack.with({ client }), 'cashouts').then(() => 'finished');
        if ((await Promise.race([dying, died])) === 'finished') break;
        pass(20);
        if (call === 5) await end(id);
      }
      for (let look = 0; look < 3; look++) {
        await sweep();
        pass(quietSeconds);
      }

      expect(await isWatched(used.stack, caller)).toBe(false);
      expect(await rowOf(id)).toMatchObject({ status: 'SUCCESS', pendingEvents: [] });
    },
  );

  /** Returns dependencies that call a function right after the check of an account. */
  function lookingThen(caller: Caller, happen: () => Promise<void>): Deps {
    const { number } = accountOf(caller);
    const { checkOpen } = used.stack.deps.cashouts;
    let isOver = false;
    return {
      ...used.stack.deps,
      cashouts: {
        ...used.stack.deps.cashouts,
        checkOpen: async (account, range) => {
          const look = await checkOpen(account, range);
          if (account.number === number && !isOver) {
            isOver = true;
            await used.stack.apart(happen);
          }
          return look;
        },
      },
    };
  }
});

/** Returns dependencies that record which rows are sent. */
function noting(sent: number[]): Deps {
  return used.stack.with({ queues: notingRows(used.stack.deps.queues, sent) });
}

test('sweeps without time for all accounts start with a different account each time', async () => {
  const caller = await newCaller({ accounts: 2 });
  await createApproved(caller);
  await caller.post('/create-cashout', bodyOf(caller, sourceOf(caller.tenant, 1)));
  pass(60);
  const first = async (fraction: number) => {
    const looked: string[] = [];
    const deps = { ...used.stack.deps, ids: { ...used.stack.deps.ids, fraction: () => fraction } };
    const limits = { perRun: 1, perShard: 100, remaining: () => Number.POSITIVE_INFINITY };
    await checkAccounts(deps, limits, [async ({ number }) => looked.push(number) > 0]);
    return looked[0];
  };

  expect(await first(0)).not.toBe(await first(0.99));
});

test('the watch costs a single cashout six write units in total, and each check costs two read units', async () => {
  const caller = await newCaller();
  const { client, units } = countUnits();
  const counted = used.stack.with({ client });
  const by = await openCaller(sendInProcess(used.stack, counted), caller.tenant);
  units.take();
  const id = (await by.post('/create-cashout-self-approve', bodyOf(caller))).body.id as number;
  expect(units.take().accounts).toMatchObject({ writes: 2 });
  await end(id);
  const { number } = accountOf(caller);
  const { list } = counted.watches;
  const isOwn = (one: { account: { number: string } }) => one.account.number === number;
  const alone: Deps = {
    ...counted,
    watches: { ...counted.watches, list: async (...given) => (await list(...given)).filter(isOwn) },
  };
  const sweeps = { perRun: 10, perShard: 100, remaining: () => Number.POSITIVE_INFINITY };
  const found: unknown[] = [];
  for (let minute = 0; minute < 5; minute++) {
    pass(60);
    await resumeStalled(alone, sweeps);
    const { cashouts, accounts } = units.take();
    found.push([cashouts?.reads ?? 0, accounts?.writes ?? 0]);
  }

  expect(found).toEqual([
    [2, 2],
    [2, 0],
    [2, 0],
    [2, 2],
    [0, 0],
  ]);
  expect(await isWatched(used.stack, caller)).toBe(false);
});
