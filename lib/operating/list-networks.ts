// Lists the payout networks: the payments in progress at each, so that an operator sees when a former PSP has none
// left, and the balance there as it was last read.

import { cents, toDecimalText } from '../base/money.ts';
import type { Core } from '../med-case/deps.ts';
import { payoutPlaces } from '../network/place.ts';
import { listAtNetworks, sumOf } from '../payout/at-networks.ts';
import type { WithMoney } from '../payout/deps.ts';

const reais = (value: number) => toDecimalText(cents(value));

export async function listNetworks(deps: Core & Pick<WithMoney, 'rooms'>) {
  const { present, former } = payoutPlaces(deps.config);
  const at = await listAtNetworks(deps);
  const names = new Set([present, ...(former ? [former] : []), ...at.keys()]);
  const networks = [...names].map(async (network) => {
    const those = at.get(network) ?? [];
    const [oldest = null] = those.flatMap(({ reservedAt }) => reservedAt ?? []).sort();
    const room = await deps.rooms.get(network, deps.now());
    return {
      network,
      settings: network === present ? 'new payouts' : network === former ? 'former' : 'none',
      in_progress: those.length,
      sum: reais(sumOf(those)),
      oldest,
      ...(room
        ? {
            psp_balance: reais(room.balanceCents),
            psp_blocked: reais(room.blockedCents),
            psp_room: reais(room.roomCents),
            read_at: room.at,
          }
        : {}),
    };
  });
  return { networks: await Promise.all(networks) };
}
