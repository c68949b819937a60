// Calls URLs that others have chosen. The host name is resolved here, all its addresses must be public, and the
// connection uses a checked address, so a DNS answer that changes after the check has no effect. Redirects are not
// followed. The whole call has a time limit, and the answer has a size limit.

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
  /** Time limit for the whole call: name resolution, connection, request and answer (ms). */
  timeoutMs: number;
  /** Maximum number of bytes of the answer to read. The rest is dropped with the connection. */
  bytesMax: number;
};

/**
 * Result of a call. `no_answer`: connection refused or broken, or a wrong certificate. `forbidden`: address not
 * allowed.
 */
export type OutboundResult =
  | { kind: 'answered'; status: number; headers: IncomingHttpHeaders; body: Buffer; isWhole: boolean }
  | { kind: 'timeout' }
  | { kind: 'no_answer' }
  | { kind: 'forbidden' };

export type Outbound = (call: OutboundCall) => Promise<OutboundResult>;

export type OutboundOptions = {
  allowLoopback: boolean;
  /** Resolves a host name to all its addresses. By default, the name servers are called directly. */
  resolve?: (host: string) => Promise<string[]>;
  /** A certificate authority to trust instead of the authorities of the system. */
  ca?: string;
};

class Forbidden extends Error {}

export function makeOutbound({ allowLoopback, resolve = resolveAll, ca }: OutboundOptions): Outbound {
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopback(address));

  const guardedLookup: LookupFunction = (host, options, done) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) return done(new Error('the host name has no address'), []);
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
      // Every call makes a new connection, so that no connection to a stranger's machine stays open.
      agent: false,
      ...(ca ? { ca } : {}),
    });
    request.once('socket', (socket) => {
      // The address is checked again on connecting, because a URL with an IP address is never resolved.
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
      // A server that switches to another protocol gives no answer.
      request.once('upgrade', (_, socket) => socket.destroy());
      request.once('error', (error) => {
        if (!hasAnswered) settle(explain(error, signal));
      });
      // `close` is the last event of every request, even if no other event came.
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

/** Reads the body up to the limit. `isWhole` is false if the body is longer or the connection broke. */
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
 * Resolves a host name with the name servers directly. The system's look-up has few threads, so a few names without an
 * answer would block all other look-ups of the process.
 */
async function resolveAll(host: string): Promise<string[]> {
  if (host === 'localhost') return ['127.0.0.1', '::1'];
  const resolver = new Resolver(dnsLimits);
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}
