// Our accounts at PSPs, by configuration: one for payouts and one for refunds. They are the same unless the settings
// have another address for refunds, with its own key and credentials.

import { type CallPsp, makePspClient, type ReadSecret } from '../network/psp-client.ts';
import { clients, hasPixApi } from '../network/registry.ts';
import type { Config } from '../platform/config.ts';

export type PspSettings = Pick<
  Config,
  'PAYOUT_NETWORK' | 'PSP_URL' | 'PSP_PIX_KEY' | 'REFUND_PSP_URL' | 'REFUND_PSP_PIX_KEY'
>;

/** `key`: our PIX key there. */
type Account = { url: string; key: string; call: CallPsp };

type Options = { config: PspSettings; readSecret: ReadSecret; now: () => Date };

/** `all`: those where received money is read. */
type Accounts = { payouts: Account; refunds: Account; all: readonly Account[] };

/** With one account there is one client, so both uses share its connections and token. */
export function pspAccounts({ config, readSecret, now }: Options): Accounts {
  const {
    PAYOUT_NETWORK,
    PSP_URL = '',
    PSP_PIX_KEY = '',
    REFUND_PSP_URL = '',
    REFUND_PSP_PIX_KEY = '',
  } = config;
  const accountAt = (url: string, key: string, read: ReadSecret, make: typeof makePspClient) => ({
    url,
    key,
    call: make({ url, readSecret: read, now }),
  });
  const paying = PAYOUT_NETWORK === 'sandbox' ? makePspClient : clients[PAYOUT_NETWORK];
  const payouts = accountAt(PSP_URL, PSP_PIX_KEY, readSecret, paying);
  if (REFUND_PSP_URL === '') return { payouts, refunds: payouts, all: [payouts] };
  const refunds = accountAt(REFUND_PSP_URL, REFUND_PSP_PIX_KEY, refundSecret(readSecret), makePspClient);
  const isRead = PAYOUT_NETWORK === 'sandbox' || hasPixApi[PAYOUT_NETWORK];
  return { payouts, refunds, all: isRead ? [refunds, payouts] : [refunds] };
}

/** The credentials of one PSP are never sent to another. If the refund PSP has none of its own, it is not called. */
function refundSecret(readSecret: ReadSecret): ReadSecret {
  return async () => {
    const { refunds } = await readSecret();
    if (!refunds) throw new Error('the secret has no credentials for the PSP of refunds');
    return refunds;
  };
}
