// The contract's states of a cashout: its reasons for failed and cancelled transfers, and the states that cannot be
// approved.

import { describe, expect, test } from 'vitest';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { accountIdOf, openOperator } from '../support/admin.ts';
import { type Caller, statementPath } from '../support/api.ts';
import { bankDetailsOf } from '../support/bank-details.ts';
import { expectLedgerAddsUp } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';
import { byKey, manually } from './requests.ts';

const used = useStack();

/** Creates, approves and completes a transfer to this key. */
async function pay(caller: Caller, key = 'fulano@example.com'): Promise<number> {
  const body = { ...byKey(caller.source), key };
  const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
  await takeStep(used.stack.deps, id);
  return id;
}
const look = async (caller: Caller, id: number) => (await caller.get(`/v3/cashouts/${id}`)).body;

describe('a transfer that does not succeed', () => {
  const network = (code: string) => (caller: Caller) => pay(caller, `${code}@sandbox.pix`);

  test.each<[string, string, string, (caller: Caller) => Promise<number>]>([
    ['insufficient funds', 'ERROR', 'AM04 - Saldo insuficiente', network('am04')],
    ['invalid recipient', 'ERROR', 'AC03 - Agência ou conta do recebedor inválida', network('ac03')],
    [
      'payment system unavailable',
      'ERROR',
      'AB03 - Tempo limite de liquidação excedido no SPI',
      network('ab03'),
    ],
    ['account limit', 'CANCELLED', 'AM02 - Valor acima do limite da conta recebedora', network('am02')],
    ['blocked account', 'CANCELLED', 'AC06 - Conta do recebedor bloqueada', network('ac06')],
    [
      'blocked operation',
      'CANCELLED',
      'Operation blocked',
      async (caller) => {
        await openOperator(used.stack).freeze('account', accountIdOf(caller.tenant));
        return pay(caller);
      },
    ],
    ['compliance restriction', 'CANCELLED', 'RR04 - Restrição regulatória', network('rr04')],
  ])(
    'a transfer that fails because of %s ends as %s with the reason, and moves nothing',
    async (_, status, reason, bring) => {
      const caller = await used.newCaller();

      const done = await look(caller, await bring(caller));

      expect(done).toMatchObject({
        status,
        erro_descriptor: reason,
        code_transaction: null,
        recipient_name: null,
      });
      expect((await caller.get(statementPath(caller.source))).body.results).toHaveLength(1);
      expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
        availableCents: 1_000_000,
        heldCents: 0,
      });
    },
  );

  test('a transfer to an invalid recipient in this institution ends as ERROR, as in other institutions', async () => {
    const [caller, payee] = [await used.newCaller(), await used.newCaller()];
    const another = '39053344705';
    for (const [path, to] of [
      ['/create-cashoutmanual-self-approve', bankDetailsOf(payee.source, another)],
      [
        '/create-cashout-self-approve',
        { key: payee.tenant.accounts[0]?.pix_key, recipient_legal_id: another },
      ],
    ] as const) {
      const { id } = (await caller.post(path, { ...caller.source, amount: 10, ...to })).body;
      await takeStep(used.stack.deps, id);

      expect([path, await look(caller, id)]).toMatchObject([
        path,
        { status: 'ERROR', erro_descriptor: 'BE01 - Documento não corresponde ao titular da conta' },
      ]);
    }
    expect((await caller.get(statementPath(caller.source))).body.results).toHaveLength(1);
  });

  test('a transfer from an account with insufficient funds ends as ERROR', async () => {
    const caller = await used.newCaller({ balance: '50.49' });

    expect(await look(caller, await pay(caller))).toMatchObject({
      status: 'ERROR',
      erro_descriptor: 'Insufficient funds',
    });
  });
});

describe('a transaction with the status', () => {
  const bring: Record<string, (caller: Caller) => Promise<number>> = {
    PROCESSING: async (caller) =>
      (await caller.post('/create-cashout-self-approve', byKey(caller.source))).body.id,
    SUCCESS: (caller) => pay(caller),
    ERROR: (caller) => pay(caller, 'ac03@sandbox.pix'),
    CANCELLED: (caller) => pay(caller, 'rr04@sandbox.pix'),
    REFUNDED: async (caller) => {
      const cashoutId = await pay(caller);
      const returned = { returnId: `D-${cashoutId}`, amountCents: 5_050, code: 'MD06', parked: 0 };
      await applyNetworkEvent(used.stack.deps, {
        version: 1,
        kind: 'payment_returned',
        cashoutId,
        ...returned,
      });
      return cashoutId;
    },
  };

  test.each(['PROCESSING', 'SUCCESS', 'ERROR', 'CANCELLED', 'REFUNDED'])(
    'a transaction with the status %s cannot be approved again on either path, and is unchanged',
    async (status) => {
      const caller = await used.newCaller();
      const id = (await bring[status]?.(caller)) ?? 0;
      const before = await look(caller, id);
      expect(before.status).toBe(status);

      for (const path of ['/approve-cashout', '/approve-cashout-manual'])
        expect(await caller.post(path, { id })).toMatchObject({
          status: 400,
          body: { message: 'Transaction in wrong status' },
        });

      expect(await look(caller, id)).toEqual(before);
    },
  );

  test('a NEW transaction can be approved on either path, however it was created, and moves no money before its approval', async () => {
    const caller = await used.newCaller();
    for (const approve of ['/approve-cashout', '/approve-cashout-manual'])
      for (const [create, body] of [
        ['/create-cashout', byKey(caller.source)],
        ['/create-cashout-manual', manually(caller.source)],
      ] as const) {
        const { id, status } = (await caller.post(create, body)).body;
        await takeStep(used.stack.deps, id);
        expect([status, (await look(caller, id)).status]).toEqual(['NEW', 'NEW']);
        expect((await caller.post(approve, { id })).body).toMatchObject({ id, status: 'PROCESSING' });
        await takeStep(used.stack.deps, id);
        expect((await look(caller, id)).status).toBe('SUCCESS');
      }
  });
});
