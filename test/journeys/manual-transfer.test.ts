import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended, openCaller, openTenant, openWorld, statementPath, type World } from '../support/api.ts';
import { bankDetails } from '../support/bank-details.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('a web user sends money only once with a one-time code', async () => {
  const tenant = await openTenant(world.send, { audience: 'web' });
  const caller = await openCaller(world.send, tenant);
  const body = {
    ...caller.source,
    amount: 42,
    ...bankDetails,
    recipient_account_type: 'PAYMENT_ACCOUNT',
    recipient_instution: '18236120',
    mfa_code: generateSync({ secret: tenant.mfa_secret }),
  };
  const send = () =>
    world.send({
      method: 'POST',
      path: '/create-manual-transfer',
      headers: { authorization: `Bearer ${caller.token}` },
      body: JSON.stringify(body),
    });

  const created = await send();
  const again = await send();
  const done = await ended(caller, created.body.id);

  expect([created.status, again.status]).toEqual([200, 401]);
  expect(created.body).toMatchObject({ status: 'PROCESSING', recipient_account_type: 'Payment Account' });
  expect(done.body).toMatchObject({ status: 'SUCCESS', recipient_instution_name: 'NU PAGAMENTOS - IP' });
  expect((await caller.get(statementPath(caller.source))).body.results).toHaveLength(2);
});
