// Checks URLs that come from outside: only https to a public host is allowed. IP literals in any notation, credentials,
// internal names and special address ranges are refused. For IPv6 only listed ranges are allowed.

import { BlockList, isIP } from 'node:net';

const specialV4 = ranges('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]);
const globalV6 = ranges('ipv6', [['2000::', 3]]);
/** Special ranges inside 2000::/3: protocol assignments (including Teredo), documentation, 6to4. */
const specialV6 = ranges('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]);
const loopback = ranges('ipv4', [['127.0.0.0', 8]]);

function ranges(family: 'ipv4' | 'ipv6', subnets: [string, number][]): BlockList {
  const list = new BlockList();
  for (const [net, bits] of subnets) list.addSubnet(net, bits, family);
  return list;
}

/**
 * Returns whether an address is on the public internet. An IPv4 address inside IPv6 (mapped, NAT64, 6to4, Teredo) is
 * not public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !specialV4.check(address, 'ipv4');
  if (isIP(address) !== 6 || address.includes('%')) return false;
  return globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
}

export function isLoopback(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && loopback.check(address, 'ipv4'));
}

/** Matches names that are only used inside a private network. */
const innerName = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|arpa)$/;
/**
 * Matches a URL whose host has the form of a DNS name. A URL parser is less strict: it also accepts characters such as
 * `!`, and reads `%61` as `a`.
 */
const namedHost = /^https:\/\/([0-9a-z_-]+\.)+[a-z]([0-9a-z-]*[0-9a-z])?\.?(:|[/?#]|$)/i;
const ports: readonly string[] = ['', '8443'];
const lengthMax = 2_048;

/**
 * Returns the parsed URL, or why it is refused. The addresses of the host are only checked later, when a connection is
 * made (lib/platform/outbound.ts).
 * @param allowLoopback allows loopback addresses, also with plain http and any port, for receivers on the same machine
 */
export function readPublicUrl(text: string, allowLoopback: boolean): { url: URL } | { fault: string } {
  // Texts with blanks, control characters or backslashes are refused, because a URL parser drops tabs and line ends
  // and reads a backslash as a slash.
  if (text.length > lengthMax || !/^[\x21-\x7e]+$/.test(text) || text.includes('\\')) {
    return { fault: `must be a URL of at most ${lengthMax} ASCII characters` };
  }
  const url = URL.parse(text);
  if (!url || !/^https?:\/\/[^/]/i.test(text)) return { fault: 'must be an absolute https URL' };
  if (url.username || url.password || /^[^/]*\/\/[^/?#]*@/.test(text)) {
    return { fault: 'must not contain credentials' };
  }
  // The brackets of "[::1]" and a final dot are removed. A final dot does not change the host.
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
  if (allowLoopback && (host === 'localhost' || isLoopback(host))) return { url };
  if (url.protocol !== 'https:') return { fault: 'must be https' };
  if (isIP(host) !== 0) return { fault: 'must have a host name, not an IP address' };
  if (!namedHost.test(text) || innerName.test(host)) return { fault: 'must name a public host' };
  if (!allowLoopback && !ports.includes(url.port)) return { fault: 'must use port 443 or 8443' };
  return { url };
}
