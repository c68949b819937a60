import { expect, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import { pollChargeback } from '../../lib/chargeback/poll-chargeback.ts';
import type { PixNetwork } from '../../lib/network/port.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Caller, openCaller, sendInProcess } from '../support/api.ts';
import { chargeBack, payQrCode } from '../support/chargebacks.ts';
import { expectLedgerAddsUp } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

const pathOf = ({ source }: Caller) =>
  `/v3/accounts/${source.source_account_branch_identifier}/${source.source_account_number}/balance`;
const balanceOf = async (caller: Caller) => (await caller.get(pathOf(caller))).body;
const withNetwork = (network: Partial<PixNetwork>): Deps => ({
  ...used.stack.deps,
  network: { ...used.stack.deps.network, ...network },
});
const unknown = async () => ({ kind: 'unknown' }) as const;

test('a new account has no held amount', async () => {
  const caller = await used.newCaller({ name: 'Padaria Ltda', balance: '1000.00' });

  const answer = await caller.get(pathOf(caller));

  expect([answer.status, answer.body]).toEqual([
    200,
    {
      worked: true,
      ...caller.source,
      status: 'ACTIVE',
      holder_name: 'Padaria Ltda',
      available: 1000,
      held_for_cashouts: 0,
      held_for_refunds: 0,
      held_for_reports: 0,
      posted: 1000,
      sequence: 1,
    },
  ]);
});

test('the balance shows the money held for cashouts and for refunds until each hold ends', async () => {
  const caller = await used.newCaller({ balance: '1000.00' });
  const { qr_code_id } = await payQrCode(used.stack, caller, { amount: 100 });
  const silent = withNetwork({ sendPayment: unknown, requestRefund: unknown });
  const { body } = await caller.post('/create-cashout-self-approve', {
    ...caller.source,
    amount: 30,
    key: 'fulano@example.com',
  });
  await takeStep(silent, body.id);
  const waiting = await openCaller(sendInProcess(used.stack, silent), caller.tenant);
  const refund = await chargeBack(waiting, qr_code_id, 40);

  const both = { posted: 1100, available: 1030, held_for_cashouts: 30, held_for_refunds: 40, sequence: 2 };
  expect(await balanceOf(caller)).toMatchObject(both);

  const later = used.stack.with({ now: () => new Date(Date.now() + 3_600_000) });
  await pollChargeback(later, refund.body.id);
  const accepted = { posted: 1060, available: 1030, held_for_refunds: 0, sequence: 3 };
  expect(await balanceOf(caller)).toMatchObject({ ...both, ...accepted });

  await takeStep(used.stack.deps, body.id);
  const paid = { posted: 1030, available: 1030, held_for_cashouts: 0, held_for_refunds: 0, sequence: 4 };
  expect(await balanceOf(caller)).toMatchObject(paid);
  await expectLedgerAddsUp(used.stack, caller.tenant);
});

test('the amount of a refund that the network refused is no longer held', async () => {
  const caller = await used.newCaller({ balance: '1000.00' });
  const { qr_code_id } = await payQrCode(used.stack, caller, { amount: 100 });
  const refusing = withNetwork({ requestRefund: async () => ({ kind: 'refused', text: 'no' }) });
  const refused = await openCaller(sendInProcess(used.stack, refusing), caller.tenant);

  expect((await chargeBack(refused, qr_code_id, 40)).status).toBe(400);

  expect(await balanceOf(caller)).toMatchObject({ posted: 1100, available: 1100, held_for_refunds: 0 });
});
