import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pollChargeback } from '../../lib/chargeback/poll-chargeback.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Caller, openCaller, openTenant, type Send, sendInProcess, signed } from '../support/api.ts';
import { chargeBack, payQrCode, statusOf } from '../support/chargebacks.ts';
import { expectLedgerAddsUp } from '../support/ledger.ts';
import type { PspFault } from './psp-server.ts';
import { openPspStack, type PspStack } from './psp-stack.ts';

let one: PspStack;
let send: Send;
beforeAll(async () => {
  one = await openPspStack();
  send = sendInProcess(one.stack);
});
afterAll(() => one.close());

const newCaller = async () => openCaller(send, await openTenant(send));
const faults: PspFault[] = ['drop before', 'drop after', '503 before', '503 after', 'not JSON'];

/** Runs the worker each time the cashout is due, until it has ended. */
async function complete(caller: Caller, id: number): Promise<string> {
  for (let tries = 0; tries < 8; tries++) {
    const time = new Date(Date.now() + tries * 600_000);
    await takeStep({ ...one.stack.deps, now: () => time }, id);
    const { status } = (await caller.get(`/v3/cashouts/${id}`)).body;
    if (status !== 'PROCESSING') return status;
  }
  return 'PROCESSING';
}

/** Returns the requests since the last call, without their numbers. */
const asked = () =>
  one.psp.seen
    .splice(0)
    .map(({ method, path }) => `${method} ${path.replace(/\/E[^/]+/, '/E').replace(/\d{5,}/, 'ID')}`);

describe('a cashout through a PSP with faults', () => {
  test.each(faults.flatMap((fault) => [[fault], [fault, fault]]))(
    'a cashout is paid once after the fault %s of the PSP, or after two such faults (case %$)',
    async (...struck) => {
      const caller = await newCaller();
      const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
      const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
      asked();
      one.psp.faults.push(...(struck as PspFault[]));

      expect(await complete(caller, id)).toBe('SUCCESS');

      const calls = asked();
      const sent = calls.filter((call) => call.startsWith('PUT'));
      // All requests have the same reference, and each repetition follows a look-up.
      expect(new Set(sent)).toEqual(new Set(['PUT /v3/gn/pix/ID']));
      for (const [index, call] of calls.entries()) {
        if (index > 0 && call.startsWith('PUT')) expect(calls[index - 1]).toMatch(/^GET/);
      }
      expect(await expectLedgerAddsUp(one.stack, caller.tenant)).toMatchObject({
        availableCents: 999_000,
        heldCents: 0,
      });
    },
  );

  test('a cashout to an unregistered key fails immediately, and its hold is released', async () => {
    const caller = await newCaller();
    const { deps } = one.stack;
    const resolveKey = deps.sandbox?.resolveKey;
    if (deps.sandbox) deps.sandbox.resolveKey = async () => ({ kind: 'not_found' });
    const body = { ...caller.source, amount: 10, key: 'nobody@example.com' };
    const { id } = (await caller.post('/create-cashout-self-approve', body)).body;

    const status = await complete(caller, id);
    if (deps.sandbox && resolveKey) deps.sandbox.resolveKey = resolveKey;

    expect(status).toBe('ERROR');
    expect((await caller.get(`/v3/cashouts/${id}`)).body).toMatchObject({
      erro_descriptor: 'Pix key not found',
    });
    expect(await expectLedgerAddsUp(one.stack, caller.tenant)).toMatchObject({ availableCents: 1_000_000 });
  });

  test.each([
    ['52998224725', 'ERROR', 'BE01 - Documento não corresponde ao titular da conta', 1_000_000],
    ['12345678909', 'SUCCESS', null, 999_000],
  ])(
    'a cashout to a key with the required owner %s ends as %s',
    async (recipient_legal_id, status, erro_descriptor, left) => {
      const caller = await newCaller();
      const body = { ...caller.source, amount: 10, key: '12345678909', recipient_legal_id };
      const { id } = (await caller.post('/create-cashout-self-approve', body)).body;

      expect(await complete(caller, id)).toBe(status);
      expect((await caller.get(`/v3/cashouts/${id}`)).body).toMatchObject({ erro_descriptor });
      expect(await expectLedgerAddsUp(one.stack, caller.tenant)).toMatchObject({
        availableCents: left,
        heldCents: 0,
      });
    },
  );

  test('a cashout to a key of a different owner stays open if the refusal was lost, since the PSP does not store refusals', async () => {
    const caller = await newCaller();
    const body = { ...caller.source, amount: 10, key: '12345678909', recipient_legal_id: '52998224725' };
    const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
    one.psp.faults.push('drop after');

    expect(await complete(caller, id)).toBe('PROCESSING');
    expect(await expectLedgerAddsUp(one.stack, caller.tenant)).toMatchObject({ heldCents: 1_000 });
  });

  test('a cashout does not end because a callback reports that it failed', async () => {
    const caller = await newCaller();
    const body = { ...caller.source, amount: 10, key: 'unknown@sandbox.pix' };
    const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
    await takeStep(one.stack.deps, id);
    const gnExtras = { idEnvio: String(id), erro: { codigo: 'AC03' } };
    const text = JSON.stringify({ pix: [{ tipo: 'SOLICITACAO', status: 'NAO_REALIZADO', gnExtras }] });

    const headers = { hmac: signed('local-network-callback', text) };
    expect(await send({ method: 'POST', path: '/network/pix', headers, body: text })).toMatchObject({
      status: 200,
    });
    await takeStep(one.stack.deps, id);

    expect((await caller.get(`/v3/cashouts/${id}`)).body.status).toBe('PROCESSING');
  });
});

describe('a chargeback through a PSP with faults', () => {
  test.each(faults)('a chargeback is made once after the fault %s of the PSP', async (fault) => {
    const caller = await newCaller();
    const { qr_code_id } = await payQrCode(one.stack, caller, {});
    asked();
    one.psp.faults.push(fault);

    const { id } = (await chargeBack(caller, qr_code_id, 40)).body;
    for (let tries = 1; tries < 5; tries++) {
      const time = new Date(Date.now() + tries * 600_000);
      await pollChargeback({ ...one.stack.deps, now: () => time }, id);
    }

    expect((await statusOf(caller, { id })).body.status).toBe('SUCCESS');
    expect(new Set(asked())).toEqual(new Set(['PUT /v2/pix/E/devolucao/ID', 'GET /v2/pix/E/devolucao/ID']));
    expect(await expectLedgerAddsUp(one.stack, caller.tenant)).toMatchObject({
      availableCents: 1_006_000,
      heldCents: 0,
    });
  });
});
