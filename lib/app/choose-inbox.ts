// Chooses the lists of received money, by configuration. PSPs with the Central Bank's Pix API list received payments.
// The PSP for payouts may also list returns of payouts, and reports. The sandbox has no lists.

import type { NetworkInbox, PayoutInbox, RefundInbox, Skipped } from '../network/inbox.ts';
import type { ReadSecret } from '../network/psp-client.ts';
import { payoutInboxes, refundInboxes } from '../network/registry.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { type PspSettings, pspAccounts } from './psp-accounts.ts';

type Options = {
  config: Pick<Config, 'PAYOUT_NETWORK' | 'REFUND_NETWORK'> & PspSettings;
  readSecret: ReadSecret;
  now: () => Date;
  log: Log;
  count: Metrics['count'];
};

export function chooseInbox({
  config,
  readSecret,
  now,
  log,
  count: counts,
}: Options): NetworkInbox | undefined {
  const { REFUND_NETWORK } = config;
  if (REFUND_NETWORK === 'sandbox') return undefined;
  const at = pspAccounts({ config, readSecret, now });
  const skipped: Skipped = (outcome, count = 1) => {
    log.error('unreadable PSP items skipped', { outcome, count }, undefined);
    counts('NetworkItemsSkipped', count);
  };
  // Money may arrive at either PSP, because a returned payout arrives at the PSP that paid it.
  const received = asOne(at.all.map(({ call }) => refundInboxes[REFUND_NETWORK](call, skipped)));
  const ofPayouts = at.paying.flatMap(
    ({ network, call }) => payoutInboxes[network]?.(call, skipped, now) ?? [],
  );
  return { ...received, ...payoutsAsOne(ofPayouts) };
}

/**
 * Merges the inboxes of the paying PSP and the former PSP. Only one of them has a given payment, and only the answer of
 * that PSP counts. If both PSPs are of one kind, their callbacks have the same form and signature.
 */
function payoutsAsOne(all: readonly PayoutInbox[]): Pick<NetworkInbox, 'listReports'> & PayoutInbox {
  const each = <Name extends keyof PayoutInbox>(name: Name) =>
    all.flatMap(({ [name]: one }) => (one ? [one as NonNullable<PayoutInbox[Name]>] : []));
  const [sentReturns, returns, lists] = [each('findSentReturns'), each('findReturn'), each('listReturns')];
  const [ownCallback] = each('ownCallback');
  return {
    listReports: allOf(each('listReports')),
    ...(sentReturns.length > 0 ? { findSentReturns: firstAnswer(sentReturns) } : {}),
    ...(returns.length > 0 ? { findReturn: firstAnswer(returns) } : {}),
    ...(lists.length > 0 ? { listReturns: allOf(lists) } : {}),
    ...(ownCallback ? { ownCallback } : {}),
  };
}

/** Makes a function that reads a list at all PSPs. */
const allOf =
  <Asked extends unknown[], Item>(lists: readonly ((...asked: Asked) => Promise<Item[]>)[]) =>
  async (...asked: Asked): Promise<Item[]> =>
    (await Promise.all(lists.map((list) => list(...asked)))).flat();

/**
 * Makes a function that asks one PSP after the other until one answers. If none answers, the function throws the first
 * error.
 */
const firstAnswer =
  <Answer>(all: readonly ((name: string) => Promise<Answer>)[]) =>
  async (name: string): Promise<Answer> => {
    const errors: unknown[] = [];
    for (const ask of all) {
      try {
        return await ask(name);
      } catch (error) {
        errors.push(error);
      }
    }
    throw errors[0];
  };

/** Merges the inboxes into one that reads the lists of all PSPs. */
const asOne = (inboxes: readonly RefundInbox[]): RefundInbox => ({
  async findReceived(endToEndId) {
    for (const inbox of inboxes) {
      const found = await inbox.findReceived(endToEndId);
      if (found) return found;
    }
    return undefined;
  },
  listReceived: allOf(inboxes.map(({ listReceived }) => listReceived)),
});
