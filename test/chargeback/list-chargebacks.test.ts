import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listChargebacks } from '../../lib/chargeback/list-chargebacks.ts';
import { pollChargeback } from '../../lib/chargeback/poll-chargeback.ts';
import type { RefundOutcome } from '../../lib/network/port.ts';
import type { QrCode } from '../../lib/qr-code/qr-code.ts';
import { openCaller, sendInProcess } from '../support/api.ts';
import { chargeBack, payQrCode } from '../support/chargebacks.ts';
import { useStack } from '../support/use-stack.ts';

const clock = { now: new Date('2031-06-10T15:00:00.000Z') };
const used = useStack({ now: () => clock.now });
const qrCodeOf = async (id: number) => (await used.stack.deps.qrCodes.get(id)) as QrCode;
const listed = async (id: number, most = 10) => {
  const { rows, isWhole } = await listChargebacks(used.stack.deps, await qrCodeOf(id), most);
  return { ids: rows.map((row) => row.id), isWhole };
};
async function end(id: number) {
  clock.now = new Date(clock.now.getTime() + 600_000);
  await pollChargeback(used.stack.deps, id);
}

test('the chargebacks of a QR code are listed newest first, up to the given limit', async () => {
  const caller = await used.newCaller();
  const { qr_code_id } = await payQrCode(used.stack, caller);
  expect(await listed(qr_code_id)).toEqual({ ids: [], isWhole: true });
  const ids: number[] = [];
  for (const amount of ['10.00', '20.00', '30.00']) {
    const { body } = await chargeBack(caller, qr_code_id, amount);
    ids.unshift(body.id as number);
    await end(body.id as number);
  }
  expect(await listed(qr_code_id)).toEqual({ ids, isWhole: true });
  expect(await listed(qr_code_id, 2)).toEqual({ ids: ids.slice(0, 2), isWhole: false });
});

test('a chargeback that the network has refused is not listed, even after its key is used again', async () => {
  const { tenant } = await used.newCaller();
  const outcomes: RefundOutcome[] = [];
  const { network } = used.stack.deps;
  const requestRefund: typeof network.requestRefund = async (order) =>
    outcomes.shift() ?? network.requestRefund(order);
  const deps = { ...used.stack.deps, network: { ...network, requestRefund } };
  const caller = await openCaller(sendInProcess(used.stack, deps), tenant);
  const { qr_code_id } = await payQrCode(used.stack, caller);
  const key = { 'idempotency-key': randomUUID() };
  const refused = { kind: 'refused', text: 'AM09' } as const;

  outcomes.push(refused);
  expect((await chargeBack(caller, qr_code_id, '10.00', key)).status).toBe(400);
  expect(await listed(qr_code_id)).toEqual({ ids: [], isWhole: true });
  const { body: first } = await chargeBack(caller, qr_code_id, '20.00');
  await end(first.id as number);
  outcomes.push(refused);
  expect((await chargeBack(caller, qr_code_id, '10.00', key)).status).toBe(400);
  expect(await listed(qr_code_id)).toEqual({ ids: [first.id], isWhole: true });
  const { body: second } = await chargeBack(caller, qr_code_id, '10.00', key);
  expect(await listed(qr_code_id)).toEqual({ ids: [second.id, first.id], isWhole: true });
});
