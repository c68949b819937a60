import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OwnFault } from '../../lib/network/own-fault.ts';
import { makePspClient, type PspSecret } from '../../lib/network/psp-client.ts';
import { NoAnswer } from '../../lib/network/silence.ts';
import { makeCertificate, openPspServer, type PspServer } from './psp-server.ts';

let psp: PspServer;
let time: number;
let reads: number;
let secret: PspSecret;
beforeEach(async () => {
  psp = await openPspServer(async ({ path }) => ({ status: 200, body: { path } }));
  time = Date.parse('2026-11-21T12:00:00Z');
  reads = 0;
  secret = psp.secret;
});
afterEach(() => psp.close());

// The time-out is far longer than any answer takes.
const makeClient = (limits = { connectMs: 60_000, totalMs: 60_000 }) =>
  makePspClient({
    url: psp.url,
    readSecret: async () => {
      reads += 1;
      return secret;
    },
    now: () => new Date(time),
    limits,
  });
const ask = { method: 'GET', path: '/v2/x' } as const;

describe('a client of the PSP', () => {
  test('the client presents its certificate, and uses one token until shortly before the token expires', async () => {
    const call = makeClient();

    const answers = await Promise.all([call(ask), call(ask), call(ask)]);
    expect(answers).toEqual(Array(3).fill({ status: 200, body: { path: '/v2/x' } }));
    time += 3_539_000;
    await call(ask);
    expect([psp.issuedTokens(), reads]).toEqual([1, 1]);

    time += 2_000;
    await Promise.all(Array.from({ length: 10 }, () => call(ask)));
    expect([psp.issuedTokens(), reads]).toEqual([2, 1]);
  });

  test('if its token is refused early, the client requests one new token for all of its calls', async () => {
    const call = makeClient();
    await call(ask);
    psp.endTokens();
    time += 31_000;

    const answers = await Promise.all(Array.from({ length: 10 }, () => call(ask)));

    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect([psp.issuedTokens(), reads]).toEqual([2, 2]);
  });

  test('in a session that has just been opened, a 401 is a fault of ours, and the client does not read its secret again', async () => {
    const call = makeClient();
    await call(ask);
    psp.endTokens();

    await expect(call(ask)).rejects.toThrow(OwnFault);
    await expect(call(ask)).rejects.toThrow(OwnFault);
    expect(reads).toBe(1);
  });

  test('the client reads its secret again after the certificate and the secret were rotated', async () => {
    const call = makeClient();
    await call(ask);
    secret = await psp.rotate();
    time += 31_000;

    // The failed write is not repeated, but the next call uses the new secret.
    await expect(call({ method: 'PUT', path: '/v2/y', body: {} })).rejects.toThrow();
    expect(await call(ask)).toMatchObject({ status: 200 });
    secret = await psp.rotate();
    time += 31_000;
    expect(await call(ask)).toMatchObject({ status: 200 });
    expect(reads).toBe(3);
  });

  test('if a call times out, the client keeps its session and does not repeat the request', async () => {
    const limits = { connectMs: 60_000, totalMs: 60_000 };
    const call = makeClient(limits);
    await call(ask);
    psp.faults.push('hang');
    limits.totalMs = 1_000;

    await expect(call(ask)).rejects.toThrow();

    limits.totalMs = 60_000;
    expect(psp.seen).toHaveLength(2);
    expect(await call(ask)).toMatchObject({ status: 200 });
    expect([psp.issuedTokens(), reads]).toEqual([1, 1]);
  });

  test('each call of a client with an unknown certificate throws, and reaches no endpoint', async () => {
    const other = await makeCertificate();
    secret = { ...secret, certificate: other.cert, private_key: other.private };
    const call = makeClient();

    for (let time = 0; time < 2; time++) await expect(call(ask)).rejects.toThrow();
    expect(psp.seen).toEqual([]);
  });

  test('the client refuses a server that only claims to be the PSP', async () => {
    const { cert } = await makeCertificate();
    secret = { ...secret, ca: cert };

    await expect(makeClient()(ask)).rejects.toThrow(/certificate|self-signed/i);
  });

  test('the client throws if an answer is late, missing or endless', async () => {
    const limits = { connectMs: 60_000, totalMs: 60_000 };
    const call = makeClient(limits);
    await call(ask);
    const change = { method: 'PUT', path: '/v2/y', body: {} } as const;
    for (const fault of ['hang', 'drop before', 'drop after', 'endless'] as const) {
      psp.faults.push(fault);
      limits.totalMs = fault === 'hang' ? 1_000 : 60_000;
      await expect(call(change), fault).rejects.toThrow();
    }
    expect(await call(change)).toMatchObject({ status: 200 });
  });

  test('the client takes the answer of a gateway for no answer, and returns every other one, JSON or not', async () => {
    const call = makeClient();
    psp.faults.push('503 before', 'not JSON');

    await expect(call(ask)).rejects.toThrow(NoAnswer);
    expect(await call(ask)).toEqual({ status: 200, body: undefined });
  });

  test('the client repeats a failed read by itself', async () => {
    const call = makeClient();
    psp.faults.push('drop before');

    expect(await call(ask)).toMatchObject({ status: 200 });
    expect(psp.seen).toEqual([ask, ask]);
  });

  test('the client never repeats a failed write', async () => {
    const call = makeClient();
    psp.faults.push('drop after');
    await expect(call({ method: 'PUT', path: '/v2/y', body: { a: 1 } })).rejects.toThrow();

    expect(psp.seen).toEqual([{ method: 'PUT', path: '/v2/y', body: { a: 1 } }]);
  });

  test('a call fails if the port of the PSP is closed', async () => {
    const call = makePspClient({
      url: 'https://localhost:1',
      readSecret: async () => secret,
      now: () => new Date(time),
    });

    await expect(call(ask)).rejects.toThrow(/ECONNREFUSED/);
  });
});
