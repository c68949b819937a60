// Lists the payments in progress at each payout network, so that an operator sees when a former PSP has none left.

import { cents, toDecimalText } from '../base/money.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { Core } from '../med-case/deps.ts';
import { payoutPlaces } from '../network/place.ts';

export async function listNetworks(deps: Core) {
  const { present, former } = payoutPlaces(deps.config);
  const rows = await deps.cashouts.listOpen(await deps.watches.listAll());
  const at = Map.groupBy(rows.filter(isAtNetwork), ({ sentTo = present }) => sentTo);
  const names = new Set([present, ...(former ? [former] : []), ...at.keys()]);
  return {
    networks: [...names].map((network) => {
      const those = at.get(network) ?? [];
      const sum = those.reduce((total, { request }) => total + request.amountCents, 0);
      const [oldest = null] = those.flatMap(({ reservedAt }) => reservedAt ?? []).sort();
      return {
        network,
        settings: network === present ? 'new payouts' : network === former ? 'former' : 'none',
        in_progress: those.length,
        sum: toDecimalText(cents(sum)),
        oldest,
      };
    }),
  };
}

/** Returns whether a cashout is at a network. Payments within this institution never reach a network. */
const isAtNetwork = ({ status, reservedAt, recipient }: Cashout): boolean =>
  status === 'PROCESSING' && reservedAt !== undefined && !recipient?.ownAccount;
