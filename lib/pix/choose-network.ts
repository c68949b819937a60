// Which network pays and which gives back, by configuration: the sandbox, or a PSP behind one door for both.

import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { makeBcbReceived } from './bcb-received.ts';
import { makeBcbRefunds } from './bcb-refunds.ts';
import { makeEfiNetwork } from './efi-network.ts';
import { makeEfiReports } from './efi-reports.ts';
import type { NetworkInbox } from './inbox.ts';
import type { PixNetwork } from './network.ts';
import { type CallPsp, makePspClient, type ReadSecret } from './psp-client.ts';
import type { SandboxNetwork } from './sandbox-network.ts';

type Options = {
  config: Pick<Config, 'PAYOUT_NETWORK' | 'REFUND_NETWORK' | 'PSP_URL' | 'PSP_PIX_KEY'>;
  /** Absent in stages that may not rehearse. */
  sandbox: SandboxNetwork | undefined;
  readSecret: ReadSecret;
  now: () => Date;
  log: Log;
};

export type Networks = { network: PixNetwork; inbox?: NetworkInbox };

export function chooseNetwork({ config, sandbox, readSecret, now, log }: Options): Networks {
  const { PAYOUT_NETWORK, REFUND_NETWORK, PSP_URL: url = '', PSP_PIX_KEY: payerKey = '' } = config;
  const call: CallPsp = makePspClient({ url, readSecret, now });
  const payouts = PAYOUT_NETWORK === 'efi' ? makeEfiNetwork(call, payerKey) : sandbox;
  const refunds = REFUND_NETWORK === 'bcb' ? makeBcbRefunds(call) : sandbox;
  if (!payouts || !refunds)
    throw new Error('no PIX network is configured: the sandbox is for local and staging only');
  const { resolveBrCode, resolveKey, sendPayment, findPayment } = payouts;
  const { requestRefund, findRefund } = refunds;
  const network = { resolveBrCode, resolveKey, sendPayment, findPayment, requestRefund, findRefund };
  if (REFUND_NETWORK === 'sandbox') return { network };
  const skipped = (outcome: string) => log.error('PSP lists what is passed over', { outcome }, undefined);
  const listReports = PAYOUT_NETWORK === 'efi' ? makeEfiReports(call, skipped) : async () => [];
  return { network, inbox: { ...makeBcbReceived(call, skipped), listReports } };
}
