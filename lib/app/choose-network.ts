// Chooses the networks for payouts and refunds, by configuration: the sandbox or a PSP.

import type { FetchCharge } from '../network/fetch-charge.ts';
import { payoutPlaces, placeOf } from '../network/place.ts';
import type { PixNetwork } from '../network/port.ts';
import type { ReadSecret } from '../network/psp-client.ts';
import { payouts, refunds } from '../network/registry.ts';
import type { Config } from '../platform/config.ts';
import type { SandboxNetwork } from '../sandbox/sandbox-network.ts';
import { type PayoutAccount, type PspSettings, pspAccounts } from './psp-accounts.ts';

type Options = {
  config: Pick<Config, 'PAYOUT_NETWORK' | 'REFUND_NETWORK'> & PspSettings;
  /** Absent in stages without a sandbox. */
  sandbox: SandboxNetwork | undefined;
  readSecret: ReadSecret;
  /** Reads a charge from its issuer. */
  fetchCharge: FetchCharge;
  now: () => Date;
};

export function chooseNetwork({ config, sandbox, readSecret, fetchCharge, now }: Options): PixNetwork {
  const { PAYOUT_NETWORK, REFUND_NETWORK } = config;
  const at = pspAccounts({ config, readSecret, now });
  const places = payoutPlaces(config);
  const payoutsOf = ({ network, call, key }: PayoutAccount) => payouts[network](call, key, fetchCharge);
  const paying =
    PAYOUT_NETWORK === 'sandbox' ? sandbox : payoutsOf({ network: PAYOUT_NETWORK, ...at.payouts });
  const refunding = REFUND_NETWORK === 'sandbox' ? sandbox : refunds[REFUND_NETWORK](at.refunds.call);
  if (!paying || !refunding)
    throw new Error('no PIX network is configured: only the stages local and staging have the sandbox');
  const {
    bindsCodeAmount,
    repeatsPayOnce,
    checksOwner,
    resolveBrCode,
    resolveKey,
    sendPayment,
    findPayment,
  } = paying;
  const { requestRefund, findRefund } = refunding;
  return {
    payoutsAt: places.present,
    refundsAt: placeOf(REFUND_NETWORK, at.refunds),
    bindsCodeAmount,
    repeatsPayOnce,
    checksOwner,
    resolveBrCode,
    resolveKey,
    sendPayment,
    findPayment,
    requestRefund,
    findRefund,
    ...(at.former && places.former ? { former: { payoutsAt: places.former, ...payoutsOf(at.former) } } : {}),
  };
}
