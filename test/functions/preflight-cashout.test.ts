import { describe, expect, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import { takesPart } from '../../lib/network/institutions.ts';
import type { PixNetwork } from '../../lib/network/port.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { accountIdOf, openOperator } from '../support/admin.ts';
import { type Answer, type Caller, openCaller, sandbox, sendInProcess, sourceOf } from '../support/api.ts';
import { bankDetails, bankDetailsOf } from '../support/bank-details.ts';
import { codeAt, staticCode } from '../support/br-codes.ts';
import { countUnits } from '../support/count-units.ts';
import { failingAt, notingWrites } from '../support/faults.ts';
import { openColleague } from '../support/holdings.ts';
import { askAbout, setRules } from '../support/rules.ts';
import { allRows } from '../support/tables.ts';
import { useStack } from '../support/use-stack.ts';

/** Noon of a Monday in São Paulo. */
const noon = Date.parse('2026-11-02T15:00:00.000Z');
let time = noon;
const used = useStack({
  settings: { TOKEN_SECONDS: '86400', LOOKUPS_CAPACITY: '100', LOOKUPS_PER_MINUTE: '2' },
  now: () => new Date(time),
});
const pass = (hours: number) => {
  time += hours * 3_600_000;
};

async function openRuled(rules: Record<string, object> = {}): Promise<Caller> {
  time = noon;
  const caller = await used.newCaller();
  await setRules(used.stack, caller, rules);
  return caller;
}
const everyRule = {
  limit: { limit: 'new_payee', amount: '100.00' },
  payees: { payees: 'listed' },
  duplicates: { rule: { within_hours: 2, action: 'hold' } },
};
const path = '/v3/cashouts/preflight';
const key = 'fulano@example.com';
const preflight = (caller: Caller, more: object = {}): Promise<Answer> =>
  caller.post(path, { ...caller.source, amount: 10, key, ...more });
const bank = { ...bankDetails, key: undefined };
/** Returns the same caller of a service with some different dependencies. */
const elsewhere = (caller: Caller, world: Partial<Deps>) =>
  openCaller(sendInProcess(used.stack, { ...used.stack.deps, ...world }), caller.tenant);
const withNetwork = (caller: Caller, part: Partial<PixNetwork>) =>
  elsewhere(caller, { network: { ...used.stack.deps.network, ...part } });
const notFound = { resolveKey: async () => ({ kind: 'not_found' }) as const };
/** The owner that the sandbox generates for the key. */
const fulano = {
  recipient_instution: '60701190',
  recipient_instution_name: 'ITAÚ UNIBANCO S.A.',
  recipient_account_id: '85740925',
  recipient_branch_id: '0001',
  recipient_legal_id: '***.740.925-**',
  recipient_name: 'Carla Dias',
  recipient_account_type: 'CONTA_CORRENTE',
};
const noLimits = { per_transfer: null, per_day: null, per_night: null, new_payee: null };
const allowed = {
  worked: true,
  amount: 10,
  payee: fulano,
  payee_takes_part: true,
  participants_listed_on: '2026-08-21',
  allowed: true,
  reasons: [],
  approvals_needed: 1,
  own_approval_counts: true,
  possible_duplicate_of: null,
  available: 10_000,
  limits: noLimits,
};
const refused = (...reasons: string[]) => ({ allowed: false, reasons });
const refusal = (message: string) => ({ worked: false, detail: message, message, data: null });

/** Creates, approves and completes a cashout with the same body. @returns how it ended */
async function pay(caller: Caller, more: object = {}, endpoint = '/create-cashout-self-approve') {
  const { status, body } = await caller.post(endpoint, { ...caller.source, amount: 10, key, ...more });
  if (status !== 200) return { status: 'REFUSED', erro_descriptor: body.message };
  await takeStep(used.stack.deps, body.id);
  return (await caller.get(`/v3/cashouts/${body.id}`)).body;
}

describe('a preflight', () => {
  test('a preflight by key shows the payee, and no finding', async () => {
    const caller = await openRuled();

    const { status, body } = await preflight(caller);

    expect([status, body]).toEqual([200, allowed]);
  });

  test('a preflight by bank details shows the same bank details as a cashout', async () => {
    const { body } = await preflight(await openRuled(), bank);

    expect(body).toEqual({
      ...allowed,
      payee: {
        recipient_instution: '00000000',
        recipient_instution_name: 'BCO DO BRASIL S.A.',
        recipient_account_id: '45678-9',
        recipient_branch_id: '0123',
        recipient_legal_id: '12345678909',
        recipient_name: 'Fulana de Tal',
        recipient_account_type: 'Current Account',
      },
    });
  });

  test('a preflight by bank details at an unlisted institution is allowed, and says that the institution is not listed', async () => {
    const { body } = await preflight(await openRuled(), { ...bank, recipient_instution: '12345678' });

    const payee_takes_part = takesPart('12345678', new Date()) ?? null;
    expect(payee_takes_part).not.toBe(true);
    expect(body).toMatchObject({ allowed: true, reasons: [], payee_takes_part });
    expect(body.payee).toMatchObject({ recipient_instution: '12345678', recipient_instution_name: null });
  });

  test('a preflight by a static code has the key and the amount of the code', async () => {
    const copy_and_paste = staticCode(key, '12.34');

    const { body } = await preflight(await openRuled(), {
      key: undefined,
      amount: undefined,
      copy_and_paste,
    });

    expect(body).toEqual({ ...allowed, amount: 12.34 });
  });

  test('a preflight by a dynamic code has the key and the amount of the charge', async () => {
    const copy_and_paste = codeAt('sandbox.pix/cob/open');

    const { body } = await preflight(await openRuled(), {
      key: undefined,
      amount: undefined,
      copy_and_paste,
    });

    expect(body).toEqual({ ...allowed, amount: 27.5 });
  });

  test.each<[string, object, string]>([
    ['a key', {}, '/create-cashout-self-approve'],
    ['bank details', bank, '/create-cashoutmanual-self-approve'],
    ['a code', { key: undefined, copy_and_paste: staticCode(key) }, '/create-copy-and-paste-transfer'],
  ])(
    'a preflight by %s shows the payee exactly as the successful cashout does',
    async (_, more, endpoint) => {
      const caller = await openRuled();
      const { body } = await preflight(caller, more);

      const paid = await pay(caller, more, endpoint);

      expect(paid.status).toBe('SUCCESS');
      expect(paid).toMatchObject(body.payee);
    },
  );

  test('a preflight stores only the charge to the look-up budget', async () => {
    const caller = await openRuled(everyRule);
    const before = await allRows(used.stack);
    const { client, written } = notingWrites();
    const by = await elsewhere(caller, used.stack.with({ client }));

    expect((await preflight(by)).status).toBe(200);
    expect((await preflight(by, bank)).status).toBe(200);

    const after = await allRows(used.stack);
    const isBudget = (row: object) => (row as { pk?: string }).pk === `LOOKUPS#${caller.tenant.user_id}`;
    const { ACCOUNTS_TABLE: rows = [], ...others } = after;
    expect(rows.filter(isBudget)).toMatchObject([{ fullAt: time + 30_000 }]);
    expect(sorted({ ...others, ACCOUNTS_TABLE: rows.filter((row) => !isBudget(row)) })).toEqual(
      sorted(before),
    );
    expect(written.filter((name) => name !== 'UpdateItemCommand')).toEqual([]);
  });

  test.each<[string, boolean, object | 'ours', object]>([
    ['bank details', false, bank, { calls: 1, reads: 2, writes: 0 }],
    ['a key', false, {}, { calls: 4, reads: 3, writes: 2 }],
    ['a key of this institution', false, 'ours', { calls: 5, reads: 4, writes: 2 }],
    ['bank details under every rule', true, bank, { calls: 2, reads: 5, writes: 0 }],
    ['a key under every rule', true, {}, { calls: 5, reads: 7, writes: 2 }],
  ])('a preflight by %s takes few database calls', async (_, isRuled, asked, expected) => {
    const [caller, payee] = [await openRuled(isRuled ? everyRule : {}), await used.newCaller()];
    const { client, units } = countUnits();
    const by = await elsewhere(caller, used.stack.with({ client }));
    await preflight(by, bank);
    units.take();

    await preflight(by, asked === 'ours' ? { key: payee.tenant.accounts[0]?.pix_key } : asked);

    expect(Object.values(units.take())).toEqual([expected]);
  });
});

describe('a finding against a cashout', () => {
  const night = 10;

  test.each<[string, Record<string, object>, object, number, string[]]>([
    ['an amount above the balance', {}, { amount: 10_000.01 }, 0, ['Insufficient funds']],
    [
      'an amount above the limit per transfer',
      { limit: { limit: 'per_transfer', amount: '9.99' } },
      {},
      0,
      ['Rule: limit per transfer'],
    ],
    [
      'an amount above the limit per day',
      { limit: { limit: 'per_day', amount: '9.99' } },
      {},
      0,
      ['Rule: limit per day'],
    ],
    [
      'an amount above the limit per night',
      { limit: { limit: 'per_night', amount: '9.99' } },
      {},
      night,
      ['Rule: limit per night'],
    ],
    [
      'an amount above the limit for a new payee',
      { limit: { limit: 'new_payee', amount: '9.99' } },
      {},
      0,
      ['Rule: limit for a new payee'],
    ],
    [
      'a payee that is not on the list',
      { payees: { payees: 'listed' } },
      {},
      0,
      ['Rule: payee is not on the list'],
    ],
    [
      'several reasons at once',
      { limit: { limit: 'per_day', amount: '100.00' }, payees: { payees: 'listed' } },
      { amount: 20_000 },
      0,
      ['Rule: limit per day', 'Insufficient funds', 'Rule: payee is not on the list'],
    ],
  ])(
    'a finding is reported for %s, and a cashout with the same body ends with the first reason',
    async (_, rules, more, hours, reasons) => {
      const caller = await openRuled(rules);
      pass(hours);

      const { body } = await preflight(caller, more);

      expect(body).toMatchObject(refused(...reasons));
      expect((await pay(caller, more)).erro_descriptor).toBe(reasons[0]);
    },
  );

  test.each<[string, Record<string, object>, object]>([
    ['the limit per transfer', { limit: { limit: 'per_transfer', amount: '10.00' } }, {}],
    ['the limit per day', { limit: { limit: 'per_day', amount: '10.00' } }, {}],
    ['the limit per night by day', { limit: { limit: 'per_night', amount: '0.01' } }, {}],
    ['the limit for a new payee', { limit: { limit: 'new_payee', amount: '10.00' } }, bank],
    ['the balance', {}, { amount: 10_000 }],
  ])(
    'no finding is reported for an amount up to %s, and a cashout with the same body is paid',
    async (_, rules, more) => {
      const caller = await openRuled(rules);

      const { body } = await preflight(caller, more);

      expect(body).toMatchObject({ allowed: true, reasons: [] });
      const endpoint = more === bank ? '/create-cashoutmanual-self-approve' : undefined;
      expect((await pay(caller, more, endpoint)).status).toBe('SUCCESS');
    },
  );

  test('a preflight shows how much each limit still allows', async () => {
    const caller = await openRuled({ limit: { limit: 'per_day', amount: '100.00' } });
    await setRules(used.stack, caller, { limit: { limit: 'new_payee', amount: '50.00' } });
    await setRules(used.stack, caller, { limit: { limit: 'per_transfer', amount: '40.00' } });
    expect((await pay(caller, { amount: 30 })).status).toBe('SUCCESS');

    const { body } = await preflight(caller, { amount: 25 });

    expect(body).toEqual({
      ...allowed,
      ...refused('Rule: limit for a new payee'),
      amount: 25,
      available: 9_970,
      limits: {
        per_transfer: { amount: 40, left: 40 },
        per_day: { amount: 100, left: 70 },
        per_night: null,
        new_payee: { amount: 50, left: 20 },
      },
    });
  });

  test('the finding about the limit for a new payee disappears a day after the first transfer to that payee', async () => {
    const caller = await openRuled({ limit: { limit: 'new_payee', amount: '50.00' } });
    await pay(caller, { amount: 30 });
    pass(24.01);

    const { body } = await preflight(await openCaller(used.send, caller.tenant), { amount: 500 });

    expect(body).toMatchObject({ allowed: true, limits: noLimits });
  });

  test.each([{ key: 'Fulano@example.com' }, 'owner'] as const)(
    'no finding is reported if the list of payees has the payee as %j',
    async (listed) => {
      const caller = await openRuled();
      await pay(caller);
      const { results } = (await caller.get('/v3/cashouts')).body;
      const row = await used.stack.deps.cashouts.get(results[0].id);
      const name = listed === 'owner' ? { legal_id: row?.recipient?.legalId } : listed;
      await setRules(used.stack, caller, { payees: { payees: 'listed' } });
      await askAbout(used.stack, caller, 'payee add', name);

      expect((await preflight(caller)).body).toMatchObject({ allowed: true });
      await askAbout(used.stack, caller, 'payee remove', name);
      expect((await preflight(caller)).body).toMatchObject(refused('Rule: payee is not on the list'));
    },
  );

  test.each(['account', 'company', 'client'])(
    'a frozen account or company is reported as a finding, and a frozen client gets a 401: %s',
    async (kind) => {
      const caller = await openRuled();
      const operator = openOperator(used.stack);
      const { tenant } = caller;
      const id = { account: accountIdOf(tenant), company: tenant.company_id, client: tenant.client_id }[kind];
      await operator.freeze(kind, id ?? '');

      const { status, body } = await preflight(caller);

      if (kind === 'client') expect(status).toBe(401);
      else expect(body).toMatchObject(refused('Operation blocked'));
    },
  );

  test('a transfer to the account itself is reported as a finding', async () => {
    const caller = await openRuled();
    const own = caller.tenant.accounts[0]?.pix_key;

    const { body } = await preflight(caller, { key: own });

    expect(body).toMatchObject(refused('Source and recipient are the same account'));
    expect((await pay(caller, { key: own })).erro_descriptor).toBe(
      'Source and recipient are the same account',
    );
  });

  test('a closed payee account in this institution is reported as a finding', async () => {
    const [caller, payee] = [await openRuled(), await used.newCaller({ balance: '0' })];
    const closed = payee.tenant.accounts[0]?.pix_key;
    await sandbox(used.send, '/sandbox/accounts/close', payee.source);

    const { body } = await preflight(caller, { key: closed });

    const paid = await pay(caller, { key: closed });
    expect(body).toMatchObject(refused(paid.erro_descriptor));
    expect(paid).toMatchObject({ status: 'ERROR', new_erro_descriptor: 'AC07' });
  });
});

describe('the approvals in a preflight', () => {
  test('a preflight reports the same required approvals as the create', async () => {
    const caller = await openRuled({
      approvals: { bands: [{ from: '100.00', needed: 2 }] },
      'own-approval': { up_to: '50.00' },
    });
    const told = async (amount: number) => {
      const { body } = await preflight(caller, { amount });
      return [body.approvals_needed, body.own_approval_counts, body.allowed];
    };

    expect(await told(50)).toEqual([1, true, true]);
    expect(await told(50.01)).toEqual([1, false, true]);
    expect(await told(100)).toEqual([2, false, true]);
    const create = { ...caller.source, amount: 100, key };
    expect((await caller.post('/create-cashout', create)).body.approvals_needed).toBe(2);
  });
});

describe('an earlier cashout with the same payee and amount', () => {
  test.each([
    ['tell', true, []],
    ['hold', true, []],
    ['refuse', false, ['Transaction may be a duplicate']],
  ] as const)(
    'the earlier cashout is reported under the rule with the action %s',
    async (action, isAllowed, reasons) => {
      const caller = await openRuled({ duplicates: { rule: { within_hours: 2, action } } });
      expect((await preflight(caller)).body).toMatchObject({ possible_duplicate_of: null });
      const { id } = await pay(caller);

      const { body } = await preflight(caller);

      expect(body).toMatchObject({ possible_duplicate_of: id, allowed: isAllowed, reasons });
      const created = await caller.post('/create-cashout', { ...caller.source, amount: 10, key });
      expect(created.status).toBe(action === 'refuse' ? 409 : 200);
    },
  );

  test('an earlier cashout by bank details is reported too', async () => {
    const caller = await openRuled({ duplicates: { rule: { within_hours: 2, action: 'tell' } } });
    const { id } = await pay(caller, bank, '/create-cashoutmanual-self-approve');

    expect((await preflight(caller, bank)).body).toMatchObject({ possible_duplicate_of: id });
  });

  test('an earlier cashout is not reported after the rule’s period, or if the earlier cashout ended unpaid', async () => {
    const caller = await openRuled({ duplicates: { rule: { within_hours: 2, action: 'refuse' } } });
    await pay(caller);
    await pay(caller, { key: 'am04@sandbox.pix' });

    expect((await preflight(caller, { key: 'am04@sandbox.pix' })).body).toMatchObject({
      possible_duplicate_of: null,
      allowed: true,
    });
    pass(2);
    expect((await preflight(caller)).body.allowed).toBe(false);
    time += 1;
    expect((await preflight(caller)).body).toMatchObject({ possible_duplicate_of: null, allowed: true });
  });
});

describe('the payee in a preflight', () => {
  test('a payee in this institution is shown without a request to the network', async () => {
    const [caller, payee] = [await openRuled(), await used.newCaller({ name: 'Padaria Ltda' })];
    const by = await withNetwork(caller, { resolveKey: () => Promise.reject(new Error('asked')) });
    const own = payee.tenant.accounts[0]?.pix_key;

    const { body } = await preflight(by, { key: own });

    const { payee: shown } = body;
    expect(shown).toMatchObject({ recipient_name: 'Padaria Ltda', recipient_instution: '99999010' });
    expect(await pay(caller, { key: own })).toMatchObject({ status: 'SUCCESS', ...shown });
  });

  test('the payee is null if the key is unregistered, and the reason is reported', async () => {
    const by = await withNetwork(await openRuled(), notFound);

    const { status, body } = await preflight(by);

    expect([status, body]).toEqual([
      200,
      { ...allowed, payee: null, payee_takes_part: null, ...refused('Pix key not found') },
    ]);
  });

  test.each<[string, Partial<PixNetwork>]>([
    ['gives no final answer', { resolveKey: async () => ({ kind: 'unknown' }) }],
    ['fails', { resolveKey: () => Promise.reject(new Error('no route')) }],
  ])('the payee is unknown and no look-up is charged if the network %s', async (_, part) => {
    const caller = await openRuled({ payees: { payees: 'listed' } });
    const by = await withNetwork(caller, part);

    const { status, body } = await preflight(by, { amount: 10_001 });

    expect([status, body]).toEqual([
      200,
      {
        ...allowed,
        amount: 10_001,
        payee: null,
        payee_takes_part: null,
        ...refused('Pix directory gave no answer', 'Insufficient funds'),
      },
    ]);
    expect(await tokensOf(caller)).toBe(0);
  });

  test('every field of the payee is null if the network returns no data', async () => {
    const by = await withNetwork(await openRuled(), {
      resolveKey: async () => ({ kind: 'found', recipient: {} }),
    });

    const { body } = await preflight(by);

    const nothing = Object.fromEntries(Object.keys(fulano).map((name) => [name, null]));
    expect(body).toEqual({ ...allowed, payee: nothing, payee_takes_part: null });
    expect((await preflight(by, { recipient_legal_id: '52998224725' })).body).toMatchObject(
      refused('Owner of the Pix key cannot be verified'),
    );
    const checking = await withNetwork(by, {
      resolveKey: async () => ({ kind: 'found', recipient: {} }),
      checksOwner: () => true,
    });
    expect((await preflight(checking, { recipient_legal_id: '52998224725' })).body).toEqual(body);
  });

  test('the payee and the amount are unknown if the issuer of the code does not answer', async () => {
    const copy_and_paste = codeAt('sandbox.pix/cob/silent');
    const caller = await openRuled({ limit: { limit: 'per_day', amount: '100.00' } });

    const { status, body } = await preflight(caller, { key: undefined, amount: undefined, copy_and_paste });

    expect([status, body]).toEqual([
      200,
      {
        ...allowed,
        amount: null,
        payee: null,
        payee_takes_part: null,
        ...refused('Issuer of the copy and paste code gave no answer'),
        approvals_needed: null,
        own_approval_counts: null,
        limits: { ...noLimits, per_day: { amount: 100, left: 100 } },
      },
    ]);
  });

  test('the payee is shown with the network’s reason if the key has a different owner than the request names', async () => {
    const caller = await openRuled();
    const more = { recipient_legal_id: '52998224725' };

    const { body } = await preflight(caller, more);

    const paid = await pay(caller, more);
    expect(body).toEqual({ ...allowed, ...refused(paid.erro_descriptor) });
    expect(paid.new_erro_descriptor).toBe('BE01');
  });

  test.each<[string, object, string]>([
    ['that does not exist', { recipient_account_number: '1', recipient_account_number_digit: '0' }, 'AC03'],
    ['of another holder', {}, 'BE01'],
  ])('no payee is shown for an account of this institution %s', async (_, more, code) => {
    const [caller, payee] = [await openRuled(), await used.newCaller()];
    const asked = { ...bank, ...bankDetailsOf(payee.source, bank.recipient_legal_id), ...more };

    const { body } = await preflight(caller, asked);

    const paid = await pay(caller, asked, '/create-cashoutmanual-self-approve');
    expect(paid.new_erro_descriptor).toBe(code);
    expect(body).toEqual({
      ...allowed,
      payee: null,
      payee_takes_part: null,
      ...refused(paid.erro_descriptor),
    });
    // The preflight and the payout each cost 20 tokens.
    expect(await tokensOf(caller)).toBe(40);
  });
});

/** Returns every row, sorted, with sorted fields. */
const sorted = (tables: Record<string, object[]>) => {
  const nameOf = (row: object) => Object.values(row).filter((value) => typeof value !== 'object');
  return Object.values(tables)
    .flat()
    .map((row) => [nameOf(row).sort().join(), row] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
};

/** Returns the number of tokens that a caller has spent at this time. */
async function tokensOf({ tenant }: Caller): Promise<number> {
  const { ACCOUNTS_TABLE: rows = [] } = await allRows(used.stack);
  const row = rows.find((one) => (one as { pk: string }).pk === `LOOKUPS#${tenant.user_id}`);
  return row ? ((row as unknown as { fullAt: number }).fullAt - time) / 30_000 : 0;
}

describe('the budget of look-ups', () => {
  const tooMany = refusal('Too many look-ups of payees');

  test('five unregistered keys use up the budget, and preflights then get a 429 until the budget is refilled', async () => {
    const caller = await openRuled();
    const by = await withNetwork(caller, notFound);
    for (let guess = 0; guess < 5; guess++) expect((await preflight(by)).status).toBe(200);

    const { status, body, headers } = await preflight(by);

    expect([status, body, headers['retry-after']]).toEqual([429, tooMany, '600']);
    // An empty budget also applies to keys of this institution.
    const own = (await used.newCaller()).tenant.accounts[0]?.pix_key;
    expect((await preflight(caller, { key: own })).status).toBe(429);
    time += 599_000;
    expect((await preflight(caller)).status).toBe(429);
    time += 1_000;
    expect((await preflight(caller)).status).toBe(200);
  });

  test('concurrent preflights cause no more look-ups than the budget allows', async () => {
    let asked = 0;
    const by = await withNetwork(await openRuled(), {
      resolveKey: async () => {
        asked += 1;
        return { kind: 'not_found' };
      },
    });

    const answers = await Promise.all(Array.from({ length: 100 }, () => preflight(by)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(95);
    expect(asked).toBe(5);
  });

  test.each<[string, (payee: Caller) => object, number]>([
    ['a key at another institution costs 1 token', () => ({}), 1],
    ['a key of this institution costs 1 token', (payee) => ({ key: payee.tenant.accounts[0]?.pix_key }), 1],
    ['a static code costs 1 token', () => ({ key: undefined, copy_and_paste: staticCode(key) }), 1],
    ['a key with the wrong owner costs 20 tokens', () => ({ recipient_legal_id: '52998224725' }), 20],
    ['bank details at another institution costs no token', () => bank, 0],
  ])('a preflight by %s of the budget', async (_, more, tokens) => {
    const [caller, payee] = [await openRuled(), await used.newCaller()];

    expect((await preflight(caller, more(payee))).status).toBe(200);
    expect(await tokensOf(caller)).toBe(tokens);
  });

  test('the budget is not charged for refused requests', async () => {
    const [caller, stranger] = [await openRuled(), await used.newCaller()];
    await preflight(caller, { key: 'nonsense' });
    await preflight(caller, stranger.source);
    await preflight(caller, { amount: 0 });

    expect(await tokensOf(caller)).toBe(0);
  });

  test('if the budget cannot be written, the preflight gives a 503 without a request to the network', async () => {
    const caller = await openRuled();
    const client = failingAt(1, new Error('no rights'), (name) => name === 'UpdateItemCommand');
    const { lookups } = used.stack.with({ client });
    let asked = 0;
    const by = await elsewhere(caller, {
      lookups,
      network: {
        ...used.stack.deps.network,
        resolveKey: async () => {
          asked += 1;
          return { kind: 'unknown' };
        },
      },
    });

    expect((await preflight(by)).status).toBe(503);
    expect((await preflight(by, bank)).status).toBe(200);
    expect(asked).toBe(0);
  });

  test('the answer of a preflight does not change if the unused look-up cannot be returned to the budget', async () => {
    const caller = await openRuled();
    const client = failingAt(2, new Error('no rights'), (name) => name === 'UpdateItemCommand');
    const by = await elsewhere(caller, { lookups: used.stack.with({ client }).lookups });

    expect((await preflight(by)).body).toEqual(allowed);
    expect(await tokensOf(caller)).toBe(20);
    expect(used.stack.lines.at(-2)).toContain('tokens of a look-up not given back');
  });
});

describe('the caller of a preflight', () => {
  test('another company’s account and a closed account get the same answer', async () => {
    const [caller, stranger] = [await openRuled(), await used.newCaller()];
    const former = await used.newCaller({ balance: '0' });
    await sandbox(used.send, '/sandbox/accounts/close', former.source);

    for (const answer of [await preflight(caller, sourceOf(stranger.tenant)), await preflight(former)])
      expect([answer.status, answer.body]).toEqual([400, refusal('Account not found')]);
  });

  test('a preflight requires the permission CREATE', async () => {
    const caller = await openRuled();
    const approver = await openColleague(used.stack, caller.tenant, { permissions: ['APPROVE'] });
    const creator = await openColleague(used.stack, caller.tenant, { permissions: ['CREATE'] });
    const body = { ...caller.source, amount: 10, key };

    expect((await approver.post(path, body)).status).toBe(401);
    expect((await creator.post(path, body)).body).toEqual(allowed);
  });
});
