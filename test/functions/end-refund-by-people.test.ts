import { beforeAll, describe, expect, test } from 'vitest';
import { pollChargeback } from '../../lib/chargeback/poll-chargeback.ts';
import type { PixNetwork, RefundLookup } from '../../lib/network/port.ts';
import { type Operator, openOperator, refused } from '../support/admin.ts';
import { statementPath } from '../support/api.ts';
import { chargeBack, payQrCode, statusOf } from '../support/chargebacks.ts';
import { eventsOf, expectLedgerAddsUp, incidentsAbout } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack({ settings: { CHARGEBACK_POLL_SECONDS: '30' } });
let ana: Operator;
let bob: Operator;
beforeAll(() => {
  ana = openOperator(used.stack, 'ana');
  bob = openOperator(used.stack, 'bob');
});

const letter = { document: 'Statement of 27 November, line 12', reason: 'INC-45: no answer' };
const cancelled = { ...letter, cancelled_at_psp: 'Ticket 4712' };
const [missing, unknown] = [{ kind: 'not_found' }, { kind: 'unknown' }] as const;
const returnIdOf = (digit: string) =>
  `D99999999202611271200${digit.padStart(11, '0')}0`.slice(0, 32).padEnd(32, '0');
let count = 0;

/** Requests a refund of 40.00 that the network does not answer. `found`: its answer `hours` later. */
async function openCase(found: RefundLookup = missing, hours = 25) {
  const caller = await used.newCaller();
  const { qr_code_id } = await payQrCode(used.stack, caller, { payer: { name: 'unknown@sandbox.pix' } });
  const { id } = (await chargeBack(caller, qr_code_id, 40)).body as { id: number };
  let time = Date.now() + 31_000;
  const network: PixNetwork = {
    ...used.stack.deps.network,
    requestRefund: async () => unknown,
    findRefund: async () => found,
  };
  const at = (change: Partial<PixNetwork> = {}) => ({
    ...used.stack.with({ now: () => new Date(time) }),
    network: { ...network, ...change },
  });
  await pollChargeback(at({ findRefund: async () => unknown }), id);
  time += hours * 3_600_000;
  const return_id = returnIdOf(String(++count));
  const ask = (by: Operator, end: string, more: object, using = at()) =>
    by.ask(`chargeback ${end}`, { chargeback: id, ...more }, using);
  return {
    id,
    caller,
    return_id,
    at,
    poll: (change: Partial<PixNetwork> = {}) => pollChargeback(at(change), id),
    settle: (by: Operator, more = {}, using = at()) =>
      ask(by, 'settle', { return_id, ...letter, ...more }, using),
    fail: (by: Operator, more: object = letter, using = at()) => ask(by, 'fail', more, using),
    status: async () => (await statusOf(caller, { id })).body.status,
    entries: async (): Promise<string[]> =>
      (await caller.get(statementPath(caller.source))).body.results.map(
        ({ transaction_type }: Record<string, string>) => transaction_type,
      ),
    qrCode: () => used.stack.deps.qrCodes.get(qr_code_id),
    endEvents: async () =>
      (await eventsOf(used.stack, caller.tenant))
        .map(({ id }) => id)
        .filter((one) => one.startsWith('charge')),
  };
}

describe('a refund without an outcome', () => {
  test('is settled when a second operator states the same as the first', async () => {
    const one = await openCase();

    expect(await one.settle(ana)).toMatchObject({
      chargeback: one.id,
      status: 'PENDING',
      stated_by: ['ana'],
    });
    expect(await one.settle(ana)).toMatchObject({ status: 'PENDING' });
    expect(await one.settle(bob)).toMatchObject({
      state: 'ended',
      status: 'SUCCESS',
      stated_by: ['ana', 'bob'],
    });

    expect(await one.entries()).toEqual(['PIX_CHARGEBACK', 'PIX_CASHIN', 'PIX_CREDIT_IN_ACCOUNT']);
    expect(await one.qrCode()).toMatchObject({ status: 'CHARGEBACK' });
    expect(await one.endEvents()).toEqual([
      `chargeback-${one.id}-accepted`,
      `chargeback-${one.id}-succeeded`,
    ]);
    expect((await statusOf(one.caller, { end_to_end_id: one.return_id })).body).toMatchObject({ id: one.id });
    await expectLedgerAddsUp(used.stack, one.caller.tenant);
    expect(await one.settle(bob)).toMatchObject({ state: 'ended', status: 'SUCCESS' });
    expect(await one.entries()).toHaveLength(3);
  });

  test('is rejected, and its money is available again, when two operators state that it will not be made', async () => {
    const one = await openCase();

    await one.fail(ana);
    expect(await one.fail(bob)).toMatchObject({ state: 'ended', status: 'REJECTED' });

    expect(await one.entries()).toEqual(['PIX_CASHIN', 'PIX_CREDIT_IN_ACCOUNT']);
    expect(await expectLedgerAddsUp(used.stack, one.caller.tenant)).toMatchObject({ heldCents: 0 });
    expect(await one.endEvents()).toHaveLength(1);
  });

  test('that the PSP had accepted is rejected with a credit, once the PSP has cancelled it', async () => {
    const accepted = { kind: 'accepted', returnId: returnIdOf('A') } as const;
    const one = await openCase(accepted);
    await one.poll();

    expect(await one.fail(ana)).toEqual(
      refused('The PSP may still pay: wait, or give the reference of its cancellation'),
    );
    await one.fail(ana, cancelled);
    expect(await one.fail(bob, cancelled)).toMatchObject({ status: 'REJECTED', psp_says: 'accepted' });
    expect((await one.entries())[0]).toBe('PIX_CHARGEBACK_REFUND');
    expect(await expectLedgerAddsUp(used.stack, one.caller.tenant)).toMatchObject({ heldCents: 0 });
  });

  test('is settled even if its PSP is no longer configured', async () => {
    const one = await openCase();
    await one.poll({ refundsAt: 'another', at: () => undefined });
    const using = one.at({ refundsAt: 'another', at: () => undefined });

    await one.settle(ana, {}, using);
    expect(await one.settle(bob, {}, using)).toMatchObject({
      status: 'SUCCESS',
      open_incidents: [`chargeback-${one.id}-elsewhere`],
    });
  });

  test('is ended by a worker’s later answer only with an incident, if that answer contradicts', async () => {
    const one = await openCase();
    await one.fail(ana);
    const settled = { kind: 'settled', returnId: one.return_id } as const;
    await one.poll({ findRefund: () => one.fail(bob).then(() => settled) });

    expect(await one.status()).toBe('REJECTED');
    expect(await incidentsAbout(used.stack, `chargeback-${one.id}`)).toMatchObject([
      { kind: 'contradicting_outcome' },
    ]);
  });
});

describe('the end of a refund by people is refused', () => {
  const maySend = 'The PSP does not know the payment, and the service may still send it: wait';
  const other = 'The id at the network is not the one of this payment';
  const settled = { kind: 'settled', returnId: returnIdOf('B') } as const;

  test.each<[string, RefundLookup, number, 'settle' | 'fail', object, string]>([
    ['while the service may still request it', missing, 23, 'settle', {}, maySend],
    [
      'while the service may still request it, even if it is cancelled',
      missing,
      1,
      'fail',
      cancelled,
      maySend,
    ],
    [
      'if the PSP reports it settled',
      settled,
      25,
      'fail',
      cancelled,
      'The PSP says that the payment is settled',
    ],
    [
      'if the PSP reports it rejected',
      { kind: 'refused', text: 'no' },
      25,
      'settle',
      {},
      'The PSP says that the payment was not made',
    ],
    ['if the PSP reports another id of the return', settled, 25, 'settle', {}, other],
  ])('%s', async (_, found, hours, end, more, message) => {
    const one = await openCase(found, hours);

    for (const by of [ana, bob]) expect(await one[end](by, more)).toEqual(refused(message));
    expect(await one.status()).toBe('PENDING');
  });

  test('if the chargeback is unknown, has ended, or was just requested', async () => {
    const one = await openCase();
    await one.fail(ana);
    await one.fail(bob);
    const over = 'Nothing is left to decide: it is not in progress, or no money is held';
    expect(await one.settle(ana)).toEqual(refused(over));
    expect(await ana.ask('chargeback fail', { chargeback: 5, ...letter })).toEqual(
      refused('Chargeback not found'),
    );

    const caller = await used.newCaller();
    const { qr_code_id } = await payQrCode(used.stack, caller, { payer: { name: 'unknown@sandbox.pix' } });
    const { id } = (await chargeBack(caller, qr_code_id, 40)).body;
    expect(await ana.ask('chargeback fail', { chargeback: id, ...cancelled })).toEqual(
      refused('Payment may be on its way to the PSP now: try again in a minute'),
    );
  });

  test('with the id of another return', async () => {
    const [one, another] = [await openCase(), await openCase()];
    await another.settle(ana);
    await another.settle(bob);
    expect(await one.settle(ana, { return_id: another.return_id })).toEqual(refused(other));
  });
});

test('operators see a chargeback with the people’s evidence, and the company sees in the audit that it was changed', async () => {
  const one = await openCase();
  await one.settle(ana);
  await one.settle(bob);

  expect(await ana.ask('chargeback show', { chargeback: one.id })).toMatchObject({
    chargeback: one.id,
    status: 'SUCCESS',
    amount: '40.00',
    return_id: one.return_id,
    ended_by_people: { stated_by: ['ana', 'bob'], ...letter, cancelled_at_psp: null },
  });
  const about = async (kind: string, id: string) =>
    (await ana.ask('audit show', { subject: { kind, id } })).entries.map(
      ({ action }: { action: string }) => action,
    );
  expect(await about('chargeback', String(one.id))).toContain('chargeback settle');
  expect(await about('company', one.caller.tenant.company_id)).toContain('chargeback settle');
  expect(JSON.stringify((await statusOf(one.caller, { id: one.id })).body)).not.toContain('ana');
});
