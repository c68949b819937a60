import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordPendingEvents } from '../../lib/cashout/record-pending-events.ts';
import { pollChargeback } from '../../lib/chargeback/poll-chargeback.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Caller, sandbox } from '../support/api.ts';
import { bankDetailsOf } from '../support/bank-details.ts';
import { chargeBack, payQrCode } from '../support/chargebacks.ts';
import { expectLedgerAddsUp } from '../support/ledger.ts';
import { expectEventsAddUp, expectOwnIds, historyOf } from '../support/movements.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack({ settings: { CHARGEBACK_POLL_SECONDS: '30' } });

/** Opens companies, and returns the commands that move money between them and to and from other institutions. */
async function openHistory(companies: number) {
  const callers = await Promise.all(Array.from({ length: companies }, () => used.newCaller()));
  const cashouts: number[] = [];
  const codes: { owner: Caller; id: number; text?: string }[] = [];
  const chargebacks: number[] = [];
  let returns = 0;

  const at = <Item>(items: readonly Item[], index: number) => items[index % items.length] as Item;
  const send = async (by: Caller, path: string, content: object) => {
    const { body } = await by.post(path, { ...by.source, ...content });
    if (body.id === undefined) return;
    await takeStep(used.stack.deps, body.id);
    if (path !== '/create-cashout') cashouts.push(body.id);
  };

  const deeds = {
    payOut: (by: Caller, to: Caller, cents: number) =>
      send(by, '/create-cashout-self-approve', {
        amount: cents / 100,
        tag: 'mine',
        key: cents % 5 === 0 ? 'ds04@sandbox.pix' : 'fulano@example.com',
        to: to.tenant.name,
      }),
    payInside: (by: Caller, to: Caller, cents: number) =>
      send(by, '/create-cashout-self-approve', {
        amount: cents / 100,
        tag: 'mine',
        key: to.tenant.accounts[0]?.pix_key,
      }),
    payByBank: (by: Caller, to: Caller, cents: number) => {
      const legalId = cents % 4 === 0 ? '52998224725' : to.tenant.legal_id;
      const details = bankDetailsOf(to.source, legalId);
      return send(by, '/create-cashoutmanual-self-approve', { amount: cents / 100, ...details });
    },
    show: async (by: Caller, _: Caller, cents: number) => {
      const { body } = await sandbox(used.send, '/sandbox/qr-codes', { ...by.source, amount: cents / 100 });
      codes.push({ owner: by, id: body.qr_code_id, text: body.copy_and_paste });
    },
    payCode: async (by: Caller, _: Caller, which: number) => {
      const shown = codes.filter(({ text }) => text);
      if (shown.length > 0)
        await send(by, '/create-copy-and-paste-transfer', { copy_and_paste: at(shown, which).text });
    },
    receive: async (by: Caller, from: Caller, cents: number) => {
      const own = codes.filter(({ owner }) => owner === by);
      const code = own.length > 0 && cents % 2 === 0 ? { qr_code_id: at(own, cents).id } : {};
      const { source_account_branch_identifier: branch, source_account_number: number } = from.source;
      const inside = from !== by && cents % 3 === 0 ? { branch, number } : {};
      const payer = { name: cents % 7 === 0 ? 'rejected@sandbox.pix' : 'Maria Silva', ...inside };
      const paid = await payQrCode(used.stack, by, { amount: cents / 100, payer, ...code });
      codes.push({ owner: by, id: paid.qr_code_id });
    },
    giveBack: async (_: Caller, __: Caller, cents: number) => {
      if (cashouts.length === 0) return;
      const cashoutId = at(cashouts, cents);
      returns += 1;
      const notice = {
        version: 1,
        kind: 'payment_returned',
        cashoutId,
        returnId: `D-${cashoutId}-${returns}`,
        amountCents: cents,
        code: 'MD06',
        parked: 100,
      } as const;
      // An impossible return opens an incident, and a repeated notice is applied once.
      await Promise.all([1, 2].map(() => applyNetworkEvent(used.stack.deps, notice)));
    },
    chargeBack: async (_: Caller, __: Caller, cents: number) => {
      if (codes.length === 0) return;
      const { owner, id } = at(codes, cents);
      const { body } = await chargeBack(owner, id, (cents / 100).toFixed(2));
      if (body.id !== undefined) chargebacks.push(body.id);
    },
    poll: async (_: Caller, __: Caller, minutes: number) => {
      const later = used.stack.with({ now: () => new Date(Date.now() + minutes * 60_000) });
      for (const id of chargebacks) await pollChargeback(later, id);
    },
    record: async () => {
      for (const id of cashouts) await recordPendingEvents(used.stack.deps, id);
    },
  };

  return {
    callers,
    do: (deed: keyof typeof deeds, by: number, to: number, cents: number) =>
      deeds[deed](at(callers, by), at(callers, to), cents),
    async end() {
      await deeds.record();
      for (const minutes of [100, 300]) await deeds.poll(callers[0] as Caller, callers[0] as Caller, minutes);
    },
  };
}

/** This test makes some thousand calls. A run that takes longer than this limit hangs. */
const dear = { timeout: 600_000, tags: 'dear' };

test(
  'the events of each account add up to its statement in any history, and every id in the statement is unique',
  dear,
  async () => {
    const deed = fc.tuple(
      fc.constantFrom(
        'payOut',
        'payInside',
        'payByBank',
        'show',
        'payCode',
        'receive',
        'giveBack',
        'giveBack',
        'chargeBack',
        'chargeBack',
        'poll',
        'record',
      ),
      fc.nat(2),
      fc.nat(2),
      // There are only a few amounts, so that returns can equal whole payments, and payments the amounts of QR codes.
      fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 10, 20),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 8, maxLength: 30 }), async (deeds) => {
        const history = await openHistory(3);
        for (const one of deeds) await history.do(...(one as Parameters<typeof history.do>));
        await history.end();

        for (const caller of history.callers) {
          await expectLedgerAddsUp(used.stack, caller.tenant);
          await expectEventsAddUp(caller);
        }
        await expectOwnIds(history.callers);
      }),
      { numRuns: 8, endOnFailure: true },
    );
  },
);

test('an internal payment refunded by two chargebacks sends one event per chargeback, under separate ids', async () => {
  const [payee, payer] = await Promise.all([used.newCaller(), used.newCaller()]);
  const { body: qr } = await sandbox(used.send, '/sandbox/qr-codes', { ...payee.source, amount: 30 });
  const code = { ...payer.source, copy_and_paste: qr.copy_and_paste, tag: 'rent' };
  const { id } = (await payer.post('/create-copy-and-paste-transfer', code)).body;
  await takeStep(used.stack.deps, id);
  const one = (await chargeBack(payee, qr.qr_code_id, 10)).body;
  const other = (await chargeBack(payee, qr.qr_code_id, 20)).body;
  for (const chargeback of [one, other]) await pollChargeback(used.stack.deps, chargeback.id);
  await recordPendingEvents(used.stack.deps, id);

  const [his, hers] = await Promise.all([historyOf(payer), historyOf(payee)]);
  const cashout = (await payer.get(`/v3/cashouts/${id}`)).body;
  const own = {
    transaction_id: id,
    code_transaction: cashout.code_transaction,
    qr_code_id: null,
    tag_id: 'rent',
  };
  expect(his.entries.slice(1)).toMatchObject([
    { transaction_type: 'PIX_CASHOUT', amount: 30, ...own },
    { transaction_type: 'PIX_CASHOUT_REFUND', amount: 10, ...own },
    { transaction_type: 'PIX_CASHOUT_REFUND', amount: 20, ...own },
  ]);
  const receipt = hers.entries[1]?.transaction_id;
  expect(hers.entries.slice(1)).toMatchObject([
    { transaction_type: 'PIX_CASHIN', amount: 30, qr_code_id: qr.qr_code_id },
    { transaction_type: 'PIX_CHARGEBACK', amount: 10, transaction_id: one.id, qr_code_id: qr.qr_code_id },
    { transaction_type: 'PIX_CHARGEBACK', amount: 20, transaction_id: other.id, qr_code_id: qr.qr_code_id },
  ]);
  const credit = (amount: number, number: number) => ({
    code: number,
    credit_or_debit: 'CREDIT',
    transaction_type: 'PIX_CASHOUT_REFUND',
    amount,
  });
  const told = ({ events }: typeof his) => events.map(({ type, movement }) => [type, movement]);
  expect(told(his)).toEqual(
    expect.arrayContaining([
      ['cashin.received', credit(10, 3)],
      ['cashin.received', credit(20, 4)],
      ['cashout.refunded', null],
    ]),
  );
  expect(hers.events.find(({ type }) => type === 'cashin.received')?.data).toEqual({
    transaction_id: receipt,
    code_transaction: hers.entries[1]?.code_transaction,
    end_to_end_id: hers.entries[1]?.identification,
    amount: 30,
    account_branch_identifier: payee.source.source_account_branch_identifier,
    account_number: payee.source.source_account_number,
    qr_code_id: qr.qr_code_id,
  });
  for (const caller of [payer, payee]) await expectEventsAddUp(caller);
  await expectOwnIds([payer, payee]);
});
