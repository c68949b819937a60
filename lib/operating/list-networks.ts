// Lists the networks, each with its payments in progress and the balance that was last read there. So an
// operator sees when a former PSP has no payments left.

import type { WithWatches } from '../account/deps.ts';
import { toDecimalText } from '../base/money.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import type { WithPspRows } from '../network/deps.ts';
import { listAtNetworks, sumOf } from '../payout/at-networks.ts';
import type { Base } from '../platform/deps.ts';

export async function listNetworks(deps: Base & WithWatches & WithCashouts & WithPspRows) {
  const { PSPS, PAYOUT_NETWORK: present, REFUND_NETWORK: refunds } = deps.config;
  const at = await listAtNetworks(deps);
  const names = new Set([present, ...PSPS.map(({ name }) => name), ...at.keys()]);
  const networks = [...names].map(async (network) => {
    const those = at.get(network) ?? [];
    const [oldest = null] = those.flatMap(({ reservedAt }) => reservedAt ?? []).sort();
    const { room, stop, identity, silentSince } = await deps.pspRows.read(network, deps.now());
    return {
      network,
      settings:
        [network === present && 'new payouts', network === refunds && 'new refunds']
          .filter(Boolean)
          .join(', ') || (PSPS.some(({ name }) => name === network) ? 'listed' : 'none'),
      ...(identity ? { identity } : {}),
      in_progress: those.length,
      sum: toDecimalText(sumOf(those)),
      oldest,
      ...(stop ? { stopped_since: stop.since, refused_with: stop.word, refused_at: stop.refusedAt } : {}),
      ...(silentSince ? { silent_since: silentSince } : {}),
      ...(room
        ? {
            psp_balance: toDecimalText(room.balanceCents),
            psp_blocked: toDecimalText(room.blockedCents),
            psp_room: toDecimalText(room.roomCents),
            read_at: room.at,
          }
        : {}),
    };
  });
  return { networks: await Promise.all(networks) };
}
