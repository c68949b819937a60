import { beforeAll, describe, expect, test } from 'vitest';
import type { PixNetwork } from '../../lib/network/port.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { accountIdOf, type Operator, openOperator, refused } from '../support/admin.ts';
import { type Caller, openCaller, openTenant, sandbox, sendInProcess, sourceOf } from '../support/api.ts';
import { chargeBack, payQrCode } from '../support/chargebacks.ts';
import { counting, leavingUnprocessed } from '../support/faults.ts';
import { openColleague } from '../support/holdings.ts';
import { expectLedgerAddsUp } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

// There are no triggers, because each test runs the workers itself.
const used = useStack();
let ana: Operator;
beforeAll(() => {
  ana = openOperator(used.stack);
});

const nobody = '00000000-0000-4000-8000-000000000000';
const time = expect.stringMatching(/^\d{4}-.*Z$/);

/** Creates an approved cashout that no worker has processed yet. */
async function approved(caller: Caller, change: object = {}): Promise<number> {
  const body = { ...caller.source, amount: 10, key: 'fulano@example.com', ...change };
  return (await caller.post('/create-cashout-self-approve', body)).body.id as number;
}
const complete = (id: number) => takeStep(used.stack.deps, id);
const rowOf = (id: number) => used.stack.deps.cashouts.get(id);
async function endOf(id: number) {
  await complete(id);
  const row = await rowOf(id);
  return [row?.status, row?.failureText];
}
const blocked = ['CANCELLED', 'Operation blocked'];
const paid = ['SUCCESS', undefined];

describe('a frozen account', () => {
  test('a frozen account accepts requests but cancels every cashout without a hold, until the account is unfrozen', async () => {
    const caller = await used.newCaller();
    const account = accountIdOf(caller.tenant);
    const before = await approved(caller);

    expect(await ana.freeze('account', account)).toEqual({
      worked: true,
      frozen: true,
      accounts: 1,
      in_flight: [],
      in_flight_count: 0,
      in_flight_sum: '0.00',
      complete: true,
    });

    const created = await caller.post('/create-cashout', {
      ...caller.source,
      amount: 1,
      key: 'fulano@example.com',
    });
    expect(created.status).toBe(200);
    expect((await caller.post('/approve-cashout', { id: created.body.id })).body.status).toBe('PROCESSING');
    expect([await endOf(before), await endOf(created.body.id)]).toEqual([blocked, blocked]);
    expect((await caller.get(`/v3/cashouts/${before}`)).body).toMatchObject({
      status: 'CANCELLED',
      erro_descriptor: 'Operation blocked',
    });
    expect(await ana.ask('account show', { account })).toMatchObject({
      frozen_since: time,
      frozen_by: ['account'],
    });

    expect(await ana.thaw('account', account)).toEqual({
      worked: true,
      frozen: false,
      was_frozen: true,
      accounts: 1,
    });
    expect(await endOf(await approved(caller))).toEqual(paid);
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
      heldCents: 0,
      availableCents: 999_000,
    });
  });

  test('an account is unfrozen only once: a second thaw answers that the account was not frozen', async () => {
    const caller = await used.newCaller();
    const account = accountIdOf(caller.tenant);
    const thawed = { worked: true, frozen: false, accounts: 1 };

    expect(await ana.thaw('account', account)).toEqual({ ...thawed, was_frozen: false });
    await ana.freeze('account', account);
    expect(await ana.thaw('account', account)).toEqual({ ...thawed, was_frozen: true });
    expect(await ana.thaw('account', account)).toEqual({ ...thawed, was_frozen: false });
  });

  test('a payout from a frozen account without funds ends as blocked, and not for insufficient funds', async () => {
    const caller = await used.newCaller({ balance: '0' });
    await ana.freeze('account', accountIdOf(caller.tenant));

    expect(await endOf(await approved(caller))).toEqual(blocked);
  });

  test('a frozen account still completes transfers that have a hold, and the answer to the freeze lists these transfers', async () => {
    const caller = await used.newCaller();
    const account = accountIdOf(caller.tenant);
    const [open, released] = [
      await approved(caller, { amount: 30, key: 'unknown@sandbox.pix' }),
      await approved(caller, { amount: 12.5, key: 'unknown@sandbox.pix' }),
    ];
    await complete(open);
    await complete(released);
    const unreserved = await approved(caller);

    const frozen = await ana.freeze('account', account);

    const listed = (id: number, amount: string) => ({ kind: 'cashout', id, account, amount, since: time });
    expect(frozen).toMatchObject({
      in_flight: [listed(open, '30.00'), listed(released, '12.50')],
      in_flight_sum: '42.50',
      complete: true,
    });
    await sandbox(used.send, `/sandbox/network/${open}`, { outcome: 'settled' });
    await sandbox(used.send, `/sandbox/network/${released}`, { outcome: 'failed' });
    expect((await endOf(open))[0]).toBe('SUCCESS');
    expect((await endOf(released))[0]).toBe('ERROR');
    expect(await endOf(unreserved)).toEqual(blocked);
    expect(await ana.inFlight('account', account)).toEqual({
      scheduled: [],
      scheduled_count: 0,
      scheduled_sum: '0.00',
      worked: true,
      in_flight: [],
      in_flight_count: 0,
      in_flight_sum: '0.00',
      complete: true,
    });
    await expectLedgerAddsUp(used.stack, caller.tenant);
  });

  test('a frozen account receives money and makes chargebacks, which are listed as in flight', async () => {
    const caller = await used.newCaller({ balance: '0' });
    const account = accountIdOf(caller.tenant);
    await ana.freeze('account', account);

    const { qr_code_id } = await payQrCode(used.stack, caller, { payer: { name: 'unknown@sandbox.pix' } });
    const chargeback = await chargeBack(caller, qr_code_id, 5);

    expect(chargeback).toMatchObject({ status: 200, body: { status: 'PENDING' } });
    expect((await ana.inFlight('account', account)).in_flight).toEqual([
      { kind: 'chargeback', id: chargeback.body.id, account, amount: '5.00', since: time },
    ]);
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ heldCents: 500 });
  });

  test('a payment that the network does not know is not sent again until the account is unfrozen', async () => {
    const caller = await used.newCaller();
    const account = accountIdOf(caller.tenant);
    const id = await approved(caller);
    const asked: string[] = [];
    const network: PixNetwork = {
      ...used.stack.deps.network,
      findPayment: async () => ({ kind: 'not_found' }),
      sendPayment: async () => {
        asked.push('send');
        return asked.length === 1 ? { kind: 'unknown' } : { kind: 'settled', operationId: 'operation' };
      },
    };
    const work = () => takeStep({ ...used.stack.deps, network }, id);
    await work();
    await ana.freeze('account', account);
    await work();
    expect([asked.length, (await rowOf(id))?.status]).toEqual([1, 'PROCESSING']);

    await ana.thaw('account', account);
    await work();

    expect([asked.length, (await rowOf(id))?.status]).toEqual([2, 'SUCCESS']);
  });

  test('a frozen account can be paid by other accounts of this institution', async () => {
    const [payer, payee] = [await used.newCaller(), await used.newCaller({ balance: '0' })];
    await ana.freeze('account', accountIdOf(payee.tenant));

    expect(await endOf(await approved(payer, { key: payee.tenant.accounts[0]?.pix_key }))).toEqual(paid);
    expect(await expectLedgerAddsUp(used.stack, payee.tenant)).toMatchObject({ availableCents: 1_000 });
  });

  test('a frozen account can be closed, and its transfers then end with the reason that the account is closed', async () => {
    const caller = await used.newCaller();
    const account = accountIdOf(caller.tenant);
    const id = await approved(caller);
    await ana.freeze('account', account);

    expect(await ana.ask('account close', { account })).toMatchObject({ worked: true });
    expect(await endOf(id)).toEqual(['CANCELLED', 'Account is closed']);
  });
});

test('a thaw that arrives late does not end a newer freeze', async () => {
  const caller = await used.newCaller();
  const [account, company] = [accountIdOf(caller.tenant), caller.tenant.company_id];
  const { deps } = used.stack;

  for (const [kind, id] of [
    ['account', account],
    ['company', company],
  ] as const) {
    await ana.freeze(kind, id);
    // Between the read and the write of the thaw, the account is unfrozen and frozen again.
    const lower: typeof deps.freezes.lower = async (owner, seen) => {
      await ana.thaw(kind, id);
      await ana.freeze(kind, id);
      return deps.freezes.lower(owner, seen);
    };
    const late = { ...deps, freezes: { ...deps.freezes, lower } };

    expect(await ana.thaw(kind, id, late)).toEqual(
      refused('Another operator froze or thawed it at the same time: try again'),
    );
    expect(await endOf(await approved(caller))).toEqual(blocked);
    await ana.thaw(kind, id);
    expect(await endOf(await approved(caller))).toEqual(paid);
  }
});

describe('a frozen company', () => {
  test('a frozen company pays from none of its accounts, including accounts opened during the freeze', async () => {
    const tenant = await openTenant(used.send, { accounts: 2 });
    const caller = await openCaller(used.send, tenant);
    const company = tenant.company_id;
    const from = (index: number) => ({ ...sourceOf(tenant, index) });

    expect(await ana.freeze('company', company)).toMatchObject({ accounts: 2, complete: true });

    const wanted = { company, holder: 'Maria da Silva', legal_id: '52998224725' };
    const { account } = await ana.ask('account open', wanted);
    await ana.ask('policy set', { client: tenant.client_id, account, permissions: ['CREATE', 'APPROVE'] });
    const third = { source_account_branch_identifier: '0001', source_account_number: account.split('/')[1] };
    for (const source of [from(0), from(1), third])
      expect(await endOf(await approved(caller, source))).toEqual(blocked);
    expect(await ana.ask('company show', { company })).toMatchObject({
      frozen_since: time,
      accounts: [{ frozen_by: ['company'] }, { frozen_by: ['company'] }, { frozen_by: ['company'] }],
    });

    expect(await ana.thaw('company', company)).toMatchObject({ accounts: 3 });
    expect(await endOf(await approved(caller, from(1)))).toEqual(paid);
    expect((await ana.ask('company show', { company })).frozen_since).toBeNull();
  });

  test('a freeze that fails for one account still freezes the others, and a retry freezes only the failed account', async () => {
    const caller = await used.newCaller({ accounts: 3 });
    const company = caller.tenant.company_id;
    const { freezes } = used.stack.deps;
    const tried: string[] = [];
    const mark: typeof freezes.mark = async (account, ...rest) => {
      tried.push(account.number);
      if (tried.length === 2) throw new Error('too busy');
      return freezes.mark(account, ...rest);
    };
    const faulty = { ...used.stack.deps, freezes: { ...freezes, mark } };

    await expect(ana.freeze('company', company, faulty)).rejects.toThrow('too busy');
    const [first, busy, third, ...others] = tried.splice(0);
    expect([new Set([first, busy, third]).size, others]).toEqual([3, []]);
    expect(await ana.freeze('company', company, { ...faulty })).toMatchObject({ frozen: true, accounts: 3 });

    expect(tried).toEqual([busy]);
  });

  test('an account that is frozen itself and with its company pays again only after both thaws', async () => {
    const caller = await used.newCaller();
    const { company_id: company } = caller.tenant;
    const account = accountIdOf(caller.tenant);
    await ana.freeze('company', company);
    await ana.freeze('account', account);

    await ana.thaw('company', company);
    expect(await endOf(await approved(caller))).toEqual(blocked);
    await ana.freeze('company', company);
    await ana.thaw('account', account);
    expect(await endOf(await approved(caller))).toEqual(blocked);
    await ana.thaw('company', company);
    expect(await endOf(await approved(caller))).toEqual(paid);
  });

  test('the freeze of a company also freezes an account that is opened at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const company = (await ana.ask('company open', { name: 'Loja' })).company_id;
      const wanted = { company, holder: 'Maria da Silva', legal_id: '52998224725' };

      await Promise.all([
        ...Array.from({ length: 4 }, () => ana.ask('account open', wanted)),
        ana.freeze('company', company),
      ]);

      const { accounts } = await ana.ask('company show', { company });
      expect(accounts.map(({ frozen_by }: { frozen_by: string[] }) => frozen_by)).toEqual(
        Array(4).fill(['company']),
      );
    }
  });

  test('after concurrent freezes and thaws of a company, a repeated command gives all of its accounts the same state', async () => {
    const tenant = await openTenant(used.send, { accounts: 3 });
    const company = tenant.company_id;

    await Promise.all([
      ana.freeze('company', company),
      ana.thaw('company', company),
      ana.freeze('company', company),
      ana.thaw('company', company),
    ]);
    const shown = await ana.ask('company show', { company });
    const all = shown.frozen_since ? ['company'] : [];
    const finish = await (shown.frozen_since ? ana.freeze('company', company) : ana.thaw('company', company));
    expect(finish.worked).toBe(true);

    const after = await ana.ask('company show', { company });
    expect(after.frozen_since === null).toBe(shown.frozen_since === null);
    for (const { frozen_by } of after.accounts) expect(frozen_by).toEqual(all);
  });
});

describe('a frozen client', () => {
  test('a frozen client gets no access, and the cashouts that it created or approved are not paid, while those of colleagues are paid', async () => {
    let now = Date.now();
    const deps = used.stack.with({ now: () => new Date(now) });
    const owner = await used.newCaller();
    const thief = await openColleague(used.stack, owner.tenant);
    const late = await openCaller(sendInProcess(used.stack, deps), thief.tenant);
    const create = async (by: Caller) => {
      const body = { ...owner.source, amount: 1, key: 'fulano@example.com' };
      return (await by.post('/create-cashout', body)).body.id as number;
    };
    const approve = (by: Caller, id: number) => by.post('/approve-cashout', { id });
    const [its, ours, theirs] = [await create(thief), await create(owner), await create(owner)];
    await approve(owner, its);
    await approve(thief, ours);
    await approve(owner, theirs);

    expect(await ana.freeze('client', thief.tenant.client_id)).toMatchObject({
      accounts: 1,
      in_flight: [],
      complete: true,
    });

    expect([await endOf(its), await endOf(ours), await endOf(theirs)]).toEqual([blocked, blocked, paid]);
    await expect(openCaller(used.send, thief.tenant)).rejects.toThrow('invalid_client');
    now += 60_001;
    expect((await late.get('/v3/meds')).status).toBe(401);
    const { accounts } = await ana.ask('company show', { company: owner.tenant.company_id });
    expect(accounts[0].frozen_by).toEqual([`user#${thief.tenant.user_id}`]);

    await ana.thaw('client', thief.tenant.client_id);
    now += 60_001;
    expect((await late.get('/v3/meds')).status).toBe(200);
    expect(await endOf(await approved(thief))).toEqual(paid);
  });

  test('a frozen client is also blocked on accounts that it may no longer use, and gets no new policy', async () => {
    const owner = await used.newCaller();
    const { client_id: client } = owner.tenant;
    const account = accountIdOf(owner.tenant);
    const id = await approved(owner);
    await ana.ask('policy end', { client, account });

    await ana.freeze('client', client);

    expect(await endOf(id)).toEqual(blocked);
    expect(await ana.ask('policy set', { client, account, permissions: [] })).toEqual(
      refused('Client is closed or frozen'),
    );
  });

  test('the list of a client’s transfers in flight has no transfers of colleagues, and the company’s list has both', async () => {
    const owner = await used.newCaller();
    const other = await openColleague(used.stack, owner.tenant);
    const [mine, others] = [
      await approved(owner, { key: 'unknown@sandbox.pix' }),
      await approved(other, { ...owner.source, key: 'unknown@sandbox.pix' }),
    ];
    await complete(mine);
    await complete(others);

    expect(await ana.inFlight('client', owner.tenant.client_id)).toMatchObject({
      in_flight: [{ id: mine, amount: '10.00' }],
      complete: true,
    });
    expect((await ana.inFlight('company', owner.tenant.company_id)).in_flight).toHaveLength(2);
  });
});

test('the list of an account’s transfers in flight does not read other accounts', async () => {
  const [caller, busy] = [await used.newCaller(), await used.newCaller()];
  const mine = await approved(caller, { key: 'unknown@sandbox.pix' });
  const others = [await approved(busy), await approved(busy, { key: 'unknown@sandbox.pix' })];
  for (const id of [mine, ...others.slice(1)]) await complete(id);
  await chargeBack(busy, (await payQrCode(used.stack, busy)).qr_code_id, 1);
  const { client, rows } = counting();
  const account = accountIdOf(caller.tenant);

  const frozen = await ana.freeze('account', account, used.stack.with({ client }));

  expect(frozen).toMatchObject({ in_flight: [{ id: mine }], in_flight_count: 1, complete: true });
  const read = rows.filter(({ request }) => request);
  expect(read.map(({ id }) => id)).toEqual([mine]);
});

test('the list of transfers in flight is marked as incomplete when an index lags', async () => {
  const caller = await used.newCaller();
  const id = await approved(caller, { key: 'unknown@sandbox.pix' });
  await complete(id);
  const { deps } = used.stack;
  const lagging = {
    ...deps,
    cashouts: { ...deps.cashouts, listOpen: async () => [] },
    pause: async () => {},
  };

  const frozen = await ana.freeze('account', accountIdOf(caller.tenant), lagging);

  expect(frozen).toMatchObject({ worked: true, frozen: true, in_flight: [], complete: false });
});

test('an account is frozen even if the list of its transfers cannot be read, and the command for that list fails', async () => {
  const caller = await used.newCaller();
  const id = await approved(caller);
  const { client } = leavingUnprocessed(Number.POSITIVE_INFINITY);
  const deaf = used.stack.with({ client, pause: async () => {} });
  const account = accountIdOf(caller.tenant);

  expect(await ana.freeze('account', account, deaf)).toMatchObject({ frozen: true, complete: false });
  expect(await endOf(id)).toEqual(blocked);

  // The command `freeze list` has nothing to show but the list, so it fails.
  const target = { kind: 'account', id: account };
  const list = used.stack.invoke('freeze', { action: 'freeze list', by: 'ana', target }, deaf);
  await expect(list).rejects.toThrow('unavailable');
  const { entries } = await ana.ask('audit show', { subject: target });
  expect(
    entries.map(({ action, state }: { action: string; state: string }) => `${action} ${state}`),
  ).toContain('freeze list failed');
});

describe('a freeze concurrent with reservations of money', () => {
  const targets = ['account', 'company', 'client'] as const;

  test.each(targets)(
    'no money is reserved after the answer to the freeze of a %s, and the answer lists all earlier reservations',
    async (kind) => {
      const caller = await used.newCaller();
      const { company_id, client_id } = caller.tenant;
      const target = { account: accountIdOf(caller.tenant), company: company_id, client: client_id }[kind];
      const ids: number[] = [];
      for (let left = 40; left > 0; left--) ids.push(await approved(caller, { key: 'unknown@sandbox.pix' }));

      const waiting = [...ids];
      let eight = () => {};
      const eightAreDone = new Promise<void>((resolve) => {
        eight = resolve;
      });
      const answered = Promise.withResolvers<void>();
      const work = async () => {
        for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
          await complete(id);
          if (ids.length - waiting.length >= 8) eight();
          // Some reservations come after the answer, and some before it.
          if (waiting.length <= 8) await answered.promise;
        }
      };
      const working = Promise.all([work(), work(), work(), work()]);
      await eightAreDone;
      const frozen = await ana.freeze(kind, target);
      const atAnswer = await Promise.all(ids.map(rowOf));
      answered.resolve();
      await working;

      const rows = await Promise.all(ids.map(rowOf));
      const reserved = rows.flatMap((row) => (row?.reservedAt ? [row.id] : []));
      expect(reserved.length).toBeGreaterThan(3);
      expect(reserved.length).toBeLessThan(ids.length);
      expect(atAnswer.flatMap((row) => (row?.reservedAt ? [row.id] : []))).toEqual(reserved);
      expect(frozen.in_flight.map(({ id }: { id: number }) => id).sort()).toEqual([...reserved].sort());
      expect(frozen.complete).toBe(true);
      for (const row of rows) {
        expect(row?.reservedAt ? 'PROCESSING' : 'CANCELLED').toBe(row?.status);
      }
      expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
        heldCents: reserved.length * 1_000,
      });
    },
  );
});

test('the audit has the reason of each freeze and thaw', async () => {
  const caller = await used.newCaller();
  const account = accountIdOf(caller.tenant);
  await ana.freeze('account', account);
  await ana.thaw('account', account);

  const { entries } = await ana.ask('audit show', { subject: { kind: 'account', id: account } });

  const told = entries.map(({ at: _, id: __, ...entry }: { at: string; id: string }) => entry);
  const [by, message] = ['ana', null];
  for (const [action, reason] of [
    ['freeze', 'INC-1: stolen laptop'],
    ['thaw', 'INC-1: over'],
  ])
    for (const state of ['asked', 'done'])
      expect(told).toContainEqual({ by, action, state, details: { reason }, message });
  expect(told).toHaveLength(4);
});

test.each([
  ['account', '0001/1', 'Account not found'],
  ['company', nobody, 'Company not found'],
  ['client', nobody, 'Client not found'],
])('a freeze, a thaw and a list are refused for an unknown %s: %s', async (kind, id, message) => {
  expect(await ana.freeze(kind, id)).toEqual(refused(message));
  expect(await ana.thaw(kind, id)).toEqual(refused(message));
  expect(await ana.inFlight(kind, id)).toEqual(refused(message));
});

test('a freeze without a reason and the freeze of a PIX key are refused', async () => {
  const target = { kind: 'account', id: '0001/1' };
  const ask = (more: object) => used.stack.invoke('freeze', { action: 'freeze', by: 'ana', ...more });

  expect(await ask({ target })).toEqual(
    refused('Validation error', [{ field: 'reason', message: 'is required' }]),
  );
  expect(await ask({ target: { kind: 'key', id: 'x' }, reason: 'x' })).toMatchObject({
    message: 'Validation error',
  });
});
