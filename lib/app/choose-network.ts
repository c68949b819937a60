// Chooses the networks for payouts and refunds, by configuration: the sandbox, or accounts of the list of PSPs.

import type { SendDefence } from '../network/defence.ts';
import type { FetchCharge } from '../network/fetch-charge.ts';
import type { PartsAt, PixNetwork } from '../network/port.ts';
import { defences, payouts, recoveries, refunds } from '../network/registry.ts';
import type { Config } from '../platform/config.ts';
import { pspTraits } from '../platform/psp-names.ts';
import type { SandboxNetwork } from '../sandbox/sandbox-network.ts';
import { type AccountOptions, pspAccounts } from './psp-accounts.ts';

type Options = Omit<AccountOptions, 'config'> & {
  config: Pick<Config, 'PAYOUT_NETWORK' | 'REFUND_NETWORK' | 'PSPS'>;
  /** Absent in stages without a sandbox. */
  sandbox: SandboxNetwork | undefined;
  /** Reads a charge from its issuer. */
  fetchCharge: FetchCharge;
};

/** The sandbox takes every defence. */
const takeDefence: SendDefence = async () => ({ kind: 'sent' });

export function chooseNetwork({ sandbox, fetchCharge, ...options }: Options): PixNetwork {
  const { PAYOUT_NETWORK: payoutsAt, REFUND_NETWORK: refundsAt } = options.config;
  const places = new Map<string, PartsAt>(
    pspAccounts(options).map(({ name, psp, key, call }) => {
      const { pays, pixApi } = pspTraits[psp];
      const paying = pays ? { payouts: payouts[pays](call, key, fetchCharge) } : {};
      const defence = pays && defences[pays]?.(call);
      const recovering = pays && recoveries[pays]?.(call);
      return [
        name,
        {
          ...paying,
          ...(defence ? { defence } : {}),
          ...(recovering ? { recoveries: recovering } : {}),
          ...(pixApi ? { refunds: refunds.bcb(call) } : {}),
        },
      ];
    }),
  );
  if (sandbox) places.set('sandbox', { payouts: sandbox, refunds: sandbox, defence: takeDefence });
  const paying = places.get(payoutsAt)?.payouts;
  const refunding = places.get(refundsAt)?.refunds;
  if (!paying || !refunding)
    throw new Error('no PIX network is configured: only the stages local and staging have the sandbox');
  const { bindsCodeAmount, repeatsPayOnce, checksOwner } = paying;
  const { resolveBrCode, resolveKey, keyBucket, sendPayment, findPayment } = paying;
  const { requestRefund, findRefund } = refunding;
  return {
    payoutsAt,
    refundsAt,
    at: (place) => places.get(place),
    bindsCodeAmount,
    repeatsPayOnce,
    checksOwner,
    resolveBrCode,
    resolveKey,
    ...(keyBucket ? { keyBucket } : {}),
    sendPayment,
    findPayment,
    requestRefund,
    findRefund,
  };
}
