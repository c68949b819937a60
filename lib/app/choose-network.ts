// Chooses the networks for payouts and for refunds, by configuration: the sandbox, or a PSP with one client
// for both.

import { createHash } from 'node:crypto';
import type { FetchCharge } from '../network/fetch-charge.ts';
import type { PixNetwork } from '../network/port.ts';
import { makePspClient, type ReadSecret } from '../network/psp-client.ts';
import { payouts, refunds } from '../network/registry.ts';
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
  const call = makePspClient({ url, readSecret, now });
  const paying =
    PAYOUT_NETWORK === 'sandbox' ? sandbox : payouts[PAYOUT_NETWORK](call, payerKey, fetchCharge);
  const refunding = REFUND_NETWORK === 'sandbox' ? sandbox : refunds[REFUND_NETWORK](call);
  if (!paying || !refunding)
    throw new Error('no PIX network is configured: only the stages local and staging have the sandbox');
  const { bindsCodeAmount, checksOwner, resolveBrCode, resolveKey, sendPayment, findPayment } = paying;
  const { requestRefund, findRefund } = refunding;
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
