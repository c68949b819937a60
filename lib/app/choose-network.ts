// Chooses the networks for payouts and for refunds, by configuration: the sandbox, or a PSP with one client
// for both.

import { createHash } from 'node:crypto';
import { makeBcbRefunds } from '../network/bcb/refunds.ts';
import { makeEfiPayouts } from '../network/efi/payouts.ts';
import type { FetchCharge } from '../network/fetch-charge.ts';
import type { Payouts, PixNetwork, Refunds } from '../network/port.ts';
import { type CallPsp, makePspClient, type ReadSecret } from '../network/psp-client.ts';
import type { Config } from '../platform/config.ts';
import type { SandboxNetwork } from '../sandbox/sandbox-network.ts';

type Options = {
  config: Pick<Config, 'PAYOUT_NETWORK' | 'REFUND_NETWORK' | 'PSP_URL' | 'PSP_PIX_KEY'>;
  /** Absent in stages without a sandbox. */
  sandbox: SandboxNetwork | undefined;
  readSecret: ReadSecret;
  /** Reads a charge from its issuer. */
  fetchCharge: FetchCharge;
  now: () => Date;
};

export function chooseNetwork({ config, sandbox, readSecret, fetchCharge, now }: Options): PixNetwork {
  const { PAYOUT_NETWORK, REFUND_NETWORK, PSP_URL: url = '', PSP_PIX_KEY: payerKey = '' } = config;
  const call: CallPsp = makePspClient({ url, readSecret, now });
  // A record, so that no name of the settings goes without a network.
  const paying: Record<Config['PAYOUT_NETWORK'], () => Payouts | undefined> = {
    sandbox: () => sandbox,
    efi: () => makeEfiPayouts(call, payerKey, fetchCharge),
  };
  const refunding: Record<Config['REFUND_NETWORK'], () => Refunds | undefined> = {
    sandbox: () => sandbox,
    bcb: () => makeBcbRefunds(call),
  };
  const [payouts, refunds] = [paying[PAYOUT_NETWORK](), refunding[REFUND_NETWORK]()];
  if (!payouts || !refunds)
    throw new Error('no PIX network is configured: only the stages local and staging have the sandbox');
  const { bindsCodeAmount, checksOwner, resolveBrCode, resolveKey, sendPayment, findPayment } = payouts;
  const { requestRefund, findRefund } = refunds;
  return {
    payoutsAt: placeOf(PAYOUT_NETWORK, url, payerKey),
    refundsAt: placeOf(REFUND_NETWORK, url, payerKey),
    bindsCodeAmount,
    checksOwner,
    resolveBrCode,
    resolveKey,
    sendPayment,
    findPayment,
    requestRefund,
    findRefund,
  };
}

/** @param payerKey that of our account at the PSP; it is nobody's business in a row or a log line */
function placeOf(network: string, url: string, payerKey: string): string {
  if (network === 'sandbox') return network;
  const digest = createHash('sha256')
    .update(JSON.stringify([url, payerKey]))
    .digest('hex');
  return `${network}-${digest.slice(0, 8)}`;
}
