// Lists our accounts at PSPs, by configuration: one for payouts, one for refunds. Both are the same account unless the
// settings have another address for refunds, with a key and credentials of its own. A former PSP may still have
// payments in progress.

import { type CallPsp, makePspClient, type ReadSecret } from '../network/psp-client.ts';
import { clientOf } from '../network/registry.ts';
import type { Config } from '../platform/config.ts';
import { type PayoutPsp, payoutTraits } from '../platform/psp-names.ts';

export type PspSettings = Pick<
  Config,
  | 'PAYOUT_NETWORK'
  | 'PSP_URL'
  | 'PSP_PIX_KEY'
  | 'REFUND_PSP_URL'
  | 'REFUND_PSP_PIX_KEY'
  | 'FORMER_PAYOUT_NETWORK'
  | 'FORMER_PSP_URL'
  | 'FORMER_PSP_PIX_KEY'
>;

/** An account at a PSP. `key`: our PIX key at that PSP. */
type Account = { url: string; key: string; call: CallPsp };
export type PayoutAccount = Account & { network: PayoutPsp };

type Options = { config: PspSettings; readSecret: ReadSecret; now: () => Date };

/**
 * `former`: the account that made payouts before. `paying`: the accounts of PSPs at which payouts are or were made.
 * `all`: the accounts whose received money is read.
 */
type Accounts = {
  payouts: Account;
  refunds: Account;
  former?: PayoutAccount;
  paying: readonly PayoutAccount[];
  all: readonly Account[];
};

/** Returns the accounts. If one account makes payouts and refunds, both share one client, its connections and token. */
export function pspAccounts({ config, readSecret, now }: Options): Accounts {
  const { PAYOUT_NETWORK, FORMER_PAYOUT_NETWORK, PSP_URL = '', PSP_PIX_KEY = '' } = config;
  const { REFUND_PSP_URL, REFUND_PSP_PIX_KEY = '', FORMER_PSP_URL = '', FORMER_PSP_PIX_KEY = '' } = config;
  const accountAt = (url: string, key: string, read: ReadSecret, make: typeof makePspClient) => ({
    url,
    key,
    call: make({ url, readSecret: read, now }),
  });
  const payouts = accountAt(PSP_URL, PSP_PIX_KEY, readSecret, clientOf(PAYOUT_NETWORK));
  const refunds = REFUND_PSP_URL
    ? accountAt(REFUND_PSP_URL, REFUND_PSP_PIX_KEY, partOf(readSecret, 'refunds'), makePspClient)
    : payouts;
  const former = FORMER_PAYOUT_NETWORK && {
    network: FORMER_PAYOUT_NETWORK,
    ...accountAt(
      FORMER_PSP_URL,
      FORMER_PSP_PIX_KEY,
      partOf(readSecret, 'former'),
      clientOf(FORMER_PAYOUT_NETWORK),
    ),
  };
  const all = [
    ...(refunds === payouts ? [] : [refunds]),
    ...(payoutTraits[PAYOUT_NETWORK].pixApi ? [payouts] : []),
    ...(former && payoutTraits[former.network].pixApi ? [former] : []),
  ];
  const paying = [
    ...(PAYOUT_NETWORK === 'sandbox' ? [] : [{ network: PAYOUT_NETWORK, ...payouts }]),
    ...(former ? [former] : []),
  ];
  return { payouts, refunds, ...(former ? { former } : {}), paying, all };
}

/**
 * Returns a reader of a PSP's own credentials, because credentials of one PSP are never sent to another. The reader
 * throws if the PSP has no credentials of its own, so that the PSP is not called.
 */
function partOf(readSecret: ReadSecret, part: 'refunds' | 'former'): ReadSecret {
  return async () => {
    const { [part]: own } = await readSecret();
    if (!own) throw new Error(`the secret has no credentials in its part ${part}`);
    return own;
  };
}
