import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import { recordPendingEvents } from '../../lib/cashout/record-pending-events.ts';
import { pollChargeback } from '../../lib/chargeback/poll-chargeback.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { masked } from '../../lib/person/person.ts';
import { places } from '../../lib/person/place.ts';
import { reconcile } from '../../lib/reconciliation/reconcile.ts';
import { accountIdOf, openOperator, refused } from '../support/admin.ts';
import type { Caller } from '../support/api.ts';
import { statementPath } from '../support/api.ts';
import { bankDetails } from '../support/bank-details.ts';
import { chargeBack, payQrCode } from '../support/chargebacks.ts';
import { eventsOf, expectLedgerAddsUp } from '../support/ledger.ts';
import { reported } from '../support/med-cases.ts';
import { allRows } from '../support/tables.ts';
import { useStack } from '../support/use-stack.ts';

const paidAt = '2026-11-23T15:00:00.000Z';
const tenYearsLater = '2037-01-01T00:00:00.000Z';
const time = Date.parse(paidAt);
const used = useStack({ settings: { TOKEN_SECONDS: '86400' }, now: () => new Date(time) });

const blank = '[blanked]';
const cpfs = ['52998224725', '12345678909', '11144477735', '39053344705', '15350946056', '86288366757'];
const reason = 'PRIV-7: request of the data subject';

// biome-ignore lint/suspicious/noExplicitAny: answers are asserted by what the test writes
const ask = (action: string, more: object, deps?: Deps): Promise<any> => {
  const { legal_ids, keys } = more as { legal_ids?: string[]; keys?: string[] };
  used.stack.taints.plantAll('admin', { legal_ids, keys });
  return used.stack.invoke('person', { action, by: 'ana', reason, ...more }, deps);
};
/** Reads every table completely. */
async function overAll(action: string, more: object, deps?: Deps) {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const found: any[] = [];
  for (const place of places) {
    let after: string | undefined;
    do {
      const part = await ask(action, { place, ...more, ...(after ? { after } : {}) }, deps);
      expect(part).toMatchObject({ worked: true });
      found.push(...part.found);
      after = part.next ?? undefined;
    } while (after);
  }
  return found;
}
const scan = (person: object, more: object = {}) => overAll('person scan', { ...person, ...more });
const blankAll = (person: object, more: object = {}, deps?: Deps) =>
  overAll('person blank', { ...person, apply: true, despite_retention: true, ...more }, deps);

const pay = async (caller: Caller, body: object, key?: string): Promise<number> => {
  const endpoint = 'key' in body ? '/create-cashout-self-approve' : '/create-cashoutmanual-self-approve';
  const headers = key ? { 'idempotency-key': key } : {};
  const created = await caller.post(endpoint, { ...caller.source, amount: 10, ...body }, headers);
  expect(created.status).toBe(200);
  await takeStep(used.stack.deps, created.body.id);
  return created.body.id;
};
/** Returns the result for each row, by its name. */
const statesOf = (found: { row: string; verdict: string; why: string | null }[]) =>
  Object.fromEntries(found.map(({ row, verdict, why }) => [row, [verdict, why]]));
const someKey = () => `${randomUUID()}@example.com`;
const rowOf = (id: number) => used.stack.deps.cashouts.get(id);
/** Calls the same function ten years after the end of this year. */
const later = () => ({ ...used.stack.deps, now: () => new Date(tenYearsLater) });

describe('the command `person find`', () => {
  test('the command finds the holder of one of our keys without reading the tables, and shows what reading them would cost', async () => {
    const { tenant } = await used.newCaller();
    const key = tenant.accounts[0]?.pix_key ?? '';

    const answer = await ask('person find', { keys: [key.toUpperCase()] });

    expect(answer).toEqual({
      worked: true,
      found: [
        {
          place: 'accounts',
          row: `account ${accountIdOf(tenant)}`,
          match: 'certain',
          company: tenant.company_id,
          account: accountIdOf(tenant),
          at: expect.any(String),
          kept_until: '2037-01-01',
          cannot: 'the account is open',
          fields: {
            holderName: expect.stringMatching(/^.\*\*\*/),
            holderLegalId: expect.stringMatching(/^\*\*\*\d\d$/),
            pixKey: masked(key),
          },
        },
      ],
      tables: places.map((place) => ({
        place,
        rows: expect.any(Number),
        read_units: expect.any(Number),
      })),
      read_units: expect.any(Number),
    });
  });

  test('the command shows values only on request, and never shows rows of other persons', async () => {
    const caller = await used.newCaller();
    const [key, other] = [someKey(), someKey()];
    const id = await pay(caller, { key });
    await pay(caller, { key: other });

    const [hidden] = await scan({ keys: [key], legal_ids: [(await rowOf(id))?.recipient?.legalId] });
    const [shown] = await scan({ keys: [key] }, { reveal: true });

    expect(hidden).toMatchObject({
      row: `cashout ${id}`,
      match: 'certain',
      company: caller.tenant.company_id,
    });
    expect(JSON.stringify(hidden)).not.toContain(key);
    expect(shown.fields['request.pixKey']).toBe(key);
    expect(await scan({ keys: [key] })).toHaveLength(1);
  });

  test('a row found by its key alone is a possible match and is not blanked, and a row with a different tax id is no match', async () => {
    const caller = await used.newCaller();
    const key = someKey();
    const id = await pay(caller, { key });

    expect(await scan({ keys: [key], legal_ids: [cpfs[0]] })).toEqual([]);
    expect(await blankAll({ keys: [key] })).toEqual([
      expect.objectContaining({
        row: `cashout ${id}`,
        match: 'perhaps',
        verdict: 'kept',
        why: 'it may be somebody else: name the person by tax id and by keys',
      }),
    ]);
    expect((await rowOf(id))?.request.pixKey).toBe(key);
  });
});

describe('the command `person blank`', () => {
  test('the command changes nothing without apply, and nothing before the retention period of the row ends', async () => {
    const caller = await used.newCaller();
    const legalId = cpfs[1] as string;
    const id = await pay(caller, { ...bankDetails, recipient_legal_id: legalId });
    const before = await rowOf(id);

    const dry = await blankAll({ legal_ids: [legalId] }, { apply: false });
    const early = await blankAll({ legal_ids: [legalId] }, { despite_retention: false });

    const ofThis = ({ row }: { row: string }) => row === `cashout ${id}`;
    expect(dry.find(ofThis)).toMatchObject({ verdict: 'would be blanked', why: null });
    expect(early.find(ofThis)).toMatchObject({ verdict: 'kept', why: 'it has to be kept until 2037-01-01' });
    expect(await rowOf(id)).toEqual(before);
  });

  test('a payee is blanked after the retention period in row, events, lists and receipt; amounts, ids, times and books stay', async () => {
    const caller = await used.newCaller();
    const legalId = cpfs[2] as string;
    const payee = { ...bankDetails, recipient_legal_id: legalId, recipient_name: 'Zuleica Quintanilha' };
    const id = await pay(caller, payee);
    const [before, eventsBefore] = [await rowOf(id), await eventsOf(used.stack, caller.tenant)];
    const statement = await caller.get(statementPath(caller.source));

    const found = await blankAll({ legal_ids: [legalId] }, { despite_retention: false }, later());

    expect(found).toEqual([
      expect.objectContaining({ row: `cashout ${id}`, verdict: 'blanked', why: null, events: 2 }),
    ]);
    expect(await rowOf(id)).toEqual({
      ...before,
      blankedAt: tenYearsLater,
      request: {
        ...before?.request,
        recipient: {
          ...before?.request.recipient,
          ...{ name: blank, legalId: blank, branch: blank, accountNumber: blank, accountDigit: blank },
        },
      },
      recipient: { ...before?.recipient, name: blank, legalId: blank, branch: blank, accountNumber: blank },
    });
    const after = await eventsOf(used.stack, caller.tenant);
    expect(JSON.stringify(after)).not.toMatch(/Zuleica|11144477735|45678/);
    expect(after.map(({ id, at, types, sequence }) => ({ id, at, types, sequence }))).toEqual(
      eventsBefore.map(({ id, at, types, sequence }) => ({ id, at, types, sequence })),
    );
    expect((await caller.get(`/v3/cashouts/${id}`)).body).toMatchObject({
      status: 'SUCCESS',
      amount: 10,
      recipient_name: blank,
      recipient_legal_id: blank,
    });
    const receipt = await caller.get(`/v3/cashouts/${id}/receipt`);
    expect(receipt.body.payee).toMatchObject({ name: blank, legal_id: null });
    expect((await used.send({ method: 'GET', path: `/receipts/${receipt.body.code}` })).status).toBe(200);
    const [paid, ...others] = statement.body.results;
    const counterparty = { ...paid.counterparty, name: blank, legal_id: null };
    expect((await caller.get(statementPath(caller.source))).body).toEqual({
      ...statement.body,
      results: [{ ...paid, counterparty }, ...others],
    });
    await expectLedgerAddsUp(used.stack, caller.tenant);
    expect(await blankAll({ legal_ids: [legalId] })).toEqual([]);
  });

  test('a create repeated after the blanking gets the cashout of its idempotency key, and nothing is paid', async () => {
    const caller = await used.newCaller();
    const [key, idempotencyKey] = [someKey(), randomUUID()];
    const id = await pay(caller, { key }, idempotencyKey);
    await blankAll({ keys: [key], legal_ids: [(await rowOf(id))?.recipient?.legalId] });

    const again = (body: object) =>
      caller.post(
        '/create-cashout-self-approve',
        { ...caller.source, amount: 10, key, ...body },
        { 'idempotency-key': idempotencyKey },
      );

    expect(await again({})).toMatchObject({ status: 200, body: { id, status: 'SUCCESS', key: blank } });
    expect(await again({ amount: 11 })).toMatchObject({
      status: 409,
      body: { detail: 'Idempotency key already used with a different request (differs in amount)' },
    });
    await expectLedgerAddsUp(used.stack, caller.tenant);
  });

  test('the payer of a received payment is blanked in every copy once its chargeback has ended', async () => {
    const caller = await used.newCaller();
    const legalId = cpfs[3] as string;
    const payer = { name: 'Otavio Pederneiras', legal_id: legalId, ispb: '00000000' };
    const code = await payQrCode(used.stack, caller, { payer });
    const report = { id: 'report-9', status: 'OPEN' } as const;
    const at = new Date().toISOString();
    const fresh = { ...report, createdAt: at, modifiedAt: at };
    await applyNetworkEvent(used.stack.deps, { ...reported(code.end_to_end_id, fresh), place: 'sandbox' });
    const defence = { position: 'contest', text: 'Otavio Pederneiras recebeu o produto' };
    await caller.post('/v3/meds/report-9/defence', defence);
    const end = {
      status: 'CLOSED',
      analysisResult: 'AGREED',
      modifiedAt: new Date(Date.parse(at) + 1_000).toISOString(),
    } as const;
    const closed = { ...fresh, ...end, defendedAt: at, defence: defence.text };
    await applyNetworkEvent(used.stack.deps, reported(code.end_to_end_id, closed));
    const { body: chargeback } = await chargeBack(caller, code.qr_code_id, 5);

    const open = await blankAll({ legal_ids: [legalId] });
    await pollChargeback(later(), chargeback.id);
    const ended = await used.stack.deps.chargebacks.get(chargeback.id);
    if (ended) await used.stack.deps.chargebacks.strikeEvent(ended);
    const rest = await blankAll({ legal_ids: [legalId] });

    expect(statesOf(open)).toEqual({
      [`payment ${code.end_to_end_id}`]: ['blanked', null],
      'med case report-9': ['blanked', null],
      [`chargeback ${chargeback.id}`]: ['kept', 'it is PENDING'],
      [`qr code ${code.qr_code_id}`]: ['kept', 'a chargeback of it is open'],
    });
    expect(statesOf(rest)).toEqual({
      [`chargeback ${chargeback.id}`]: ['blanked', null],
      [`qr code ${code.qr_code_id}`]: ['blanked', null],
    });
    expect(JSON.stringify(await eventsOf(used.stack, caller.tenant))).not.toMatch(/Pederneiras/);
    expect(JSON.stringify(await allRows(used.stack))).not.toMatch(/Pederneiras/);
    const shown = { id: 'report-9', payer_name: blank, payer_legal_id: blank };
    expect((await caller.get('/v3/meds/report-9')).body.defence).toMatchObject({
      text: blank,
      state: 'SENT',
    });
    expect((await caller.get('/v3/meds/report-9')).body).toMatchObject(shown);
    expect((await caller.get('/v3/meds')).body.results).toEqual([expect.objectContaining(shown)]);
    await expectLedgerAddsUp(used.stack, caller.tenant);
  });

  test('a cashout that is NEW or PROCESSING, an open MED case, an open account and a listed payee are not blanked', async () => {
    const caller = await used.newCaller();
    const account = accountIdOf(caller.tenant);
    const legalId = cpfs[4] as string;
    const payee = { ...bankDetails, recipient_legal_id: legalId };
    const create = async (path: string) =>
      (await caller.post(path, { ...caller.source, amount: 10, ...payee })).body.id;
    const [asNew, processing] = [
      await create('/create-cashout-manual'),
      await create('/create-cashoutmanual-self-approve'),
    ];
    const payer = { name: 'Otavio', legal_id: legalId };
    const { end_to_end_id } = await payQrCode(used.stack, caller, { payer });
    await applyNetworkEvent(used.stack.deps, reported(end_to_end_id, { id: 'report-10' }));
    const ana = openOperator(used.stack);
    await ana.ask('payee add', { account, legal_id: legalId });
    const { company_id: company } = caller.tenant;
    const opened = await ana.ask('account open', { company, holder: 'Zuleica', legal_id: legalId });

    const found = statesOf(await blankAll({ legal_ids: [legalId] }));

    expect(found).toMatchObject({
      [`cashout ${asNew}`]: ['kept', 'it is NEW'],
      [`cashout ${processing}`]: ['kept', 'it is PROCESSING'],
      'med case report-10': ['kept', 'it is WAITING'],
      [`account ${opened.account}`]: ['kept', 'the account is open'],
    });
    const [listed] = Object.entries(found).filter(([row]) => row.startsWith('listed payee'));
    expect(listed?.[1]).toEqual(['kept', 'it is on the list of the account (payee remove)']);
    await ana.ask('payee remove', { account, legal_id: legalId });
    await ana.ask('account close', { account: opened.account });
    expect(statesOf(await blankAll({ legal_ids: [legalId] }))).toMatchObject({
      [`account ${opened.account}`]: ['blanked', null],
      [listed?.[0] ?? '']: ['blanked', null],
    });
    expect(await ana.ask('account show', { account: opened.account })).toMatchObject({
      holder: blank,
      legal_id: blank,
      status: 'CLOSED',
    });
  });

  test.each(['trails', 'holdings'] as const)(
    'a run that is interrupted while it blanks the %s is completed by the next run',
    async (at) => {
      const caller = await used.newCaller();
      const legalId = cpfs[5] as string;
      const payee = { ...bankDetails, recipient_legal_id: legalId, recipient_name: 'Zuleica' };
      const id = await pay(caller, payee);
      const { deps } = used.stack;
      const dead = { ...deps[at], blank: () => Promise.reject(new Error('killed')) };

      await expect(blankAll({ legal_ids: [legalId] }, {}, { ...deps, [at]: dead })).rejects.toThrow('killed');
      expect((await rowOf(id))?.request.recipient?.name).toBe('Zuleica');

      expect(statesOf(await blankAll({ legal_ids: [legalId] }))).toEqual({
        [`cashout ${id}`]: ['blanked', null],
      });
      expect(JSON.stringify(await eventsOf(used.stack, caller.tenant))).not.toContain('Zuleica');
      expect((await rowOf(id))?.request.recipient?.name).toBe(blank);
    },
  );

  test('a return that is stored while a run blanks the cashout is kept, and the next run blanks the cashout', async () => {
    const caller = await used.newCaller();
    const legalId = cpfs[5] as string;
    const id = await pay(caller, { ...bankDetails, recipient_legal_id: legalId });
    const { deps } = used.stack;
    const giveBack = () =>
      applyNetworkEvent(deps, {
        version: 1,
        kind: 'payment_returned',
        cashoutId: id,
        returnId: `D99999901202611231${id}`,
        amountCents: 1_000,
        code: 'MD06',
        parked: 0,
      });
    const trails = {
      blank: async (trail: Parameters<typeof deps.trails.blank>[0]) => {
        const count = await deps.trails.blank(trail);
        await used.stack.apart(giveBack);
        return count;
      },
    };

    const raced = await blankAll({ legal_ids: [legalId] }, {}, { ...deps, trails });

    expect(statesOf(raced)).toEqual({ [`cashout ${id}`]: ['moved', null] });
    expect(await rowOf(id)).toMatchObject({ status: 'REFUNDED', request: { recipient: { legalId } } });
    await recordPendingEvents(deps, id);
    expect(statesOf(await blankAll({ legal_ids: [legalId] }))).toEqual({
      [`cashout ${id}`]: ['blanked', null],
    });
    expect(await rowOf(id)).toMatchObject({ status: 'REFUNDED', request: { recipient: { legalId: blank } } });
    await expectLedgerAddsUp(used.stack, caller.tenant);
  });
});

test('the books still agree after the command `person blank`', async () => {
  const caller = await used.newCaller();
  const key = someKey();
  const id = await pay(caller, { key });
  const differences = async () => {
    const { differences, failed } = await reconcile(used.stack.deps, () => Number.POSITIVE_INFINITY, true);
    return { differences, failed };
  };
  const before = await differences();

  await blankAll({ keys: [key], legal_ids: [(await rowOf(id))?.recipient?.legalId] });

  expect(before).toEqual({ differences: [], failed: 0 });
  expect(await differences()).toEqual(before);
});

test('the audit entry of `person blank` has the operator, the reason and the accounts, but no data of the person', async () => {
  const caller = await used.newCaller();
  const key = someKey();
  const id = await pay(caller, { key });
  const legalId = (await rowOf(id))?.recipient?.legalId ?? '';
  await blankAll({ keys: [key], legal_ids: [legalId] });

  const account = accountIdOf(caller.tenant);
  const { entries } = await openOperator(used.stack).ask('audit show', {
    subject: { kind: 'account', id: account },
  });
  expect(entries[0]).toMatchObject({
    by: 'ana',
    action: 'person blank',
    state: 'done',
    details: {
      place: 'cashouts',
      reason,
      apply: true,
      despite_retention: true,
      made: [`account:${account}`],
    },
  });
  const { AUDIT_TABLE } = await allRows(used.stack);
  expect(JSON.stringify(AUDIT_TABLE)).not.toContain(key);
  expect(JSON.stringify(AUDIT_TABLE)).not.toContain(legalId);
  const service = { subject: { kind: 'service', id: 'persons' } };
  expect((await openOperator(used.stack).ask('audit show', service)).entries.length).toBeGreaterThan(0);
});

test.each([
  [{}, [{ field: 'legal_ids', message: 'or keys must name the person' }]],
  [
    { legal_ids: ['12345678900'] },
    [{ field: 'legal_ids.0', message: 'must be a CPF or CNPJ, without punctuation' }],
  ],
  [
    { keys: ['fulano'] },
    [{ field: 'keys.0', message: 'must be a PIX key: an e-mail, a phone as +55…, a UUID, a CPF or a CNPJ' }],
  ],
  [
    { keys: ['fulano@example.com'], reason: 'about fulano@example.com' },
    [{ field: 'reason', message: 'must not name the person: it stays in the audit' }],
  ],
  [
    { keys: ['fulano@example.com'], place: 'statement' },
    [{ field: 'place', message: `must be one of ${places.join(', ')}` }],
  ],
  [
    { keys: ['fulano@example.com'], after: 'x' },
    [{ field: 'after', message: 'must be what an answer gave as next' }],
  ],
])('the command `person blank` refuses %j', async (wrong, errors) => {
  expect(await ask('person blank', { place: 'cashouts', ...wrong })).toEqual(
    refused('Validation error', errors),
  );
});
