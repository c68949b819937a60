import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as pix from '../../examples/client/pix-cashout.ts';
import { openTenant, openWorld, type Tenant, until, type World } from '../support/api.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/**
 * An integrator adds this to the generated client: headers computed from the body. In process, it calls the handlers.
 */
const fetchWith =
  (headersOver: (body: string) => Record<string, string>): typeof fetch =>
  async (input, init = {}) => {
    const { pathname, search } = new URL(String(input));
    const body = init.body ? String(init.body) : '';
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...headersOver(body) };
    const call = {
      method: init.method ?? 'GET',
      path: pathname + search,
      headers,
      ...(body ? { body } : {}),
    };
    const answer = await world.send(call);
    return new Response(JSON.stringify(answer.body), answer);
  };

async function openClient({ client_id, client_secret, hmac_secret }: Tenant) {
  const tokenRequest = { grant_type: 'client_credentials', client_id, client_secret } as const;
  const answer = await pix.issueToken({ tokenRequest }, { fetch: fetchWith(() => ({})) });
  if (answer.status !== 200) throw new Error(answer.data.message);
  const authorization = `Bearer ${answer.data.access_token}`;
  const hmac = (body: string) => createHmac('sha256', hmac_secret).update(body).digest('hex');
  return { fetch: fetchWith((body) => ({ authorization, hmac: hmac(body) })) };
}

test('the generated client sends a cashout, approves it, and reads the statement', async () => {
  const tenant = await openTenant(world.send);
  const client = await openClient(tenant);
  const [account] = tenant.accounts;
  if (!account) throw new Error('no account');
  const { source_account_branch_identifier: branch, source_account_number: number } = account;
  const idempotencyKey = randomUUID();
  const createCashout: pix.CreateCashout = {
    source_account_branch_identifier: branch,
    source_account_number: number,
    amount: '12.34',
    key: 'fulano@example.com',
  };

  const created = await pix.createCashout({ idempotencyKey, createCashout }, client);
  const again = await pix.createCashout({ idempotencyKey, createCashout }, client);
  const other = await pix.createCashout(
    { idempotencyKey, createCashout: { ...createCashout, amount: 1 } },
    client,
  );

  if (created.status !== 200 || again.status !== 200) throw new Error(created.data.worked.toString());
  expect(again.data.id).toBe(created.data.id);
  expect(other).toMatchObject({
    status: 409,
    data: { detail: 'Idempotency key already used with a different request (differs in amount)' },
  });

  const { id } = created.data;
  expect(await pix.approveCashout({ approveCashout: { id } }, client)).toMatchObject({
    status: 200,
    data: { status: 'PROCESSING' },
  });
  expect(await pix.approveCashout({ approveCashout: { id } }, client)).toMatchObject({
    status: 400,
    data: { message: 'Transaction in wrong status' },
  });
  const end = await until(
    () => pix.getCashout({ id }, client),
    ({ status, data }) => status === 200 && data.worked && data.status !== 'PROCESSING',
  );
  expect(end).toMatchObject({ status: 200, data: { status: 'SUCCESS', amount: 12.34 } });

  const page = await pix.listStatement(
    { branch, $number: number, start: '2020-01-01', end: '2099-12-31' },
    client,
  );
  if (page.status !== 200) throw new Error(page.data.message);
  expect(page.data.results).toMatchObject([
    { transaction_type: 'PIX_CASHOUT', amount: 12.34, balance: 9987.66 },
    { transaction_type: 'PIX_CREDIT_IN_ACCOUNT', amount: 10000 },
  ]);
});
