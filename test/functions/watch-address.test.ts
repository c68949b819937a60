import { createServer as createHttp, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { generate } from 'selfsigned';
import { describe, expect, onTestFinished, test } from 'vitest';
import { watchAddress } from '../../lib/network/watch-address.ts';
import { makeOutbound } from '../../lib/platform/outbound.ts';
import { type Counted, collecting } from '../support/stack.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const now = new Date();
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

async function open(server: Server, protocol: string, host = '127.0.0.1'): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `${protocol}://${host}:${(server.address() as AddressInfo).port}`;
}

const answers =
  (status: number): RequestListener =>
  ({ url }, response) =>
    response.writeHead(url === '/.well-known/jwks.json' ? status : 404).end('{}');

/** Refuses clients without a certificate, like API Gateway with a truststore. */
async function openMutual(days: number): Promise<[url: string, ca: string]> {
  const altNames = [{ type: 2 as const, value: 'localhost' }];
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    notBeforeDate: inDays(-400),
    notAfterDate: inDays(days),
    extensions: [{ name: 'subjectAltName', altNames }],
  });
  const server = createHttps({ cert, key, requestCert: true, rejectUnauthorized: true }, answers(200));
  server.on('tlsClientError', () => {});
  return [await open(server, 'https', 'localhost'), cert];
}

async function run(BASE_URL: string, ca?: string) {
  const counted: Counted[] = [];
  const { deps } = used.stack;
  const world = {
    ...deps,
    config: { ...deps.config, BASE_URL },
    now: () => now,
    outbound: makeOutbound({ allowLoopback: true }),
    metrics: collecting(counted),
  };
  const answer = await watchAddress(world, ca);
  return [answer.answered, counted];
}

const seen = [true, [['AddressAnswered', 1]]];
const silent = [false, []];

describe('the monitoring of our own public address', () => {
  test('a successful answer of the server counts as reachable', async () => {
    expect(await run(await open(createHttp(answers(200)), 'http'))).toEqual(seen);
  });

  test('an error answer of the server counts as unreachable, and its status is logged', async () => {
    expect(await run(await open(createHttp(answers(503)), 'http'))).toEqual(silent);
    expect(used.stack.lines.some((line) => /our address does not answer.*status 503/.test(line))).toBe(true);
  });

  test('a refused connection counts as unreachable', async () => {
    expect(await run('http://127.0.0.1:9')).toEqual(silent);
  });

  test('a server that demands a client certificate counts as reachable if its own certificate is valid', async () => {
    const [url, ca] = await openMutual(30);
    expect(await run(url, ca)).toEqual(seen);
    expect(await run(url)).toEqual(silent);
    expect(await run(...(await openMutual(-1)))).toEqual(silent);
  });
});
