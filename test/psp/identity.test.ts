// The account at a PSP is named when its secret is read. A secret of another account sends nothing.

import { expect, onTestFinished, test } from 'vitest';
import { takeStep } from '../../lib/payout/take-step.ts';
import { openOperator } from '../support/admin.ts';
import { openCaller, openTenant, sendInProcess } from '../support/api.ts';
import { openPspStack } from './psp-stack.ts';
import { openWooviStack } from './woovi-stack.ts';

test('a token of another company pays nothing, not even a payment whose first answer was lost', async () => {
  const one = await openWooviStack();
  onTestFinished(() => one.close());
  const send = sendInProcess(one.stack);
  const caller = await openCaller(send, await openTenant(send, { balance: 1_000 }));
  const pay = async () =>
    (
      await caller.post('/create-cashout-self-approve', {
        ...caller.source,
        amount: 10,
        key: 'fulano@example.com',
      })
    ).body.id as number;
  const settled = await pay();
  await takeStep(one.stack.deps, settled);
  await takeStep(one.stack.deps, settled);
  expect(one.purse.cents).toBe(Number.MAX_SAFE_INTEGER - 1_000);

  const lost = await pay();
  one.psp.faults.push('none', 'drop after');
  await takeStep(one.stack.deps, lost);
  expect(one.purse.cents).toBe(Number.MAX_SAFE_INTEGER - 2_000);
  const others = { cents: 1_000_000 };
  one.becomeOther(others);
  let now = Date.now();
  // A new container reads the secret.
  for (let minutes = 0; minutes < 600; minutes += 5) {
    now += 300_000;
    await takeStep(one.stack.with({ now: () => new Date(now) }), lost);
  }
  expect(others.cents).toBe(1_000_000);
  expect(one.purse.cents).toBe(Number.MAX_SAFE_INTEGER - 2_000);
  expect(await one.stack.deps.cashouts.get(lost)).toMatchObject({ status: 'PROCESSING' });
  const incidents = await one.stack.deps.incidents.list(false);
  expect(incidents.map(({ kind, details }) => [kind, details])).toContainEqual([
    'payouts_stopped',
    expect.stringContaining(
      'another account: account 7000ccfd42831958a4050000, not account 6290ccfd42831958a405debc',
    ),
  ]);
});

test('the account that is known of each PSP is shown by the list of networks', async () => {
  const one = await openWooviStack();
  onTestFinished(() => one.close());
  const send = sendInProcess(one.stack);
  const caller = await openCaller(send, await openTenant(send, { balance: 1_000 }));
  const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
  await takeStep(one.stack.deps, (await caller.post('/create-cashout-self-approve', body)).body.id);
  expect((await openOperator(one.stack).networks()).networks).toMatchObject([
    { network: 'pay', settings: 'new payouts', identity: 'account 6290ccfd42831958a405debc' },
    { network: 'main', settings: 'new refunds' },
  ]);
});

test('a PSP that no longer shows our key as ours gets no payment', async () => {
  const one = await openPspStack();
  onTestFinished(() => one.close());
  const send = sendInProcess(one.stack);
  const caller = await openCaller(send, await openTenant(send, { balance: 1_000 }));
  const pay = async () => {
    const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
    const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
    const deps = one.stack.with({});
    await takeStep(deps, id);
    await takeStep(deps, id);
    return deps.cashouts.get(id);
  };
  one.webhooks['us@example.com'] = 'https://api.example.com/network/pix';
  expect(await pay()).toMatchObject({ status: 'SUCCESS' });
  delete one.webhooks['us@example.com'];
  one.psp.seen.length = 0;
  expect(await pay()).toMatchObject({ status: 'PROCESSING' });
  expect(one.psp.seen.filter(({ method }) => method === 'PUT')).toEqual([]);
});

test('a PSP that has no time to name our account does not refuse us', async () => {
  const one = await openPspStack();
  onTestFinished(() => one.close());
  const send = sendInProcess(one.stack);
  const caller = await openCaller(send, await openTenant(send, { balance: 1_000 }));
  const create = async () => {
    const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
    return (await caller.post('/create-cashout-self-approve', body)).body.id as number;
  };
  one.webhooks['us@example.com'] = 'https://api.example.com/network/pix';
  await takeStep(one.stack.with({}), await create());
  for (const status of [429, 408]) {
    one.own.refuses = ({ path }) => (path.startsWith('/v2/webhook/') ? { status, body: {} } : undefined);
    await takeStep(one.stack.with({}), await create());
  }
  expect(await one.stack.deps.incidents.list(false)).toEqual([]);
  one.own.refuses = () => undefined;
  const id = await create();
  // After a 429 without Retry-After, the PSP is asked again after half a minute.
  const deps = one.stack.with({ now: () => new Date(Date.now() + 60_000) });
  await takeStep(deps, id);
  await takeStep(deps, id);
  expect(await deps.cashouts.get(id)).toMatchObject({ status: 'SUCCESS' });
});
