// Lists the payments in progress at each payout network, so that an operator sees when a former PSP has none left.

import { watchShards } from '../account/watch.ts';
import { cents, toDecimalText } from '../base/money.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { Core } from '../med-case/deps.ts';
import { payoutPlaces } from '../network/place.ts';

type At = { count: number; cents: number; oldest: string };

export async function listNetworks(deps: Core) {
  const { present, former } = payoutPlaces(deps.config);
  const watched = (await Promise.all(watchShards.map((shard) => deps.watches.listAll(shard)))).flat();
  const rows = await deps.cashouts.listOpen(watched.map(({ account }) => account));
  const at = new Map<string, At>();
  for (const network of [present, former]) if (network) at.set(network, { count: 0, cents: 0, oldest: '' });
  for (const row of rows.filter(isAtNetwork)) {
    const { sentTo = present, reservedAt = '', request } = row;
    const { count, cents, oldest } = at.get(sentTo) ?? { count: 0, cents: 0, oldest: '' };
    const first = oldest === '' || reservedAt < oldest ? reservedAt : oldest;
    at.set(sentTo, { count: count + 1, cents: cents + request.amountCents, oldest: first });
  }
  return {
    networks: [...at].map(([network, { count, cents: sum, oldest }]) => ({
      network,
      settings: network === present ? 'new payouts' : network === former ? 'former' : 'none',
      in_progress: count,
      sum: toDecimalText(cents(sum)),
      oldest: oldest || null,
    })),
  };
}

/** Returns whether a cashout is at a network. Payments within this institution never reach a network. */
const isAtNetwork = ({ status, reservedAt, recipient }: Cashout): boolean =>
  status === 'PROCESSING' && reservedAt !== undefined && !recipient?.ownAccount;
