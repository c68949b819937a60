// Chooses the lists of received money, by configuration. PSPs with the Central Bank's Pix API list received payments.
// The PSP for payouts may also list returns of payouts, and reports. The sandbox has no lists.

import type { NetworkInbox, PayoutInbox, RefundInbox, Skipped } from '../network/inbox.ts';
import { payoutInboxes, refundInboxes } from '../network/registry.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { pspTraits } from '../platform/psp-names.ts';
import { type AccountOptions, pspAccounts } from './psp-accounts.ts';

type Options = AccountOptions & {
  config: Pick<Config, 'REFUND_NETWORK'>;
  log: Log;
  count: Metrics['count'];
};

export function chooseInbox({ log, count: counts, ...options }: Options): NetworkInbox | undefined {
  if (options.config.REFUND_NETWORK === 'sandbox') return undefined;
  const skipped: Skipped = (outcome, count = 1) => {
    log.error('unreadable PSP items skipped', { outcome, count }, undefined);
    counts('NetworkItemsSkipped', count);
  };
  const failed: Failed = (error) => {
    log.error('listing at one PSP failed', {}, error);
    counts('NetworkListsFailed');
  };
  const accounts = pspAccounts(options);
  // Money may arrive at each PSP, because a returned payout arrives at the PSP that paid it.
  const receiving = accounts.filter(({ psp }) => pspTraits[psp].pixApi);
  const received = asOne(
    receiving.map(({ name, call }) => namedAt(name, refundInboxes.bcb(call, skipped))),
    failed,
  );
  const ofPayouts = accounts.flatMap(({ psp, call }) => {
    const { pays } = pspTraits[psp];
    return (pays && payoutInboxes[pays]?.(call, skipped, options.now)) ?? [];
  });
  return { ...received, ...payoutsAsOne(ofPayouts, failed) };
}

/**
 * Merges the inboxes of the PSPs that pay or have paid. Only one of them has a given payment, and only the answer of
 * that PSP counts. If two PSPs are of one kind, their callbacks have the same form and signature.
 */
function payoutsAsOne(
  all: readonly PayoutInbox[],
  failed: Failed,
): Pick<NetworkInbox, 'listReports'> & PayoutInbox {
  const each = <Name extends keyof PayoutInbox>(name: Name) =>
    all.flatMap(({ [name]: one }) => (one ? [one as NonNullable<PayoutInbox[Name]>] : []));
  const [sentReturns, returns, lists] = [each('findSentReturns'), each('findReturn'), each('listReturns')];
  const callbacks = each('ownCallback');
  const [ownCallback] = callbacks;
  return {
    listReports: allOf(each('listReports'), failed),
    ...(sentReturns.length > 0 ? { findSentReturns: firstAnswer(sentReturns) } : {}),
    ...(returns.length > 0 ? { findReturn: firstAnswer(returns) } : {}),
    ...(lists.length > 0 ? { listReturns: allOf(lists, failed) } : {}),
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

/** Called if one of several PSPs does not answer. */
type Failed = (error: unknown) => void;

/**
 * Makes a function that reads a list at all PSPs. If one does not answer, the lists of the others are returned. If none
 * answers, the function throws the first error.
 */
const allOf =
  <Asked extends unknown[], Item>(lists: readonly ((...asked: Asked) => Promise<Item[]>)[], failed: Failed) =>
  async (...asked: Asked): Promise<Item[]> => {
    const { answers, errors } = await settle(lists.map((list) => list(...asked)));
    if (errors.length > 0 && answers.length === 0) throw errors[0];
    for (const error of errors) failed(error);
    return answers.flat();
  };

async function settle<Answer>(asked: readonly Promise<Answer>[]) {
  const all = await Promise.allSettled(asked);
  return {
    answers: all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    errors: all.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])),
  };
}

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
 * Merges the inboxes into one that asks all PSPs. A payment is unknown only if all of them say so: one that does not
 * answer may have it.
 */
const asOne = (inboxes: readonly RefundInbox[], failed: Failed): RefundInbox => ({
  async findReceived(endToEndId) {
    const { answers, errors } = await settle(inboxes.map((inbox) => inbox.findReceived(endToEndId)));
    const found = answers.find((one) => one !== undefined);
    if (!found && errors.length > 0) throw errors[0];
    return found;
  },
  listReceived: allOf(
    inboxes.map(({ listReceived }) => listReceived),
    failed,
  ),
});
