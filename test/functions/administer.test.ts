import { randomBytes, randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../lib/access/client.ts';
import type { Clients } from '../../lib/access/client-store.ts';
import { makeDeps } from '../../lib/app/live.ts';
import { addSeconds } from '../../lib/base/time.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Operator, openOperator, refused } from '../support/admin.ts';
import { openCaller, sendInProcess, signed, type Tenant } from '../support/api.ts';
import { openClient } from '../support/clients.ts';
import { failingAt } from '../support/faults.ts';
import { allRows } from '../support/tables.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
let ana: Operator;
beforeAll(() => {
  ana = openOperator(used.stack);
});

const cpf = '52998224725';
const cnpj = '11222333000181';
const both = ['CREATE', 'APPROVE'];
const nobody = '00000000-0000-4000-8000-000000000000';
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const secret = expect.stringMatching(/^[0-9a-f]{64}$/);
const time = expect.stringMatching(/^\d{4}-.*Z$/);

async function openCompany() {
  return (await ana.ask('company open', { name: 'Padaria' })).company_id as string;
}
async function openAccount(company: string, more: object = {}) {
  const wanted = { company, holder: 'Maria da Silva', legal_id: cpf, ...more };
  return (await ana.ask('account open', wanted)).account as string;
}

/** Opens a caller with the credentials that an operator received. */
const callerOf = (given: Partial<Tenant>, account: string, deps = used.stack.deps) => {
  const [source_account_branch_identifier = '', source_account_number = ''] = account.split('/');
  const accounts = [{ source_account_branch_identifier, source_account_number, balance: 0, pix_key: '' }];
  return openCaller(sendInProcess(used.stack, deps), { ...(given as Tenant), accounts });
};

test('an operator onboards a company with an empty account and a client that may create cashouts on the account', async () => {
  const company = await openCompany();
  const key = `${randomUUID()}@example.com`;
  const account = await openAccount(company, { holder: 'Padaria Ltda', legal_id: cnpj, key });

  const client = await ana.ask('client open', { company, permissions: both, accounts: [account] });

  expect(client).toEqual({
    worked: true,
    company_id: company,
    user_id: uuid,
    client_id: uuid,
    client_secret: secret,
    hmac_secret: secret,
    audience: 'api',
    permissions: both,
    rights: [...both, 'REFUND', 'WEBHOOK'],
    accounts: [account],
  });
  const caller = await callerOf(client, account);
  const created = await caller.post('/create-cashout', {
    ...caller.source,
    amount: 1,
    key: 'fulano@example.com',
  });
  expect([created.status, created.body.status]).toEqual([200, 'NEW']);
  expect(await ana.ask('account show', { account })).toEqual({
    worked: true,
    account,
    company_id: company,
    holder: 'Padaria Ltda',
    legal_id: cnpj,
    status: 'ACTIVE',
    available: '0.00',
    held: '0.00',
    posted: '0.00',
    entries: 0,
    frozen_since: null,
    frozen_by: [],
    keys: [{ key, added_at: time, ended_at: null }],
  });
  expect(await ana.ask('company show', { company })).toEqual({
    worked: true,
    company_id: company,
    name: 'Padaria',
    frozen_since: null,
    accounts: [{ account, status: 'ACTIVE', available: '0.00', held: '0.00', frozen_by: [] }],
    clients: [{ client_id: client.client_id, audience: 'api', active: true, frozen_since: null }],
  });
});

test('opening a web client also returns the seed for the user’s one-time codes', async () => {
  const company = await openCompany();

  const client = await ana.ask('client open', { company, audience: 'web', permissions: both });

  expect(client).toMatchObject({
    audience: 'web',
    accounts: [],
    mfa_secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
  });
});

describe('a rotation of secrets', () => {
  async function openPair(hours?: number) {
    let now = Date.now();
    const deps = used.stack.with({ now: () => new Date(now) });
    const company = await openCompany();
    const account = await openAccount(company);
    const old = await ana.ask('client open', { company, permissions: both, accounts: [account] });
    const before = await callerOf(old, account, deps);
    const asked = { client: old.client_id, ...(hours === undefined ? {} : { hours }) };
    const fresh = await ana.ask('client rotate', asked, deps);
    const create = async (hmac_secret: string) => {
      const { token } = await callerOf({ ...old, client_secret: fresh.client_secret }, account, deps);
      const body = JSON.stringify({ ...before.source, amount: 1, key: 'fulano@example.com' });
      const headers = { authorization: `Bearer ${token}`, hmac: signed(hmac_secret, body) };
      return sendInProcess(used.stack, deps)({ method: 'POST', path: '/create-cashout', headers, body });
    };
    const token = (client_secret: string) =>
      callerOf({ ...old, client_secret }, account, deps).then(
        () => 'token',
        () => 'none',
      );
    const pass = (milliseconds: number) => {
      now += milliseconds;
    };
    return { old, fresh, create, token, pass, deps };
  }

  test('a rotation keeps old and new secrets valid, for tokens and signatures, until the old secrets expire', async () => {
    const { old, fresh, create, token, pass } = await openPair(1);
    expect(fresh).toEqual({
      worked: true,
      client_id: old.client_id,
      client_secret: secret,
      hmac_secret: secret,
      old_secrets_until: time,
    });

    // A container's cache does not have the new secret for up to a minute.
    pass(60_001);
    expect([await token(old.client_secret), await token(fresh.client_secret)]).toEqual(['token', 'token']);
    expect([(await create(old.hmac_secret)).status, (await create(fresh.hmac_secret)).status]).toEqual([
      200, 200,
    ]);
    expect((await create('x'.repeat(64))).body.message).toBe('HMAC invalid');

    // The cache is still valid, so this shows that the time decides and not the cache.
    pass(3_600_000 - 60_001 - 1_000);
    expect((await create(old.hmac_secret)).status).toBe(200);
    pass(1_001);
    expect((await create(old.hmac_secret)).body.message).toBe('HMAC invalid');
    expect((await create(fresh.hmac_secret)).status).toBe(200);
    expect([await token(old.client_secret), await token(fresh.client_secret)]).toEqual(['none', 'token']);
  });

  test('an operator can end the old secrets before their expiry', async () => {
    const { old, fresh, create, token, pass } = await openPair();
    expect(await ana.ask('client show', { client: old.client_id })).toMatchObject({
      old_secrets_until: [fresh.old_secrets_until],
    });

    await ana.ask('client retire', { client: old.client_id });

    pass(60_001);
    expect((await create(old.hmac_secret)).body.message).toBe('HMAC invalid');
    expect((await create(fresh.hmac_secret)).status).toBe(200);
    expect([await token(old.client_secret), await token(fresh.client_secret)]).toEqual(['none', 'token']);
    expect(await ana.ask('client show', { client: old.client_id })).toMatchObject({ old_secrets_until: [] });
  });

  test('a rotation with zero hours ends all older secret pairs immediately', async () => {
    const { old, fresh, token, pass } = await openPair(48);

    const last = await ana.ask('client rotate', { client: old.client_id, hours: 0 });

    pass(60_001);
    const tokens = [old, fresh, last].map(({ client_secret }) => token(client_secret));
    expect(await Promise.all(tokens)).toEqual(['none', 'none', 'token']);
    expect(await ana.ask('client show', { client: old.client_id })).toMatchObject({ old_secrets_until: [] });
  });

  test('a rotation is refused if it would drop a secret pair that is still valid', async () => {
    const { old } = await openPair(48);
    for (let time = 0; time < 4; time++)
      expect(await ana.ask('client rotate', { client: old.client_id })).toMatchObject({ worked: true });

    expect(await ana.ask('client rotate', { client: old.client_id })).toEqual(
      refused('Client has too many old secrets that are still valid: retire them first'),
    );
    expect(await ana.ask('client rotate', { client: old.client_id, hours: 0 })).toMatchObject({
      worked: true,
    });
  });

  test('a client keeps its new secret pair after the data key that encrypted its old pairs is retired', async () => {
    const { old } = await openPair(48);
    const { client_id: id, company_id: company } = old;
    const [before = ''] = used.stack.config.DATA_KEYS;
    const after = randomBytes(32).toString('base64');
    const clientsWith = (...DATA_KEYS: string[]) =>
      makeDeps({ ...used.stack.config, DATA_KEYS }, { client: openClient() }).clients;
    const client = (await clientsWith(after, before).get(id)) as Client;
    const next = { clientSecretHash: 'hash', hmacSecret: 'n'.repeat(64) };
    await clientsWith(after, before).rotate(client, next, addSeconds(new Date(), 3_600));

    const live = async (clients: Clients) =>
      (await clients.getCached({ clientId: id, companyId: company, userId: '' }))?.hmacSecrets.length;
    expect([await live(clientsWith(after, before)), await live(clientsWith(after))]).toEqual([3, 1]);
  });

  test('every secret pair is still valid after two concurrent rotations, of which one may be refused', async () => {
    const { old, fresh, token } = await openPair();

    const both = await Promise.all([1, 2].map(() => ana.ask('client rotate', { client: old.client_id })));

    const done = both.filter(({ worked }) => worked);
    for (const answer of both) {
      if (!answer.worked)
        expect(answer.message).toBe('Client was changed by another operator: check it, then try again');
    }
    for (const { client_secret } of [old, fresh, ...done]) expect(await token(client_secret)).toBe('token');
  });

  test('a signature can be diagnosed with the old and with the new secret', async () => {
    const { old, fresh, token, pass, deps } = await openPair();
    pass(60_001);
    expect(await token(fresh.client_secret)).toBe('token');
    const caller = await callerOf({ ...old, client_secret: fresh.client_secret }, '0001/1', deps);
    const body = JSON.stringify({ any: 'body' });
    const diagnose = (hmac_secret: string) =>
      sendInProcess(
        used.stack,
        deps,
      )({
        method: 'POST',
        path: '/v3/doctor/hmac',
        headers: { authorization: `Bearer ${caller.token}`, hmac: signed(hmac_secret, body) },
        body,
      });

    expect((await diagnose(old.hmac_secret)).body.valid).toBe(true);
    expect((await diagnose(fresh.hmac_secret)).body.valid).toBe(true);
    expect((await diagnose('x'.repeat(64))).body.valid).toBe(false);
  });
});

test('a closed client gets no token, and its old token is refused once the cached client has expired', async () => {
  let now = Date.now();
  const deps = used.stack.with({ now: () => new Date(now) });
  const company = await openCompany();
  const account = await openAccount(company);
  const client = await ana.ask('client open', { company, permissions: both, accounts: [account] });
  const caller = await callerOf(client, account, deps);

  await ana.ask('client close', { client: client.client_id });

  await expect(callerOf(client, account)).rejects.toThrow('invalid_client');
  now += 60_001;
  expect((await caller.get('/v3/meds')).status).toBe(401);
  expect(await ana.ask('client rotate', { client: client.client_id })).toEqual(
    refused('Client is closed or frozen'),
  );
});

test('a client’s permissions on an account can be granted, changed and ended, and each change takes effect immediately', async () => {
  const company = await openCompany();
  const account = await openAccount(company);
  const opened = await ana.ask('client open', { company, permissions: both });
  const client = opened.client_id;
  const caller = await callerOf(opened, account);
  const create = async () => {
    const body = { ...caller.source, amount: 1, key: 'fulano@example.com' };
    const answer = await caller.post('/create-cashout', body);
    return answer.body.message ?? answer.body.status;
  };
  expect(await create()).toBe('Account not found');

  await ana.ask('policy set', { client, account, permissions: ['APPROVE'] });
  expect(await create()).toBe('Unauthorized');
  expect(await ana.ask('policy set', { client, account, permissions: both })).toEqual({
    worked: true,
    client_id: client,
    account,
    permissions: both,
    rights: [...both, 'REFUND', 'WEBHOOK'],
  });
  expect(await create()).toBe('NEW');
  await ana.ask('policy end', { client, account });
  expect(await create()).toBe('Account not found');
  expect((await ana.ask('client show', { client })).policies).toEqual([
    { account, permissions: both, rights: [], active: false },
  ]);
});

describe('a PIX key', () => {
  test('the audit of a PIX key is found by every spelling of the key', async () => {
    const key = `${randomUUID()}@Example.com`;
    await ana.ask('key add', { account: await openAccount(await openCompany()), key });
    for (const id of [key, key.toLowerCase()]) {
      const { entries } = await ana.ask('audit show', { subject: { kind: 'key', id } });
      expect(entries).toContainEqual(expect.objectContaining({ action: 'key add', state: 'done' }));
    }
  });

  test('a PIX key routes payments to its account until the key is ended, and may then be registered for another account', async () => {
    const payer = await used.newCaller();
    const company = await openCompany();
    const [one, other] = [await openAccount(company), await openAccount(company)];
    const key = `${randomUUID()}@Example.com`;
    const pay = async () => {
      const body = { ...payer.source, amount: 1, key };
      const { id } = (await payer.post('/create-cashout-self-approve', body)).body;
      await takeStep(used.stack.deps, id);
      return (await used.stack.deps.cashouts.get(id))?.recipient?.ownAccount;
    };

    expect(await ana.ask('key add', { account: one, key })).toEqual({
      worked: true,
      key: key.toLowerCase(),
      type: 'EMAIL',
      account: one,
    });
    expect(await pay()).toEqual({ branch: '0001', number: one.split('/')[1] });
    expect(await ana.ask('key add', { account: other, key })).toEqual(
      refused('Pix Key belongs to another account'),
    );

    await ana.ask('key end', { key });
    expect(await pay()).toBeUndefined();
    expect(await ana.ask('key end', { key })).toEqual(refused('Pix Key not found'));

    await ana.ask('key add', { account: other, key });
    expect(await pay()).toEqual({ branch: '0001', number: other.split('/')[1] });
    expect((await ana.ask('account show', { account: one })).keys).toEqual([
      { key: key.toLowerCase(), added_at: time, ended_at: time },
    ]);
    expect(await ana.ask('key show', { key })).toEqual({
      worked: true,
      key: key.toLowerCase(),
      account: other,
      added_at: time,
      ended_at: null,
    });
  });

  test('a PIX key that was registered before keys were listed is shown and can be ended', async () => {
    const key = randomUUID();
    const account = await openAccount(await openCompany(), { key });
    const place = { pk: `ACCOUNT#${account.replace('/', '#')}`, sk: `PIXKEY#${key}` };
    const TableName = used.stack.config.ACCOUNTS_TABLE;
    await openClient().send(new DeleteCommand({ TableName, Key: place }));
    const keys = async () => (await ana.ask('account show', { account })).keys;

    expect(await keys()).toEqual([{ key, added_at: null, ended_at: null }]);
    await ana.ask('key end', { key });
    expect(await keys()).toEqual([{ key, added_at: null, ended_at: time }]);
  });

  test('a PIX key that several accounts register concurrently is registered for exactly one account', async () => {
    const company = await openCompany();
    const accounts = await Promise.all(Array.from({ length: 5 }, () => openAccount(company)));
    const key = randomUUID();

    const added = await Promise.all(accounts.map((account) => ana.ask('key add', { account, key })));

    expect(added.filter(({ worked }) => worked)).toHaveLength(1);
    expect((await ana.ask('key show', { key })).account).toBe(added.find(({ worked }) => worked).account);
  });

  test('opening an account with an invalid or already registered key fails, and no account is created', async () => {
    const company = await openCompany();
    const key = randomUUID();
    await openAccount(company, { key });

    const wanted = { company, holder: 'Maria da Silva', legal_id: cpf };
    expect(await ana.ask('account open', { ...wanted, key })).toEqual(
      refused('Pix Key belongs to another account'),
    );
    expect(await ana.ask('account open', { ...wanted, key: 'no key' })).toEqual(refused('Invalid Pix Key'));
    expect((await ana.ask('company show', { company })).accounts).toHaveLength(1);
  });
});

test('a PIX key cannot be registered for a closed account', async () => {
  const company = await openCompany();
  const account = await openAccount(company);

  expect(await ana.ask('account close', { account })).toEqual({
    worked: true,
    account,
    message: 'Account closed',
  });
  expect(await ana.ask('key add', { account, key: randomUUID() })).toEqual(refused('Account is closed'));
});

test.each<[string, object, string]>([
  ['company show', { company: nobody }, 'Company not found'],
  ['client open', { company: nobody, permissions: [] }, 'Company not found'],
  ['account open', { company: nobody, holder: 'Maria', legal_id: cpf }, 'Company not found'],
  ['client show', { client: nobody }, 'Client not found'],
  ['client rotate', { client: nobody }, 'Client not found'],
  ['client retire', { client: nobody }, 'Client not found'],
  ['client close', { client: nobody }, 'Client not found'],
  ['account show', { account: '0001/1' }, 'Account not found'],
  ['account close', { account: '0001/1' }, 'Account not found'],
  ['policy set', { client: nobody, account: '0001/1', permissions: [] }, 'Client not found'],
  ['policy end', { client: nobody, account: '0001/1' }, 'Client not found'],
  ['key add', { account: '0001/1', key: cpf }, 'Account not found'],
  ['key show', { key: '39053344705' }, 'Pix Key not found'],
  ['key end', { key: '39053344705' }, 'Pix Key not found'],
])(
  'the command `%s` is refused for an unknown company, client, account or key',
  async (action, more, message) => {
    expect(await ana.ask(action, more)).toEqual(refused(message));
  },
);

test('granting a client rights on another company’s account is refused', async () => {
  const [one, other] = [await openCompany(), await openCompany()];
  const account = await openAccount(other);
  const { client_id: client } = await ana.ask('client open', { company: one, permissions: both });

  expect(await ana.ask('policy set', { client, account, permissions: both })).toEqual(
    refused('Account belongs to another company'),
  );
  expect(await ana.ask('client open', { company: one, permissions: both, accounts: [account] })).toEqual(
    refused('Account not found'),
  );
  expect(await ana.ask('policy end', { client, account })).toEqual(refused('Policy not found'));
});

test('the refusal of an invalid request names every wrong field', async () => {
  const answer = await ana.ask('account open', { company: 'x', holder: ' ', legal_id: '1' });

  expect(answer).toEqual(
    refused('Validation error', [
      { field: 'company', message: 'must be a UUID' },
      { field: 'holder', message: 'must not be empty' },
      { field: 'legal_id', message: 'must be a CPF or CNPJ, digits only' },
    ]),
  );
  expect(await ana.ask('nonsense')).toMatchObject(refused('Validation error'));
  expect(await used.stack.invoke('administer', null)).toMatchObject({ message: 'Validation error' });
});

describe('the audit of a subject', () => {
  test('the audit lists each action newest first, with its operator, parameters and result', async () => {
    // The clock advances by a millisecond at each read, because entries of the same millisecond have no order.
    let now = Date.now();
    const deps = used.stack.with({ now: () => new Date(now++) });
    const [bia, ana] = ['bia', 'ana'].map((by) => openOperator(used.stack, by, deps)) as [Operator, Operator];
    const company = (await ana.ask('company open', { name: 'Padaria' })).company_id;
    const wanted = { company, holder: 'Joana Prado', legal_id: cpf };
    const account = (await ana.ask('account open', wanted)).account;
    await bia.ask('account close', { account });
    await bia.ask('key add', { account, key: '39053344705' });

    const { entries } = await ana.ask('audit show', { subject: { kind: 'account', id: account } });

    const entry = (
      by: string,
      action: string,
      state: string,
      details: object,
      message: string | null = null,
    ) => ({
      at: time,
      by,
      action,
      state,
      details,
      message,
      id: uuid,
    });
    const key = { account, key: '39053344705' };
    expect(entries).toEqual([
      entry('bia', 'key add', 'refused', key, 'Account is closed'),
      entry('bia', 'key add', 'asked', key),
      entry('bia', 'account close', 'done', { account }),
      entry('bia', 'account close', 'asked', { account }),
      entry('ana', 'account open', 'done', { company, made: [`account:${account}`] }),
    ]);
    const ofCompany = await ana.ask('audit show', { subject: { kind: 'company', id: company } });
    expect(
      ofCompany.entries.map(({ action, state }: { action: string; state: string }) => [action, state]),
    ).toEqual([
      ['audit show', 'done'],
      ['key add', 'refused'],
      ['key add', 'asked'],
      ['account close', 'done'],
      ['account close', 'asked'],
      ['account open', 'done'],
      ['account open', 'asked'],
      ['company open', 'done'],
    ]);
    const ofAll = await ana.ask('audit show', {
      subject: { kind: 'service', id: 'companies' },
      limit: 1_000,
    });
    expect(ofAll.entries.map(({ details }: { details: object }) => details)).toContainEqual({
      name: 'Padaria',
      made: [`company:${company}`],
    });
  });

  test('the audit also lists unfinished actions, because each action is recorded before it runs', async () => {
    const company = await openCompany();
    const account = await openAccount(company);
    const about = { subject: { kind: 'account', id: account } };
    const states = async () =>
      (await ana.ask('audit show', about)).entries.map(
        ({ action, state }: { action: string; state: string }) => `${action} ${state}`,
      );
    const fault = Object.assign(new Error('gone'), { name: 'TimeoutError' });
    const dying = (call: number) => used.stack.with({ client: failingAt(call, fault) });

    await expect(ana.ask('account close', { account }, dying(1))).rejects.toThrow('gone');
    expect(await states()).toEqual(['account open done']);
    expect((await ana.ask('account show', { account })).status).toBe('ACTIVE');
    await expect(ana.ask('account close', { account }, dying(4))).rejects.toThrow('gone');
    expect(await states()).toHaveLength(4);
    expect(await states()).toContain('account close asked');
    expect(await states()).not.toContain('account close done');
  });

  test('no table contains a secret in plain text, and the audit contains no account holder’s name or tax id', async () => {
    const company = await openCompany();
    await openAccount(company, { holder: 'Beatriz Prado', legal_id: '39053344705' });
    const client = await ana.ask('client open', { company, permissions: both, audience: 'web' });
    const rotated = await ana.ask('client rotate', { client: client.client_id });

    const { AUDIT_TABLE = [], ...tables } = await allRows(used.stack);

    const stored = JSON.stringify([AUDIT_TABLE, tables]).toLowerCase();
    for (const made of [client, rotated]) {
      expect(stored).not.toContain(made.client_secret);
      expect(stored).not.toContain(made.hmac_secret);
    }
    expect(stored).not.toContain(client.mfa_secret.toLowerCase());
    expect(JSON.stringify(AUDIT_TABLE)).not.toMatch(/Beatriz|39053344705".*legal/);
    expect(AUDIT_TABLE.length).toBeGreaterThan(0);
  });
});

test('the audit of a cashout, a refund or a webhook whose number is too large is refused', async () => {
  for (const kind of ['cashout', 'chargeback', 'webhook']) {
    const subject = { kind, id: '9'.repeat(16) };
    expect(await ana.ask('audit show', { subject })).toMatchObject({ worked: false });
  }
});
