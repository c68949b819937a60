// Calls to addresses that strangers chose. The name is resolved here, every address it has must be public, and the
// connection goes to the address that was checked, so a name that changes between check and call gains nothing.
// Redirects are not followed, time is bounded as a whole, and an answer is read up to a limit.

import { Resolver } from 'node:dns/promises';
import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopback, isPublicAddress, readPublicUrl } from '../base/public-url.ts';

export type OutboundCall = {
  method: 'GET' | 'POST';
  url: string;
  headers: OutgoingHttpHeaders;
  body?: string;
  /** For all of it: name, connection, sending, answer. */
  timeoutMs: number;
  /** What is read of the answer; the rest is dropped with the connection. */
  bytesMax: number;
};

/** `no_answer`: refused connections, broken ones, wrong certificates. `forbidden`: the guard said no. */
export type OutboundResult =
  | { kind: 'answered'; status: number; headers: IncomingHttpHeaders; body: Buffer; isWhole: boolean }
  | { kind: 'timeout' }
  | { kind: 'no_answer' }
  | { kind: 'forbidden' };

export type Outbound = (call: OutboundCall) => Promise<OutboundResult>;

export type OutboundOptions = {
  allowLoopback: boolean;
  /** All addresses of a name; the name servers' unless given. */
  resolve?: (host: string) => Promise<string[]>;
  /** A certificate authority to trust instead of the system's. */
  ca?: string;
};

class Forbidden extends Error {}

export function makeOutbound({ allowLoopback, resolve = resolveAll, ca }: OutboundOptions): Outbound {
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopback(address));

  const guardedLookup: LookupFunction = (host, options, done) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) return done(new Error('name without an address'), []);
        if (!addresses.every(isAllowed)) return done(new Forbidden(), []);
        const all = addresses.map((address) => ({ address, family: isIP(address) }));
        return options.all ? done(null, all) : done(null, first, isIP(first));
      },
      (error) => done(error, []),
    );
  };

  return async ({ method, url, headers, body, timeoutMs, bytesMax }) => {
    const read = readPublicUrl(url, allowLoopback);
    if ('fault' in read) return { kind: 'forbidden' };
    const signal = AbortSignal.timeout(timeoutMs);
    const module = read.url.protocol === 'https:' ? https : http;
    const request = module.request(read.url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
      lookup: guardedLookup,
      signal,
      // A connection of its own: none is left open to somebody else's machine.
      agent: false,
      ...(ca ? { ca } : {}),
    });
    request.once('socket', (socket) => {
      // An address in the place of a name is never looked up.
      socket.once('connect', () => {
        if (!isAllowed(socket.remoteAddress ?? '')) request.destroy(new Forbidden());
      });
    });
    return new Promise((settle) => {
      let hasAnswered = false;
      request.once('response', async (response) => {
        hasAnswered = true;
        const { statusCode: status = 0, headers } = response;
        const { body, isWhole } = await readUpTo(response, bytesMax);
        settle({ kind: 'answered', status, headers, body, isWhole });
        request.destroy();
      });
      // Whoever answers with another protocol has not answered.
      request.once('upgrade', (_, socket) => socket.destroy());
      request.once('error', (error) => {
        if (!hasAnswered) settle(explain(error, signal));
      });
      // The last thing that happens to every request, whatever else was missed.
      request.once('close', () => {
        if (!hasAnswered) settle(explain(undefined, signal));
      });
      request.end(body);
    });
  };
}

function explain(error: unknown, signal: AbortSignal): OutboundResult {
  if (error instanceof Forbidden) return { kind: 'forbidden' };
  return { kind: signal.aborted ? 'timeout' : 'no_answer' };
}

/** What came, up to the limit; an answer that breaks off is still an answer. */
async function readUpTo(response: AsyncIterable<Buffer>, bytesMax: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  let isWhole = true;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > bytesMax) break;
    }
  } catch {
    isWhole = false;
  }
  return { body: Buffer.concat(chunks).subarray(0, bytesMax), isWhole: isWhole && size <= bytesMax };
}

const dnsLimits = { timeout: 2_000, tries: 2 };

/**
 * Asks the name servers itself: the system's own look-up has few threads, and some dead names would keep every
 * other look-up of the process waiting.
 */
async function resolveAll(host: string): Promise<string[]> {
  if (host === 'localhost') return ['127.0.0.1', '::1'];
  const resolver = new Resolver(dnsLimits);
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}
