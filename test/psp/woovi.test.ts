// The service with payouts at a fake Woovi, over HTTPS, and its received payments at another PSP.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTokenClient } from '../../lib/network/token-client.ts';
import { makeWooviBalance } from '../../lib/network/woovi/balance.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Caller, openCaller, openTenant, type Send, sendInProcess } from '../support/api.ts';
import { bankDetails } from '../support/bank-details.ts';
import { expectLedgerAddsUp } from '../support/ledger.ts';
import type { Stack } from '../support/stack.ts';
import type { PspFault, PspServer } from './psp-server.ts';
import { openWooviStack } from './woovi-stack.ts';

let [stack, psp, purse, send]: [Stack, PspServer, { cents: number }, Send] = [] as never;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ stack, psp, purse, close } = await openWooviStack());
  send = sendInProcess(stack);
});
afterAll(() => close());

const newCaller = async () => openCaller(send, await openTenant(send));

/** Runs the worker each time the cashout is due, until it has ended. */
async function complete(caller: Caller, id: number, triesMost = 8): Promise<string> {
  for (let tries = 0; tries < triesMost; tries++) {
    const time = new Date(Date.now() + tries * 600_000);
    await takeStep({ ...stack.deps, now: () => time }, id);
    const { status } = (await caller.get(`/v3/cashouts/${id}`)).body;
    if (status !== 'PROCESSING') return status;
  }
  return 'PROCESSING';
}
const pay = async (caller: Caller, more: object = {}): Promise<number> =>
  (
    await caller.post('/create-cashout-self-approve', {
      ...caller.source,
      amount: 10,
      key: 'fulano@example.com',
      ...more,
    })
  ).body.id;
/** Returns the references of the payments requested since the last call. */
const asked = () =>
  psp.seen
    .splice(0)
    .filter(({ method, path }) => method === 'POST' && path === '/api/v1/payment')
    .map(({ body }) => body.correlationID);

const faults: PspFault[] = ['drop before', 'drop after', '503 before', '503 after', 'not JSON'];

describe('our balance at Woovi', () => {
  test('the balance is that of the default account', async () => {
    const before = purse.cents;
    purse.cents = 12_345;
    const [balance] = stack.deps.balances;
    expect(await balance?.read()).toEqual({ balanceCents: 12_345, blockedCents: 100 });
    purse.cents = before;
  });

  test('the balance is found on a later page of accounts, and its read fails if no account is the default one', async () => {
    const other = { accountId: 'b', isDefault: false, balance: { total: 1, blocked: 0 } };
    const pageOf = (account: object, hasNextPage: boolean) => ({
      status: 200,
      body: { accounts: [account], pageInfo: { hasNextPage } },
    });
    const isFirst = (path: string) => path.includes('skip=0');
    const own = { accountId: 'a', isDefault: true, balance: { total: 70, blocked: 7 } };
    const read = makeWooviBalance(async ({ path }) =>
      isFirst(path) ? pageOf(other, true) : pageOf(own, false),
    );
    expect(await read()).toEqual({ balanceCents: 70, blockedCents: 7 });
    await expect(makeWooviBalance(async () => pageOf(other, false))()).rejects.toThrow('no default account');
    await expect(makeWooviBalance(async () => ({ status: 401, body: {} }))()).rejects.toThrow('401');
  });
});

describe('a cashout through Woovi', () => {
  test.each(
    faults.flatMap((fault) => [
      [fault, '', ''],
      [fault, fault, ''],
      ['none', fault, ''],
      ['none', fault, fault],
    ]),
  )('a cashout is paid once after these faults: %s %s %s', async (...struck) => {
    const caller = await newCaller();
    const id = await pay(caller);
    asked();
    psp.faults.push(...(struck.filter(Boolean) as PspFault[]));

    expect(await complete(caller, id)).toBe('SUCCESS');
    psp.faults.length = 0;
    expect(new Set(asked())).toEqual(new Set([String(id)]));
    expect(await expectLedgerAddsUp(stack, caller.tenant)).toMatchObject({
      availableCents: 999_000,
      heldCents: 0,
    });
  });

  test('a cashout gets the end-to-end id and the payee from the network', async () => {
    const caller = await newCaller();
    const id = await pay(caller);
    expect(await complete(caller, id)).toBe('SUCCESS');
    const paid = await stack.deps.cashouts.get(id);
    expect(paid).toMatchObject({
      endToEndId: expect.stringMatching(/^E54811417/),
      recipient: { name: expect.any(String) },
    });
  });

  test('a cashout to bank details is paid', async () => {
    const caller = await newCaller();
    const { body } = await caller.post('/create-cashoutmanual-self-approve', {
      ...caller.source,
      amount: 10,
      ...bankDetails,
    });
    expect(await complete(caller, body.id)).toBe('SUCCESS');
  });

  test('a payment waits while the account at the PSP has no funds, and is then paid once', async () => {
    const caller = await newCaller();
    purse.cents = 5;
    const id = await pay(caller);
    expect(await complete(caller, id, 3)).toBe('PROCESSING');
    purse.cents = 1_500;
    expect(await complete(caller, id)).toBe('SUCCESS');
    expect(purse.cents).toBe(500);
    purse.cents = Number.MAX_SAFE_INTEGER;
  });

  test('a cashout to an unregistered key ends immediately, and nothing is sent', async () => {
    const caller = await newCaller();
    const { sandbox } = stack.deps;
    const resolveKey = sandbox?.resolveKey;
    if (sandbox) sandbox.resolveKey = async () => ({ kind: 'not_found' });
    const id = await pay(caller, { key: 'nobody@example.com' });
    asked();
    const status = await complete(caller, id);
    if (sandbox && resolveKey) sandbox.resolveKey = resolveKey;
    expect(status).toBe('ERROR');
    expect(asked()).toEqual([]);
    expect(await expectLedgerAddsUp(stack, caller.tenant)).toMatchObject({ availableCents: 1_000_000 });
  });

  test.each([
    ['52998224725', 'ERROR', 'BE01 - Documento não corresponde ao titular da conta'],
    ['12345678909', 'CANCELLED', 'Owner of the Pix key cannot be verified'],
  ])(
    'a cashout to a key with the required owner %s ends as %s if the PSP shows only a part of the owner’s CPF',
    async (recipient_legal_id, status, told) => {
      const caller = await newCaller();
      const id = await pay(caller, { key: '12345678909', recipient_legal_id });
      asked();
      expect(await complete(caller, id)).toBe(status);
      expect((await caller.get(`/v3/cashouts/${id}`)).body.erro_descriptor).toBe(told);
      expect(asked()).toEqual([]);
    },
  );
});

describe('the client of a PSP that requires only a token', () => {
  const call = (readSecret: () => Promise<{ app_id: string; ca: string }>, now = () => new Date()) =>
    makeTokenClient({ url: psp.url, readSecret, now });
  const look = { method: 'GET', path: '/api/v1/account/' } as const;

  test('the client reads a rotated token after a 401, but does not read its secret after every 401', async () => {
    let [reads, time, token] = [0, 0, 'old'];
    const client = call(
      async () => {
        reads += 1;
        return { ...psp.appSecret, app_id: token };
      },
      () => new Date(time),
    );
    await expect(client(look)).rejects.toThrow('the PSP refuses us: 401');
    await expect(client(look)).rejects.toThrow('the PSP refuses us: 401');
    expect(reads).toBe(1);
    [time, token] = [60_000, 'app-id'];
    expect((await client(look)).status).toBe(200);
    expect((await client(look)).status).toBe(200);
    expect(reads).toBe(2);
  });

  test('a secret of a different kind is never sent', async () => {
    const client = makeTokenClient({
      url: psp.url,
      readSecret: async () => psp.secret,
      now: () => new Date(),
    });
    await expect(client(look)).rejects.toThrow('no app_id');
  });
});
