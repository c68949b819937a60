import { expect, test } from 'vitest';
import { chooseNetwork } from '../../lib/app/choose-network.ts';
import { parsePsps } from '../../lib/platform/psp-list.ts';

const psps = parsePsps(
  'main efi https://pix.example.com us@example.com; pay woovi https://api.example.com us',
);

const at = (PAYOUT_NETWORK: string, REFUND_NETWORK: string) =>
  chooseNetwork({
    config: { PAYOUT_NETWORK, REFUND_NETWORK, PSPS: typeof psps === 'string' ? [] : psps },
    sandbox: undefined,
    readSecrets: async () => ({}) as never,
    fetchCharge: async () => ({ kind: 'unknown' }),
    now: () => new Date(),
  });

test('payments and refunds are bound to the names of the list, and each account of the list can complete its own', () => {
  const network = at('pay', 'main');

  expect([network.payoutsAt, network.refundsAt]).toEqual(['pay', 'main']);
  expect(network.at?.('main')).toMatchObject({ payouts: expect.any(Object), refunds: expect.any(Object) });
  expect(network.at?.('pay')).toEqual({
    payouts: expect.any(Object),
    recoveries: expect.any(Object),
  });
  expect(network.at?.('gone')).toBeUndefined();
});

test.each([
  ['pay', 'pay'],
  ['gone', 'main'],
  ['sandbox', 'main'],
])('a network that the settings cannot make is refused: payouts at %s, refunds at %s', (payouts, refunds) => {
  expect(() => at(payouts, refunds)).toThrow('no PIX network is configured');
});
