// Where a client's credentials are used: the networks from which its tokens are asked for. A network that is new while
// another one is in use may mean that somebody else has the secret.

import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** The networks of a client, and when each was last seen (ISO, UTC). */
export type Places = Readonly<Record<string, string>>;

const dayMs = 86_400_000;
/** For so long a network that is not seen any more stays known. */
const knownMs = 30 * dayMs;
const placesMax = 50;

/**
 * Returns the name of the network of an address: of 256 IPv4 addresses, or of a /48 of IPv6. It does not tell the
 * address. After a change of the secret the names are others, so that both users of a stolen secret are new.
 */
export function placeOf(address: string, secretHash: string): string {
  const network = isIPv6(address) ? ipv6Network(address) : address.split('.').slice(0, 3).join('.');
  return createHmac('sha256', secretHash).update(network).digest('hex').slice(0, 16);
}

function ipv6Network(address: string): string {
  const [before = '', after = ''] = address.split('::');
  const groups = before.split(':').filter(Boolean);
  const zeros =
    after === '' && !address.includes('::') ? 0 : 8 - groups.length - after.split(':').filter(Boolean).length;
  return [...groups, ...Array(zeros).fill('0')].slice(0, 3).join(':');
}

/**
 * Notes that a client was seen at a place.
 * @returns `places`: what to store, undefined if nothing changes; `isElsewhere`: the place is new, and another one was
 * in use within the last day
 */
export function noteSeen(known: Places, place: string, now: Date): { places?: Places; isElsewhere: boolean } {
  const age = (at: string) => now.getTime() - Date.parse(at);
  const seen = known[place];
  if (seen !== undefined && age(seen) < dayMs) return { isElsewhere: false };
  const others = Object.entries(known)
    .filter(([name, at]) => name !== place && age(at) < knownMs)
    .sort(([, one], [, other]) => (one < other ? 1 : -1))
    .slice(0, placesMax - 1);
  return {
    places: { ...Object.fromEntries(others), [place]: now.toISOString() },
    isElsewhere: seen === undefined && others.some(([, at]) => age(at) < dayMs),
  };
}
