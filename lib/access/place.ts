// Where a client's credentials are used: the networks from which its tokens are asked for. A network that is new while
// another one is in use may mean that somebody else has the secret.

import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** The networks of a client, and when each was last seen (ISO, UTC). */
export type Places = Readonly<Record<string, string>>;

const hourMs = 3_600_000;
/** For so long a network counts as in use after it was last seen: a client may rest over a weekend. */
const usedMs = 7 * 24 * hourMs;
/** For so long a network that is not seen any more stays known. */
const knownMs = 30 * 24 * hourMs;
const placesMax = 50;

/**
 * Returns the names of a client's IP network: one digest for each data key, the current key first. A network is 256 IPv4
 * addresses, or an IPv6 /48. The table has no keys, so nobody can learn the network from the table alone.
 */
export function placesOf(address: string, clientId: string, dataKeys: readonly string[]): string[] {
  const network = isIPv6(address) ? ipv6Network(address) : address.split('.').slice(0, 3).join('.');
  return dataKeys.map((key) =>
    createHmac('sha256', key).update(`${clientId} ${network}`).digest('hex').slice(0, 16),
  );
}

function ipv6Network(address: string): string {
  const [before = '', after = ''] = address.split('::');
  const groups = before.split(':').filter(Boolean);
  const zeros =
    after === '' && !address.includes('::') ? 0 : 8 - groups.length - after.split(':').filter(Boolean).length;
  return [...groups, ...Array(zeros).fill('0')].slice(0, 3).join(':');
}

/**
 * Notes that a client was seen at a place. A known place is noted again after an hour.
 * @param names the names of the place, the one to be stored first
 * @returns `places`: what to store, undefined if nothing changes; `isElsewhere`: the place is new, and another one is in
 * use
 */
export function noteSeen(
  known: Places,
  names: readonly string[],
  now: Date,
): { places?: Places; isElsewhere: boolean } {
  const age = (at: string) => now.getTime() - Date.parse(at);
  const [seen] = names.flatMap((name) => known[name] ?? []).sort((one, other) => (one < other ? 1 : -1));
  if (seen !== undefined && age(seen) < hourMs) return { isElsewhere: false };
  const others = Object.entries(known)
    .filter(([name, at]) => !names.includes(name) && age(at) < knownMs)
    .sort(([, one], [, other]) => (one < other ? 1 : -1))
    .slice(0, placesMax - 1);
  return {
    places: { ...Object.fromEntries(others), [names[0] ?? '']: now.toISOString() },
    isElsewhere: seen === undefined && others.some(([, at]) => age(at) < usedMs),
  };
}
