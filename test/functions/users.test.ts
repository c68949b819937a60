import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { errorBody, type RefusalCode } from '../../lib/base/errors.ts';
import { recordPendingEvents } from '../../lib/cashout/record-pending-events.ts';
import { closeUser } from '../../lib/operating/users.ts';
import { userKey } from '../../lib/platform/keys.ts';
import { type Operator, openOperator, refused } from '../support/admin.ts';
import { type Caller, openCaller, sendInProcess, type Tenant } from '../support/api.ts';
import { openClient } from '../support/clients.ts';
import { eventsOf } from '../support/ledger.ts';
import { setRules } from '../support/rules.ts';
import { useStack } from '../support/use-stack.ts';
import { register } from '../support/webhooks.ts';

let time = Date.now();
const used = useStack({ now: () => new Date(time), settings: { TOKEN_SECONDS: '86400' } });
let ana: Operator;
beforeAll(() => {
  ana = openOperator(used.stack);
});

/** Opens a client of the creator's company, with rights on its accounts. */
async function open(maker: Caller, more: object): Promise<Caller> {
  const { company_id: company, accounts } = maker.tenant;
  const opened = await ana.ask('client open', { company, ...more });
  return openCaller(sendInProcess(used.stack), { ...(opened as Tenant), accounts });
}
const accountsOf = ({ tenant }: Caller) =>
  tenant.accounts.map((one) => `${one.source_account_branch_identifier}/${one.source_account_number}`);
/** Opens another user with all rights on the creator's accounts. */
const openUser = (maker: Caller, more: object = {}) =>
  open(maker, { permissions: ['CREATE', 'APPROVE'], accounts: accountsOf(maker), ...more });
const create = async (caller: Caller, amount = 100): Promise<number> =>
  (await caller.post('/create-cashout', { ...caller.source, amount, key: 'fulano@example.com' })).body.id;
const approve = (caller: Caller, id: number) => caller.post('/approve-cashout', { id });
const messageOf = (code: RefusalCode) => errorBody(code).body.message;
const twoUsers = { approvals: { bands: [{ from: '100.00', needed: 2 }] } };

describe('the name of a user', () => {
  test('the name is shown in approvals, lists, the timeline and events', async () => {
    const maker = await used.newCaller();
    await setRules(used.stack, maker, twoUsers);
    const bruna = await openUser(maker, { name: 'Bruna Prado', email: 'bruna@example.com' });
    const caio = await openUser(maker, { name: 'Caio' });
    const id = await create(bruna);

    await approve(bruna, id);
    const approved = await approve(caio, id);

    const given = [
      { user: bruna.tenant.user_id, name: 'Bruna Prado', at: expect.any(String) },
      { user: caio.tenant.user_id, name: 'Caio', at: expect.any(String) },
    ];
    expect(approved.body.approvals).toEqual(given);
    const { results } = (await maker.get('/v3/cashouts')).body;
    expect(results[0]).toMatchObject({ created_by_name: 'Bruna Prado', approved_by_name: 'Caio' });
    const { entries } = (await maker.get(`/v3/cashouts/${id}/timeline`)).body;
    expect(entries.map((entry: { what: string; by_name: string }) => [entry.what, entry.by_name])).toEqual([
      ['created', 'Bruna Prado'],
      ['approved', 'Bruna Prado'],
      ['approved', 'Caio'],
    ]);
    await recordPendingEvents(used.stack.deps, id);
    const told = (await eventsOf(used.stack, maker.tenant)).find(({ type }) => type === 'cashout.approved');
    expect(JSON.parse(told?.body ?? '').data.approvals).toEqual(given);
  });

  test('a changed name appears in lists within a minute, but not in approvals given under the old name', async () => {
    const maker = await used.newCaller();
    await setRules(used.stack, maker, twoUsers);
    const bruna = await openUser(maker, { name: 'Bruna Prado' });
    const id = await create(bruna);
    await approve(bruna, id);
    await maker.get('/v3/cashouts');

    const named = { user: bruna.tenant.user_id, name: 'Bruna Prado Lima', email: 'bruna@example.com' };
    expect(await ana.ask('user name', named)).toEqual({
      worked: true,
      user_id: named.user,
      name: named.name,
      email: named.email,
    });
    time += 60_001;

    const { results } = (await maker.get('/v3/cashouts')).body;
    expect(results[0]).toMatchObject({
      created_by_name: 'Bruna Prado Lima',
      approvals: [{ name: 'Bruna Prado' }],
    });
  });

  test('the name of a user is null if the user has no name', async () => {
    const maker = await used.newCaller();
    await create(maker);

    const { results } = (await maker.get('/v3/cashouts')).body;

    expect(results[0]).toMatchObject({ created_by_name: null, approved_by_name: null });
  });
});

describe('a user with two clients', () => {
  test('a user approves once, with either client, and never approves the user’s own cashouts', async () => {
    const maker = await used.newCaller();
    await setRules(used.stack, maker, { ...twoUsers, 'own-approval': { up_to: '0' } });
    const one = await openUser(maker);
    const other = await open(maker, { user: one.tenant.user_id });
    const [asked, own] = [await create(maker), await create(other)];

    expect((await approve(one, asked)).body).toMatchObject({ status: 'NEW' });
    expect((await approve(other, asked)).body.message).toBe(messageOf('approved_already'));
    expect((await maker.get(`/v3/cashouts/${asked}`)).body.approvals).toHaveLength(1);
    expect((await approve(one, own)).body.message).toBe(messageOf('approval_of_own'));
    expect((await maker.get(`/v3/cashouts/${own}`)).body.approvals).toEqual([]);
  });

  test('the user gets no access to further accounts while one client is frozen', async () => {
    const maker = await used.newCaller({ accounts: 2 });
    const [first, second] = accountsOf(maker);
    const one = await openUser(maker, { accounts: [first] });
    const other = await open(maker, { user: one.tenant.user_id });
    await ana.freeze('client', one.tenant.client_id);
    const policy = { client: other.tenant.client_id, account: second, permissions: ['CREATE', 'APPROVE'] };

    expect(await ana.ask('policy set', policy)).toEqual(refused(messageOf('client_not_active')));

    await ana.thaw('client', one.tenant.client_id);
    expect(await ana.ask('policy set', policy)).toMatchObject({ worked: true });
  });

  test('the user stays frozen until none of the user’s clients is frozen', async () => {
    const maker = await used.newCaller();
    const one = await openUser(maker);
    const other = await open(maker, { user: one.tenant.user_id });
    const [first, second] = [one.tenant.client_id, other.tenant.client_id];
    const frozenBy = async () => (await ana.ask('account show', { account: accountsOf(maker)[0] })).frozen_by;

    await ana.freeze('client', first);
    await ana.freeze('client', second);
    const thawed = await ana.thaw('client', first);

    expect(thawed).toMatchObject({ frozen: true, was_frozen: true, still_frozen_by: [second] });
    expect(await frozenBy()).toEqual([`user#${one.tenant.user_id}`]);
    expect(await ana.thaw('client', second)).toMatchObject({ frozen: false, was_frozen: true });
    expect(await frozenBy()).toEqual([]);
  });

  test('the webhooks of one client stay active if the other client is frozen or closed', async () => {
    const maker = await used.newCaller();
    const one = await openUser(maker);
    const other = await open(maker, { user: one.tenant.user_id });
    const url = 'https://example.com/hook';
    const { id: first } = await register(one, url);
    const { id: second } = await register(other, `${url}2`);

    expect(await ana.freeze('client', one.tenant.client_id)).toMatchObject({ paused_webhooks: [first] });
    await ana.thaw('client', one.tenant.client_id);
    const { id: third } = await register(one, `${url}3`);
    expect(await ana.ask('client close', { client: one.tenant.client_id })).toMatchObject({
      paused_webhooks: [third],
    });
    expect(await ana.ask('user close', { user: one.tenant.user_id })).toMatchObject({
      paused_webhooks: [second],
    });
  });

  test('closing a user also closes a client from version 0.1.0, although the user’s row does not name that client', async () => {
    const maker = await used.newCaller();
    const one = await openUser(maker);
    const { user_id: user, client_id: client } = one.tenant;
    const { ACCOUNTS_TABLE: TableName } = used.stack.config;
    const Key = userKey(user);
    await openClient().send(new UpdateCommand({ TableName, Key, UpdateExpression: 'REMOVE clients' }));

    expect(await ana.ask('user show', { user })).toMatchObject({ clients: [{ client_id: client }] });
    expect(await ana.ask('user close', { user })).toMatchObject({ closed_clients: [client] });
  });

  test('closing a user also closes a client that is opened at the same time', async () => {
    const maker = await used.newCaller();
    const one = await openUser(maker);
    const { user_id: user, client_id: client, company_id: company } = one.tenant;
    const { deps } = used.stack;
    let late = '';
    const close: typeof deps.clients.close = async (id) => {
      if (!late) late = (await ana.ask('client open', { company, user })).client_id as string;
      return deps.clients.close(id);
    };

    const closed = await closeUser({ ...deps, clients: { ...deps.clients, close } }, user);

    expect(closed.closed_clients).toEqual([client, late]);
  });

  test('closing a user closes both clients', async () => {
    const maker = await used.newCaller();
    const one = await openUser(maker);
    const other = await open(maker, { user: one.tenant.user_id });
    const ids = [one.tenant.client_id, other.tenant.client_id];

    const closed = await ana.ask('user close', { user: one.tenant.user_id });

    expect(closed).toMatchObject({ closed_clients: expect.arrayContaining(ids), paused_webhooks: [] });
    time += 60_001;
    expect([(await one.get('/v3/cashouts')).status, (await other.get('/v3/cashouts')).status]).toEqual([
      401, 401,
    ]);
    expect((await maker.get('/v3/cashouts')).status).toBe(200);
  });

  test('the user is shown with both clients', async () => {
    const maker = await used.newCaller();
    const one = await openUser(maker, { name: 'Bruna' });
    const other = await open(maker, { user: one.tenant.user_id, audience: 'web' });

    const shown = await ana.ask('user show', { user: one.tenant.user_id });

    expect(shown).toMatchObject({ name: 'Bruna', email: null, codes_refused_until: null });
    expect(
      shown.clients.map(({ client_id, audience }: Tenant & { audience: string }) => [client_id, audience]),
    ).toEqual(
      expect.arrayContaining([
        [one.tenant.client_id, 'api'],
        [other.tenant.client_id, 'web'],
      ]),
    );
    expect(await ana.ask('client show', { client: other.tenant.client_id })).toMatchObject({
      user_name: 'Bruna',
    });
  });
});

describe('the refusal of a further client for a user:', () => {
  test('a further client for a different company is refused', async () => {
    const [maker, stranger] = [await used.newCaller(), await used.newCaller()];
    const { user_id: user } = maker.tenant;

    const answer = await ana.ask('client open', { company: stranger.tenant.company_id, user });

    expect(answer).toEqual(refused('User not found'));
  });

  test('a further client with a name or rights that differ from the user’s is refused', async () => {
    const { company_id: company, user_id: user } = (await used.newCaller()).tenant;

    for (const more of [{ name: 'Ana' }, { permissions: ['CREATE'] }, { without: ['REFUND'] }])
      expect(await ana.ask('client open', { company, user, ...more })).toEqual(
        refused('Validation error', [
          { field: 'user', message: 'already has a name and rights: give no others' },
        ]),
      );
  });

  test('a further client for a user who already has ten clients is refused', async () => {
    const { company_id: company, user_id: user } = (await used.newCaller()).tenant;
    for (let clients = 1; clients < 10; clients++) await ana.ask('client open', { company, user });

    expect(await ana.ask('client open', { company, user })).toEqual(
      refused('User has too many clients already'),
    );
  });
});

test('the audit contains no user’s name or e-mail address', async () => {
  const maker = await used.newCaller();
  const bruna = await openUser(maker, { name: 'Bruna Prado', email: 'bruna@example.com' });
  const { user_id: user } = bruna.tenant;
  time += 1;
  await ana.ask('user name', { user, name: 'Bruna Lima', email: 'lima@example.com' });

  const { entries } = await ana.ask('audit show', { subject: { kind: 'user', id: user } });

  expect(entries.map(({ action, state }: { action: string; state: string }) => [action, state])).toEqual([
    ['user name', 'done'],
    ['user name', 'asked'],
    ['client open', 'done'],
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/Bruna|Lima|example\.com/);
});
