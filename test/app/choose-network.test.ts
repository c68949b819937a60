import { expect, test } from 'vitest';
import { chooseNetwork } from '../../lib/app/choose-network.ts';

const at = (config: object) =>
  chooseNetwork({
    config: {
      PAYOUT_NETWORK: 'efi',
      REFUND_NETWORK: 'bcb',
      PSP_URL: 'https://pix.example.com',
      PSP_PIX_KEY: 'us@example.com',
      ...config,
    },
    sandbox: undefined,
    readSecret: async () => ({}) as never,
    fetchCharge: async () => ({ kind: 'unknown' }),
    now: () => new Date(),
  });

test('a different PSP, or a different account at the same PSP, counts as a different network for payouts and refunds', () => {
  const changes = [{}, { PSP_URL: 'https://pix.example.org' }, { PSP_PIX_KEY: 'others@example.com' }];
  const networks = changes.map(at);

  expect(new Set(networks.map(({ payoutsAt }) => payoutsAt)).size).toBe(3);
  expect(new Set(networks.map(({ refundsAt }) => refundsAt)).size).toBe(3);
  const [one, other] = [
    at({}),
    at({ REFUND_PSP_URL: 'https://r.example', REFUND_PSP_PIX_KEY: 'r@example.com' }),
  ];
  expect(other.payoutsAt).toBe(one.payoutsAt);
  expect(other.refundsAt).not.toBe(one.refundsAt);
  // Stored rows contain these names, so they must not change.
  expect([one.payoutsAt, one.refundsAt]).toEqual(['efi-f4a3722e', 'bcb-f4a3722e']);
  expect(at({})).toMatchObject({
    payoutsAt: expect.stringMatching(/^efi-[0-9a-f]{8}$/),
    refundsAt: expect.stringMatching(/^bcb-[0-9a-f]{8}$/),
  });
});
