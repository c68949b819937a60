import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import { recordPendingEvents } from '../../lib/cashout/record-pending-events.ts';
import { pollChargeback } from '../../lib/chargeback/poll-chargeback.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { formatBrCode } from '../../lib/network/br-code.ts';
import type { PixNetwork, RefundOutcome } from '../../lib/network/port.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import {
  type Caller,
  openCaller,
  sandbox,
  sendInProcess,
  sourceOf,
  statementPath,
  type Tenant,
} from '../support/api.ts';
import { chargeBack, path, payQrCode, statusOf } from '../support/chargebacks.ts';
import { dyingAt, holdingBack, losingAnswers } from '../support/faults.ts';
import { balanceOf, eventsOf, expectLedgerAddsUp } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const statementOf = async (caller: Caller) => (await caller.get(statementPath(caller.source))).body.results;
const qrCodeOf = (id: number) => used.stack.deps.qrCodes.get(id);

describe('a chargeback of a payment from another institution', () => {
  test('the chargeback is PENDING, is debited once the network has accepted it, and locks its QR code', async () => {
    const caller = await used.newCaller();
    const { qr_code_id } = await payQrCode(used.stack, caller);

    const { status, body } = await chargeBack(caller, qr_code_id, 40);

    expect(status).toBe(200);
    expect(body).toEqual({
      worked: true,
      id: expect.any(Number),
      end_to_end_id: expect.stringMatching(/^D\d{8}\d{12}\w{11}$/),
      amount: 40,
      status: 'PENDING',
      fee: 0,
    });
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
      availableCents: 1_006_000,
      heldCents: 0,
    });
    expect((await statementOf(caller))[0]).toMatchObject({
      credit_or_debit: 'DEBIT',
      transaction_type: 'PIX_CHARGEBACK',
      amount: 40,
      identification: body.end_to_end_id,
      transaction_id: body.id,
      qr_code_id,
      balance: 10060,
    });
    expect(await qrCodeOf(qr_code_id)).toMatchObject({
      status: 'PAID',
      remainingCents: 6_000,
      pendingChargeback: body.id,
    });
    expect((await chargeBack(caller, qr_code_id, 1)).body.message).toBe('There is a refund in processing');
  });

  test.each(['', '/'])('the chargeback is accepted with %j at the end of its path', async (slash) => {
    const caller = await used.newCaller();
    const { qr_code_id } = await payQrCode(used.stack, caller);
    const where = path.replace(/\/$/, slash);

    const body = { qr_code_id, information: 'x', amount: '10.00' };
    expect((await caller.post(where, body)).body).toMatchObject({ status: 'PENDING', amount: 10 });
  });

  test('an immediate refusal by the network gives a 400 with the network’s text, and no money is moved', async () => {
    const caller = await used.newCaller();
    const { qr_code_id } = await payQrCode(used.stack, caller, { payer: { name: 'ag13@sandbox.pix' } });
    const before = [
      await balanceOf(used.stack, caller.tenant),
      await statementOf(caller),
      await qrCodeOf(qr_code_id),
    ];
    const key = { 'idempotency-key': randomUUID() };

    const answers = [
      await chargeBack(caller, qr_code_id, 40, key),
      await chargeBack(caller, qr_code_id, 40, key),
    ];

    for (const { status, body } of answers) {
      expect(status).toBe(400);
      const words = 'AG13 - Devolução de devolução não permitida';
      expect(body).toEqual({ worked: false, detail: words, message: words, data: null });
    }
    expect([
      await balanceOf(used.stack, caller.tenant),
      await statementOf(caller),
      await qrCodeOf(qr_code_id),
    ]).toEqual(before);
  });

  test('a chargeback without an answer of the network is PENDING with its money held, and has no statement entry', async () => {
    const caller = await used.newCaller();
    const { qr_code_id } = await payQrCode(used.stack, caller, { payer: { name: 'unknown@sandbox.pix' } });

    const { body } = await chargeBack(caller, qr_code_id, 40);

    expect(body).toMatchObject({ status: 'PENDING', end_to_end_id: '' });
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ heldCents: 4_000 });
    expect((await statementOf(caller))[0].transaction_type).toBe('PIX_CASHIN');
  });

  test('the chargeback is PENDING without an error if the network fails', async () => {
    const caller = await used.newCaller();
    const { qr_code_id } = await payQrCode(used.stack, caller);
    const requestRefund = async (): Promise<RefundOutcome> => {
      throw new Error('socket hang up');
    };
    const network = { ...used.stack.deps.network, requestRefund };
    const by = await openCaller(sendInProcess(used.stack, { ...used.stack.deps, network }), caller.tenant);

    expect(await chargeBack(by, qr_code_id, 40)).toMatchObject({ status: 200, body: { status: 'PENDING' } });
  });
});

describe('a chargeback within the institution', () => {
  test('the chargeback is SUCCESS immediately, debits the payee and credits the payer', async () => {
    const [payee, payer] = [await used.newCaller(), await used.newCaller()];
    const from = payer.source;
    const { qr_code_id, transaction_id, end_to_end_id } = await payQrCode(used.stack, payee, {
      payer: { branch: from.source_account_branch_identifier, number: from.source_account_number },
    });
    const [paid] = await statementOf(payer);
    expect(paid).toMatchObject({
      credit_or_debit: 'DEBIT',
      transaction_type: 'PIX_CASHOUT',
      amount: 100,
      identification: end_to_end_id,
    });

    const { body } = await chargeBack(payee, qr_code_id, '30.00');

    expect(body).toMatchObject({ status: 'SUCCESS', amount: 30, end_to_end_id: expect.stringMatching(/^D/) });
    expect(await qrCodeOf(qr_code_id)).toMatchObject({ status: 'CHARGEBACK', remainingCents: 7_000 });
    expect((await qrCodeOf(qr_code_id))?.pendingChargeback).toBeUndefined();
    expect(await expectLedgerAddsUp(used.stack, payee.tenant)).toMatchObject({ availableCents: 1_007_000 });
    expect(await expectLedgerAddsUp(used.stack, payer.tenant)).toMatchObject({ availableCents: 993_000 });
    expect((await statementOf(payer))[0]).toMatchObject({
      credit_or_debit: 'CREDIT',
      transaction_type: 'PIX_CASHOUT_REFUND',
      amount: 30,
      identification: body.end_to_end_id,
      // The payer sees the id of its own debit, because the chargeback belongs to the payee.
      transaction_id: paid.transaction_id,
      qr_code_id: null,
    });
    expect(paid.transaction_id).not.toBe(transaction_id);
    expect((await statusOf(payee, { end_to_end_id: body.end_to_end_id })).body).toEqual(body);
    expect((await chargeBack(payee, qr_code_id, 70)).body.status).toBe('SUCCESS');
    expect((await chargeBack(payee, qr_code_id, '0.01')).body.message).toBe(
      'Amount is greater than the value of the QR Code',
    );
  });

  test('a chargeback of the full amount is SUCCESS even if its answer is lost and the retries collide', async () => {
    const [payee, payer] = [await used.newCaller({ balance: '0.00' }), await used.newCaller()];
    const from = payer.source;
    const { qr_code_id } = await payQrCode(used.stack, payee, {
      payer: { branch: from.source_account_branch_identifier, number: from.source_account_number },
    });
    const { client, lost } = losingAnswers('TransactWriteItems', { collides: 2 });
    const by = await openCaller(sendInProcess(used.stack, used.stack.with({ client })), payee.tenant);

    const answer = await chargeBack(by, qr_code_id, 100);

    expect(lost()).toBe(3);
    expect(answer).toMatchObject({ status: 200, body: { status: 'SUCCESS' } });
    expect(await expectLedgerAddsUp(used.stack, payee.tenant)).toMatchObject({ availableCents: 0 });
    expect(await expectLedgerAddsUp(used.stack, payer.tenant)).toMatchObject({ availableCents: 1_000_000 });
  });

  test('a chargeback to a payer whose account has been closed is refused and moves no money', async () => {
    const [payee, payer] = [await used.newCaller(), await used.newCaller()];
    const from = payer.source;
    const { qr_code_id } = await payQrCode(used.stack, payee, {
      payer: { branch: from.source_account_branch_identifier, number: from.source_account_number },
    });
    await sandbox(used.send, '/sandbox/accounts/close', from);
    const before = [await balanceOf(used.stack, payee.tenant), await qrCodeOf(qr_code_id)];

    expect((await chargeBack(payee, qr_code_id, 30)).body.message).toBe(
      'AC07 - Conta do recebedor encerrada',
    );
    expect([await balanceOf(used.stack, payee.tenant), await qrCodeOf(qr_code_id)]).toEqual(before);
  });
});

describe('a QR code paid by copy and paste from an account of this institution', () => {
  async function paidByCashout() {
    const [payee, payer] = [await used.newCaller(), await used.newCaller()];
    const { body: qr } = await sandbox(used.send, '/sandbox/qr-codes', { ...payee.source, amount: 100 });
    const code = { ...payer.source, copy_and_paste: qr.copy_and_paste };
    const { id } = (await payer.post('/create-copy-and-paste-transfer', code)).body;
    await takeStep(used.stack.deps, id);
    return { payee, payer, qrCodeId: qr.qr_code_id as number, code: qr.copy_and_paste as string, id };
  }

  test('the code is PAID, its chargebacks return the payer’s cashout, and the last chargeback makes the cashout REFUNDED', async () => {
    const { payee, payer, qrCodeId, id } = await paidByCashout();
    expect(await qrCodeOf(qrCodeId)).toMatchObject({ status: 'PAID', payment: { cashoutId: id } });
    expect((await statementOf(payee))[0]).toMatchObject({
      transaction_type: 'PIX_CASHIN',
      qr_code_id: qrCodeId,
    });

    expect((await chargeBack(payee, qrCodeId, 30)).body.status).toBe('SUCCESS');
    expect((await payer.get(`/v3/cashouts/${id}`)).body.status).toBe('SUCCESS');
    expect((await chargeBack(payee, qrCodeId, 70)).body.status).toBe('SUCCESS');

    expect((await payer.get(`/v3/cashouts/${id}`)).body).toMatchObject({
      status: 'REFUNDED',
      erro_descriptor: 'MD06 - Devolução solicitada pelo recebedor',
    });
    for (const { tenant } of [payee, payer]) {
      expect(await expectLedgerAddsUp(used.stack, tenant)).toMatchObject({ availableCents: 1_000_000 });
    }
    await recordPendingEvents(used.stack.deps, id);
    expect((await eventsOf(used.stack, payer.tenant)).map(({ type }) => type)).toContain('cashout.refunded');
  });

  test('a code whose payment was partly returned can be charged back only up to the remaining amount', async () => {
    const { payee, payer, qrCodeId, id } = await paidByCashout();
    await applyNetworkEvent(used.stack.deps, {
      version: 1,
      kind: 'payment_returned',
      cashoutId: id,
      returnId: `D-${id}`,
      amountCents: 4_000,
      code: 'MD06',
      parked: 0,
    });

    expect((await chargeBack(payee, qrCodeId, 60.01)).body.message).toBe(
      'Amount is greater than the value of the QR Code',
    );
    expect((await chargeBack(payee, qrCodeId, 60)).body.status).toBe('SUCCESS');
    expect((await payer.get(`/v3/cashouts/${id}`)).body.status).toBe('REFUNDED');
    for (const { tenant } of [payee, payer]) await expectLedgerAddsUp(used.stack, tenant);
  });

  test('further concurrent payments of a PAID code are credited, and do not increase the amount that can be charged back', async () => {
    const { payee, payer, qrCodeId, code } = await paidByCashout();
    const ids = await Promise.all(
      [1, 2, 3].map(async () => {
        const body = { ...payer.source, copy_and_paste: code };
        return (await payer.post('/create-copy-and-paste-transfer', body)).body.id as number;
      }),
    );
    await Promise.all(ids.map((id) => takeStep(used.stack.deps, id)));

    expect(await qrCodeOf(qrCodeId)).toMatchObject({ status: 'PAID', remainingCents: 10_000 });
    expect(await expectLedgerAddsUp(used.stack, payee.tenant)).toMatchObject({ availableCents: 1_040_000 });
  });

  test('many concurrent first payments of a code mark the code as PAID, and every payment is credited', async () => {
    const [payee, payer] = [await used.newCaller(), await used.newCaller()];
    const { body: qr } = await sandbox(used.send, '/sandbox/qr-codes', { ...payee.source, amount: 1 });
    const body = { ...payer.source, copy_and_paste: qr.copy_and_paste };
    const made = await Promise.all(
      Array.from({ length: 6 }, () => payer.post('/create-copy-and-paste-transfer', body)),
    );

    await Promise.all(made.map((answer) => takeStep(used.stack.deps, answer.body.id)));

    expect(await expectLedgerAddsUp(used.stack, payee.tenant)).toMatchObject({ availableCents: 1_000_600 });
    expect(await qrCodeOf(qr.qr_code_id)).toMatchObject({ status: 'PAID', valueCents: 100 });
  });

  test('a payment of a different amount with the code’s txid does not mark the code as PAID', async () => {
    const [payee, payer] = [await used.newCaller(), await used.newCaller()];
    const { body: qr } = await sandbox(used.send, '/sandbox/qr-codes', { ...payee.source, amount: 100 });
    const pixKey = payee.tenant.accounts[0]?.pix_key ?? '';
    const forged = formatBrCode({ pixKey, amountCents: 1 as never, name: 'x', txid: `QR${qr.qr_code_id}` });
    const { id } = (
      await payer.post('/create-copy-and-paste-transfer', { ...payer.source, copy_and_paste: forged })
    ).body;

    await takeStep(used.stack.deps, id);

    expect(await qrCodeOf(qr.qr_code_id)).toMatchObject({ status: 'ACTIVE' });
    expect(await expectLedgerAddsUp(used.stack, payee.tenant)).toMatchObject({ availableCents: 1_000_001 });
  });
});

describe('the idempotency key of a chargeback', () => {
  test('repeated and concurrent requests with the same key make one chargeback, and a different amount under that key gives a 409', async () => {
    const caller = await used.newCaller();
    const { qr_code_id } = await payQrCode(used.stack, caller);
    const key = { 'idempotency-key': randomUUID() };

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => chargeBack(caller, qr_code_id, 40, key)),
    );
    const again = await chargeBack(caller, qr_code_id, '40.00', key);

    expect(new Set([...answers, again].map(({ body }) => body.id)).size).toBe(1);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 1_006_000 });
    const other = await chargeBack(caller, qr_code_id, 41, key);
    expect(other).toMatchObject({
      status: 409,
      body: { detail: 'Idempotency key already used with a different request (differs in amount)' },
    });
  });

  test('the same idempotency key can be used for a cashout and for a chargeback', async () => {
    const caller = await used.newCaller();
    const { qr_code_id } = await payQrCode(used.stack, caller);
    const key = { 'idempotency-key': randomUUID() };
    const body = { ...caller.source, amount: 1, key: 'fulano@example.com' };

    expect((await caller.post('/create-cashout', body, key)).status).toBe(200);
    expect((await chargeBack(caller, qr_code_id, 40, key)).body.status).toBe('PENDING');
  });
});

describe('the network’s refusal', () => {
  const refusing = (text: string): Partial<PixNetwork> => ({
    requestRefund: async () => ({ kind: 'refused', text }),
  });
  const by = (caller: Caller, network: Partial<PixNetwork>) => {
    const deps = { ...used.stack.deps, network: { ...used.stack.deps.network, ...network } };
    return openCaller(sendInProcess(used.stack, deps), caller.tenant);
  };

  test('a refusal by the network does not use up the idempotency key, however often the request is repeated', async () => {
    const caller = await used.newCaller();
    const { qr_code_id } = await payQrCode(used.stack, caller);
    const key = { 'idempotency-key': randomUUID() };
    const refused = await by(caller, refusing('AB09 - Erro'));

    for (let time = 0; time < 25; time++) {
      expect((await chargeBack(refused, qr_code_id, 40, key)).body.message).toBe('AB09 - Erro');
    }

    const { body } = await chargeBack(caller, qr_code_id, 40, key);
    expect(body.status).toBe('PENDING');
    expect((await chargeBack(caller, qr_code_id, 40, key)).body).toEqual(body);
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 1_006_000 });
  });

  test('a refusal of the first request does not end a chargeback whose second request was accepted', async () => {
    const caller = await used.newCaller();
    const { qr_code_id } = await payQrCode(used.stack, caller);
    const late: Partial<PixNetwork> = {
      requestRefund: async ({ reference }) => {
        // In the meantime the worker finds no refund, requests it again, and is accepted.
        const later = used.stack.with({ now: () => new Date(Date.now() + 60_000) });
        await pollChargeback(later, Number(reference));
        return { kind: 'refused', text: 'duplicate reference' };
      },
    };

    const { status, body } = await chargeBack(await by(caller, late), qr_code_id, 40);

    expect([status, body.status]).toEqual([200, 'PENDING']);
    expect(await qrCodeOf(qr_code_id)).toMatchObject({ remainingCents: 6_000, pendingChargeback: body.id });
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 1_006_000 });
  });

  test('a refused chargeback that has already been shown as PENDING ends as REJECTED with an event', async () => {
    const caller = await used.newCaller();
    const { qr_code_id } = await payQrCode(used.stack, caller);
    const key = { 'idempotency-key': randomUUID() };
    let shown: { body: { id: number } } | undefined;
    const slow: Partial<PixNetwork> = {
      requestRefund: async () => {
        shown = await chargeBack(caller, qr_code_id, 40, key);
        return { kind: 'refused', text: 'DT05 - Prazo' };
      },
    };

    const answer = await chargeBack(await by(caller, slow), qr_code_id, 40, key);

    expect(answer).toMatchObject({ status: 200, body: { id: shown?.body.id, status: 'REJECTED' } });
    expect((await statusOf(caller, { id: shown?.body.id ?? 0 })).body.status).toBe('REJECTED');
    await pollChargeback(used.stack.deps, shown?.body.id ?? 0);
    expect((await eventsOf(used.stack, caller.tenant)).at(-1)).toMatchObject({ type: 'chargeback.rejected' });
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
      availableCents: 1_010_000,
      heldCents: 0,
    });
  });

  test.each([
    [89, 200],
    [90.9, 200],
    [91.1, 400],
    [400, 400],
  ])('a payment that is %d days old is refunded, or no longer: %i', async (days, status) => {
    const caller = await used.newCaller();
    const { qr_code_id } = await payQrCode(used.stack, caller);
    const asked: string[] = [];
    const { requestRefund } = used.stack.deps.network;
    const network: PixNetwork = {
      ...used.stack.deps.network,
      requestRefund: (order) => {
        asked.push(order.reference);
        return requestRefund(order);
      },
    };
    const deps = { ...used.stack.with({ now: () => new Date(Date.now() + days * 86_400_000) }), network };
    const later = await openCaller(sendInProcess(used.stack, deps), caller.tenant);

    const answer = await chargeBack(later, qr_code_id, 40);

    expect([answer.status, asked.length]).toEqual([status, status === 200 ? 1 : 0]);
    if (status === 400) expect(answer.body.message).toBe('DT05 - Prazo de devolução expirado');
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ heldCents: 0 });
  });

  test('a payment within the institution is refunded at any age', async () => {
    const [payee, payer] = [await used.newCaller(), await used.newCaller()];
    const { source_account_branch_identifier: branch, source_account_number: number } = payer.source;
    const { qr_code_id } = await payQrCode(used.stack, payee, { payer: { branch, number } });
    const deps = used.stack.with({ now: () => new Date(Date.now() + 400 * 86_400_000) });
    const later = await openCaller(sendInProcess(used.stack, deps), payee.tenant);

    expect((await chargeBack(later, qr_code_id, 40)).body.status).toBe('SUCCESS');
  });

  test('a refusal that cannot be stored leaves the chargeback PENDING, and the caller gets no error', async () => {
    const caller = await used.newCaller();
    const { qr_code_id } = await payQrCode(used.stack, caller);
    const chargebackLedger = {
      ...used.stack.deps.chargebackLedger,
      accept: async () => {
        throw new Error('table away');
      },
    };
    const send = sendInProcess(used.stack, { ...used.stack.deps, chargebackLedger });

    const answer = await chargeBack(await openCaller(send, caller.tenant), qr_code_id, 40);

    expect(answer).toMatchObject({ status: 200, body: { status: 'PENDING' } });
  });
});

describe('a refused chargeback request changes nothing, and the refusals have the contract’s order:', () => {
  type Made = { caller: Caller; qr: number };
  type Wrong = [
    message: string,
    make: (made: Made) => Promise<{ qr?: number; by?: Caller; amount?: number }>,
  ];
  const pending = ({ caller, qr }: Made) => chargeBack(caller, qr, 1);
  const close = ({ caller }: Made) => sandbox(used.send, '/sandbox/accounts/close', caller.source);
  const spend = async ({ caller }: Made) => {
    const { availableCents } = await balanceOf(used.stack, caller.tenant);
    const account = {
      branch: caller.source.source_account_branch_identifier,
      number: caller.source.source_account_number,
    };
    await payQrCode(used.stack, await used.newCaller(), {
      amount: (availableCents - 500) / 100,
      payer: account,
    });
  };
  const unpaid = async ({ caller }: Made) => {
    const { body } = await sandbox(used.send, '/sandbox/qr-codes', { ...caller.source, amount: 100 });
    return body.qr_code_id as number;
  };

  test.each<Wrong>([
    ['QR Code not found', async () => ({ qr: 5 })],
    ['QR Code not found', async () => ({ by: await used.newCaller() })],
    [
      'QR Code not found',
      async ({ caller }) => {
        const client = await sandbox(used.send, '/sandbox/clients', {
          company_id: caller.tenant.company_id,
          accounts: [],
        });
        return { by: await openCaller(used.send, client.body as Tenant) };
      },
    ],
    [
      'QR Code is not paid',
      async (made) => {
        const qr = await unpaid(made);
        await close(made);
        return { qr, amount: 1_000_000 };
      },
    ],
    [
      'There is a refund in processing',
      async (made) => {
        await pending(made);
        await close(made);
        return { amount: 1_000_000 };
      },
    ],
    [
      'Cannot process chargeback for closed account',
      async (made) => {
        await close(made);
        return { amount: 1_000_000 };
      },
    ],
    [
      'Amount is greater than the value of the QR Code',
      async (made) => {
        await spend(made);
        return { amount: 100.01 };
      },
    ],
    [
      'Insufficient funds',
      async (made) => {
        await spend(made);
        return { amount: 50 };
      },
    ],
  ])('a chargeback is refused with "%s"', async (message, make) => {
    const caller = await used.newCaller();
    const { qr_code_id: qr } = await payQrCode(used.stack, caller);
    const wrong = await make({ caller, qr });
    const look = async () => [
      await balanceOf(used.stack, caller.tenant),
      await statementOf(caller),
      await qrCodeOf(qr),
    ];
    const before = await look();

    const { status, body } = await chargeBack(wrong.by ?? caller, wrong.qr ?? qr, wrong.amount ?? 10);

    expect([status, body]).toEqual([400, { worked: false, detail: message, message, data: null }]);
    expect(await look()).toEqual(before);
  });

  test.each<[string, unknown]>([
    ['amount', { amount: 0 }],
    ['amount', { amount: '10' }],
    ['amount', { amount: '10.5' }],
    ['amount', { amount: '10.005' }],
    ['amount', { amount: 10.005 }],
    ['amount', { amount: -1 }],
    ['amount', { amount: '-1.00' }],
    ['amount', { amount: null }],
    ['amount', { amount: undefined }],
    ['qr_code_id', { qr_code_id: '5' }],
    ['qr_code_id', { qr_code_id: undefined }],
    ['information', { information: '' }],
    ['information', { information: undefined }],
    ['information', { information: 5 }],
  ])(
    'a chargeback request with an invalid %s is refused with the name of that field',
    async (field, change) => {
      const caller = await used.newCaller();
      const { qr_code_id } = await payQrCode(used.stack, caller);
      const body = { qr_code_id, information: 'x', amount: 10, ...(change as object) };

      const answer = await caller.post(path, body);

      expect(answer).toMatchObject({
        status: 422,
        body: { message: 'Validation error', errors: [{ field }] },
      });
    },
  );

  test.each(['', 'x', '123e4567-e89b-12d3-a456-426655440000'])(
    'the invalid idempotency key %j is ignored, since the contract defines no check of the key here',
    async (key) => {
      const caller = await used.newCaller();
      const ask = async () => {
        const { qr_code_id } = await payQrCode(used.stack, caller);
        return chargeBack(caller, qr_code_id, 40, { 'idempotency-key': key });
      };

      const [one, other] = [await ask(), await ask()];

      expect([one.status, other.status]).toEqual([200, 200]);
      expect(other.body.id).not.toBe(one.body.id);
    },
  );

  test('a chargeback request without a token gives a 401', async () => {
    expect((await used.send({ method: 'POST', path, body: '{}' })).status).toBe(401);
  });
});

describe('many chargebacks of the same QR code:', () => {
  test('only one of 30 concurrent chargebacks is accepted, since a code can have only one PENDING chargeback', async () => {
    const caller = await used.newCaller();
    const { qr_code_id } = await payQrCode(used.stack, caller);

    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => chargeBack(caller, qr_code_id, index % 2 ? 10 : 60)),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.message))).toEqual(
      new Set(['There is a refund in processing']),
    );
    await expectLedgerAddsUp(used.stack, caller.tenant);
  });

  test('30 concurrent internal chargebacks succeed only up to the code’s value', async () => {
    const [payee, payer] = [await used.newCaller(), await used.newCaller()];
    const from = payer.source;
    const { qr_code_id } = await payQrCode(used.stack, payee, {
      payer: { branch: from.source_account_branch_identifier, number: from.source_account_number },
    });

    const answers = await Promise.all(Array.from({ length: 30 }, () => chargeBack(payee, qr_code_id, 7)));

    const [done, failed] = [200, 400].map((status) => answers.filter((answer) => answer.status === status));
    expect([done?.length, new Set(failed?.map(({ body }) => body.message))]).toEqual([
      14,
      new Set(['Amount is greater than the value of the QR Code']),
    ]);
    expect(await qrCodeOf(qr_code_id)).toMatchObject({ remainingCents: 200, status: 'CHARGEBACK' });
    expect(await expectLedgerAddsUp(used.stack, payee.tenant)).toMatchObject({ availableCents: 1_000_200 });
    expect(await expectLedgerAddsUp(used.stack, payer.tenant)).toMatchObject({ availableCents: 999_800 });
  });

  test('100 chargebacks of one cent each reach exactly the code’s value, and the 101st is refused', {
    tags: 'dear',
  }, async () => {
    const [payee, payer] = [await used.newCaller(), await used.newCaller()];
    const from = payer.source;
    const { qr_code_id } = await payQrCode(used.stack, payee, {
      amount: '1.00',
      payer: { branch: from.source_account_branch_identifier, number: from.source_account_number },
    });

    for (let count = 0; count < 100; count++) {
      expect((await chargeBack(payee, qr_code_id, '0.01')).body.status).toBe('SUCCESS');
    }

    expect((await chargeBack(payee, qr_code_id, '0.01')).body.message).toBe(
      'Amount is greater than the value of the QR Code',
    );
    expect(await qrCodeOf(qr_code_id)).toMatchObject({ remainingCents: 0 });
    expect(await expectLedgerAddsUp(used.stack, payee.tenant)).toMatchObject({ availableCents: 1_000_000 });
  });
});

test.each(['before', 'after'] as const)(
  'a chargeback request repeated after a Lambda dies %s any of its calls makes one chargeback',
  { tags: 'dear' },
  async (moment) => {
    const caller = await used.newCaller();
    for (let call = 1; ; call++) {
      const { qr_code_id } = await payQrCode(used.stack, caller, { amount: 1 });
      const key = { 'idempotency-key': randomUUID() };
      const { client, died } = dyingAt(call, moment);
      const dying = sendInProcess(used.stack, used.stack.with({ client }));
      const content = { qr_code_id, information: 'Pedido 42 cancelado', amount: '1.00' };
      const headers = { authorization: `Bearer ${caller.token}`, ...key };
      const first = dying({ method: 'POST', path, headers, body: JSON.stringify(content) }).then(
        () => 'finished',
      );
      const outcome = await Promise.race([first, died]);

      const again = await chargeBack(caller, qr_code_id, '1.00', key);

      expect(again).toMatchObject({ status: 200, body: { status: 'PENDING' } });
      expect((await chargeBack(caller, qr_code_id, '1.00', key)).body.id).toBe(again.body.id);
      await expectLedgerAddsUp(used.stack, caller.tenant);
      if (outcome === 'finished') break;
    }
  },
);

test('a chargeback debits the account of its QR code, whichever other accounts the caller has', async () => {
  const caller = await used.newCaller({ accounts: 2 });
  const { qr_code_id } = await payQrCode(used.stack, { ...caller, source: sourceOf(caller.tenant, 1) });

  expect((await chargeBack(caller, qr_code_id, 40)).body.status).toBe('PENDING');
  expect(await balanceOf(used.stack, caller.tenant, 1)).toMatchObject({ availableCents: 1_006_000 });
});

test.each([
  ['another institution', false],
  ['this institution', true],
])(
  'a chargeback of a payment from %s gets a 503 while its write may still arrive, and a repeated request finds the chargeback',
  async (_, isInside) => {
    const [caller, payer] = [await used.newCaller({ balance: '0.00' }), await used.newCaller()];
    const { source_account_branch_identifier: branch, source_account_number: number } = payer.source;
    const { qr_code_id } = await payQrCode(used.stack, caller, isInside ? { payer: { branch, number } } : {});
    const { deps } = used.stack;
    const paying = (kind: 'unknown' | 'failed'): Deps => {
      const answer = async () => (kind === 'failed' ? { kind, text: 'no', code: 'AB03' } : { kind });
      return { ...deps, network: { ...deps.network, sendPayment: answer, findPayment: answer } };
    };
    let held = 0;
    const holdMost = () =>
      used.stack.apart(async () => {
        const wanted = { ...caller.source, amount: 80, key: 'fulano@example.com' };
        held = (await caller.post('/create-cashout-self-approve', wanted)).body.id;
        await takeStep(paying('unknown'), held);
      });
    const { client, land } = holdingBack('TransactWriteItems', holdMost);
    const by = await openCaller(sendInProcess(used.stack, used.stack.with({ client })), caller.tenant);
    const key = { 'idempotency-key': randomUUID() };

    expect((await chargeBack(by, qr_code_id, 40, key)).status).toBe(503);

    await takeStep(paying('failed'), held);
    expect(await land()).toBe(200);
    const status = isInside ? 'SUCCESS' : 'PENDING';
    expect(await chargeBack(caller, qr_code_id, 40, key)).toMatchObject({ status: 200, body: { status } });
    await expectLedgerAddsUp(used.stack, caller.tenant);
  },
);
