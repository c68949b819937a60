// Chooses the lists of received money, by configuration. PSPs with the Central Bank's Pix API list received payments.
// The PSP for payouts may also list returns of payouts, and reports. The sandbox has no lists.

import type { NetworkInbox, PayoutInbox, PspLists, RefundInbox, Skipped } from '../network/inbox.ts';
import { payoutInboxes, refundInboxes } from '../network/registry.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { pspTraits } from '../platform/psp-names.ts';
import { type AccountOptions, pspAccounts } from './psp-accounts.ts';

type Options = AccountOptions & {
  config: Pick<Config, 'REFUND_NETWORK' | 'PAYOUT_NETWORK'>;
  log: Log;
  count: Metrics['count'];
};

export function chooseInbox({ log, count: counts, ...options }: Options): NetworkInbox | undefined {
  const { REFUND_NETWORK, PAYOUT_NETWORK } = options.config;
  if (REFUND_NETWORK === 'sandbox') return undefined;
  const skipped: Skipped = (outcome, count = 1) => {
    log.error('unreadable PSP items skipped', { outcome, count }, undefined);
    counts('NetworkItemsSkipped', count);
  };
  const accounts = pspAccounts(options).map(({ name, psp, call }): InboxAt => {
    const { pays, pixApi } = pspTraits[psp];
    return {
      place: name,
      isFormer: ![PAYOUT_NETWORK, REFUND_NETWORK].includes(name),
      // Money may arrive at each PSP, because a returned payout arrives at the PSP that paid it.
      received: pixApi ? refundInboxes.bcb(call, skipped) : undefined,
      paid: (pays && payoutInboxes[pays]?.(call, skipped, options.now)) ?? {},
    };
  });
  return mergeInboxes(accounts);
}

type InboxAt = Pick<PspLists, 'place' | 'isFormer'> & {
  received: RefundInbox | undefined;
  paid: PayoutInbox;
};

/** Merges the inboxes of our accounts. Each list stays that of one account, and each payment has the account's name. */
export function mergeInboxes(inboxes: readonly InboxAt[]): NetworkInbox {
  const accounts = inboxes.map(({ received, ...one }) => ({
    ...one,
    received: received && namedAt(one.place, received),
  }));
  return {
    findReceived: findAtAny(accounts.flatMap(({ received }) => received ?? [])),
    ...payoutsAsOne(accounts.map(({ paid }) => paid)),
    lists: accounts.map(({ place, isFormer, received, paid: { listReports, listReturns } }) => ({
      place,
      isFormer,
      ...(received ? { listReceived: received.listReceived } : {}),
      ...(listReports ? { listReports } : {}),
      ...(listReturns ? { listReturns } : {}),
    })),
  };
}

/**
 * Merges the inboxes of the PSPs that pay or have paid. Only one of them has a given payment, and only the answer of
 * that PSP counts. If two PSPs are of one kind, their callbacks have the same form and signature.
 */
function payoutsAsOne(
  all: readonly PayoutInbox[],
): Pick<NetworkInbox, 'findSentReturns' | 'findReturn' | 'ownCallback'> {
  const each = <Name extends keyof PayoutInbox>(name: Name) =>
    all.flatMap(({ [name]: one }) => (one ? [one as NonNullable<PayoutInbox[Name]>] : []));
  const [sentReturns, returns, callbacks] = [
    each('findSentReturns'),
    each('findReturn'),
    each('ownCallback'),
  ];
  const [ownCallback] = callbacks;
  return {
    ...(sentReturns.length > 0 ? { findSentReturns: firstAnswer(sentReturns) } : {}),
    ...(returns.length > 0 ? { findReturn: firstAnswer(returns) } : {}),
    ...(ownCallback
      ? { ownCallback: { ...ownCallback, read: firstAnswer(callbacks.map(({ read }) => read)) } }
      : {}),
  };
}

/** Makes an inbox that adds the name of the account to each payment, so that a refund goes back there. */
const namedAt = (receivedAt: string, { findReceived, listReceived }: RefundInbox): RefundInbox => ({
  async findReceived(endToEndId) {
    const found = await findReceived(endToEndId);
    return found && { ...found, receivedAt };
  },
  listReceived: async (...asked) => (await listReceived(...asked)).map((pix) => ({ ...pix, receivedAt })),
});

/**
 * Makes a function that asks one PSP after the other until one answers. If none answers, the function throws the first
 * error.
 */
const firstAnswer =
  <Asked extends unknown[], Answer>(all: readonly ((...asked: Asked) => Promise<Answer>)[]) =>
  async (...asked: Asked): Promise<Answer> => {
    const errors: unknown[] = [];
    for (const ask of all) {
      try {
        return await ask(...asked);
      } catch (error) {
        errors.push(error);
      }
    }
    throw errors[0];
  };

/**
 * Makes a function that asks all PSPs for a received payment. It is unknown only if all of them say so: one that does
 * not answer may have it.
 */
const findAtAny =
  (inboxes: readonly Pick<RefundInbox, 'findReceived'>[]): NetworkInbox['findReceived'] =>
  async (endToEndId) => {
    const all = await Promise.allSettled(inboxes.map((inbox) => inbox.findReceived(endToEndId)));
    const found = all.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
    const failed = all.find((one) => one.status === 'rejected');
    if (!found[0] && failed) throw failed.reason;
    return found[0];
  };
