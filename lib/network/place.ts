// Names a network and our account there, as rows of cashouts and chargebacks store it.

import { createHash } from 'node:crypto';
import type { Config } from '../platform/config.ts';

/** Returns the name. It contains a digest instead of our key at the PSP, because the key is confidential. */
export function placeOf(network: string, { url, key }: { url: string; key: string }): string {
  if (network === 'sandbox') return network;
  const digest = createHash('sha256')
    .update(JSON.stringify([url, key]))
    .digest('hex');
  return `${network}-${digest.slice(0, 8)}`;
}

type Settings = Pick<
  Config,
  | 'PAYOUT_NETWORK'
  | 'PSP_URL'
  | 'PSP_PIX_KEY'
  | 'FORMER_PAYOUT_NETWORK'
  | 'FORMER_PSP_URL'
  | 'FORMER_PSP_PIX_KEY'
>;

/** Returns the names of the present and the former network for payouts, from the settings. */
export function payoutPlaces(config: Settings): { present: string; former?: string } {
  const { PAYOUT_NETWORK, PSP_URL = '', PSP_PIX_KEY = '' } = config;
  const { FORMER_PAYOUT_NETWORK, FORMER_PSP_URL = '', FORMER_PSP_PIX_KEY = '' } = config;
  return {
    present: placeOf(PAYOUT_NETWORK, { url: PSP_URL, key: PSP_PIX_KEY }),
    ...(FORMER_PAYOUT_NETWORK
      ? { former: placeOf(FORMER_PAYOUT_NETWORK, { url: FORMER_PSP_URL, key: FORMER_PSP_PIX_KEY }) }
      : {}),
  };
}
