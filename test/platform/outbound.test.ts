import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeOutbound, type OutboundCall } from '../../lib/platform/outbound.ts';
import { forbiddenAddresses, forbiddenUrls } from '../support/forbidden-hosts.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';

const call: Omit<OutboundCall, 'url'> = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"a":"ç"}',
  timeoutMs: 60_000,
  bytesMax: 1_024,
};

let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver('receiver.test', (response, { path }) => {
    const drip = () => {
      response.write('x');
      const timer = setInterval(() => response.write('x'), 100);
      response.once('close', () => clearInterval(timer));
    };
    const answers: Record<string, () => void> = {
      '/redirect': () => response.writeHead(302, { location: '/elsewhere' }).end(),
      '/big': () => response.end('x'.repeat(1_000_000)),
      '/drip': drip,
      '/silent': () => {},
      '/broken': () => response.socket?.destroy(),
      '/cut': () => {
        response.writeHead(200, { 'content-length': '100' }).write('half', () => response.socket?.destroy());
      },
      '/upgrade': () =>
        response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
      '/garbage': () => response.socket?.end('no http at all\r\n\r\n'),
    };
    const thanks = () => response.writeHead(201, { 'retry-after': '7' }).end('thanks');
    (answers[path] ?? thanks)();
  });
});
afterAll(() => receiver.close());

const here = async () => ['127.0.0.1'];
const trusting = () => makeOutbound({ allowLoopback: true, resolve: here, ca: receiver.ca });

describe('an outgoing call that is allowed', () => {
  test('the call connects to the checked IP address, sends the host name in the header Host, and returns the answer', async () => {
    const result = await trusting()({ ...call, url: `${receiver.url}/hooks?x=1` });

    expect(result).toMatchObject({ kind: 'answered', status: 201, headers: { 'retry-after': '7' } });
    expect(result.kind === 'answered' && result.body.toString()).toBe('thanks');
    expect(receiver.heard.at(-1)).toMatchObject({
      method: 'POST',
      path: '/hooks?x=1',
      headers: { host: receiver.host, 'content-length': '10', 'content-type': 'application/json' },
      body: '{"a":"ç"}',
    });
    expect(receiver.serverNames.at(-1)).toBe('receiver.test');
  });

  test('the call does not follow a redirect', async () => {
    const before = receiver.heard.length;

    expect(await trusting()({ ...call, url: `${receiver.url}/redirect` })).toMatchObject({ status: 302 });

    expect(receiver.heard.slice(before).map(({ path }) => path)).toEqual(['/redirect']);
  });

  test('the call reads a large answer up to its size limit', async () => {
    const result = await trusting()({ ...call, url: `${receiver.url}/big` });

    expect(result.kind === 'answered' && result.body.length).toBe(1_024);
  });

  test('a call to a receiver that never answers fails after its time limit', async () => {
    expect(await trusting()({ ...call, timeoutMs: 350, url: `${receiver.url}/silent` })).toEqual({
      kind: 'timeout',
    });
  });

  test('the call reads a slow answer up to its time limit', async () => {
    // The receiver never ends its answer. A busy machine may not get the first bytes in time, so the test retries with
    // a longer limit.
    const read = (timeoutMs: number) => trusting()({ ...call, timeoutMs, url: `${receiver.url}/drip` });
    let timeoutMs = 350;
    let result = await read(timeoutMs);
    while (result.kind === 'timeout') {
      timeoutMs *= 2;
      result = await read(timeoutMs);
    }

    expect(result).toMatchObject({ kind: 'answered', status: 200, isWhole: false });
  });

  test.each(['/broken', '/upgrade', '/garbage'])(
    'the answer of the path %s counts as no answer',
    async (path) => {
      expect(await trusting()({ ...call, url: receiver.url + path })).toEqual({ kind: 'no_answer' });
    },
  );

  test('an interrupted answer is accepted and marked as incomplete', async () => {
    const result = await trusting()({ ...call, url: `${receiver.url}/cut` });

    expect(result).toMatchObject({ kind: 'answered', status: 200, isWhole: false });
    expect(result.kind === 'answered' && result.body.toString()).toBe('half');
    expect(await trusting()({ ...call, url: receiver.url })).toMatchObject({ isWhole: true });
    expect(await trusting()({ ...call, url: `${receiver.url}/big` })).toMatchObject({ isWhole: false });
  });

  test('a closed port counts as no answer', async () => {
    expect(await trusting()({ ...call, url: 'https://receiver.test:1/' })).toEqual({ kind: 'no_answer' });
  });

  test('a certificate that is untrusted or for another host name is refused', async () => {
    const outbound = makeOutbound({ allowLoopback: true, resolve: here });
    expect(await outbound({ ...call, url: receiver.url })).toEqual({ kind: 'no_answer' });
    const elsewhere = receiver.url.replace('receiver.test', 'other.test');
    expect(await trusting()({ ...call, url: elsewhere })).toEqual({ kind: 'no_answer' });
  });
});

describe('an outgoing call that is forbidden', () => {
  test.each(forbiddenUrls)('a call to %j is refused before its host name is resolved', async (url) => {
    const asked: string[] = [];
    const resolve = async (host: string) => {
      asked.push(host);
      return ['8.8.8.8'];
    };

    expect(await makeOutbound({ allowLoopback: false, resolve })({ ...call, url })).toEqual({
      kind: 'forbidden',
    });
    expect(asked).toEqual([]);
  });

  test.each(forbiddenAddresses)(
    'a call to a public host name that resolves to %j is not made',
    async (address) => {
      const outbound = makeOutbound({ allowLoopback: false, resolve: async () => [address] });

      expect(await outbound({ ...call, url: 'https://receiver.example.com/' })).toEqual({
        kind: 'forbidden',
      });
    },
  );

  test('a call to a public host name with any private address is not made', async () => {
    const outbound = makeOutbound({ allowLoopback: false, resolve: async () => ['8.8.8.8', '127.0.0.1'] });

    expect(await outbound({ ...call, url: 'https://receiver.example.com/' })).toEqual({ kind: 'forbidden' });
  });

  test('a host name is resolved once, and the connection goes to the address that was checked', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1']];
    const resolve = async () => answers.shift() ?? [];
    const outbound = makeOutbound({ allowLoopback: true, resolve, ca: receiver.ca });
    const ask = async () => (await outbound({ ...call, url: receiver.url })).kind;

    expect([await ask(), await ask(), await ask()]).toEqual(['answered', 'forbidden', 'answered']);
    expect(answers).toEqual([]);
  });

  test('a call to a private address that is not loopback is not made, even if loopback is allowed', async () => {
    const outbound = makeOutbound({ allowLoopback: true, resolve: async () => ['169.254.169.254'] });

    expect(await outbound({ ...call, url: 'https://receiver.test/' })).toEqual({ kind: 'forbidden' });
  });
});

test('plain http to this machine works by name and by address if loopback is allowed', async () => {
  const server = createServer((_, response) => response.end('here'));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const outbound = makeOutbound({ allowLoopback: true });

  for (const host of ['127.0.0.1', 'localhost']) {
    const result = await outbound({ ...call, url: `http://${host}:${port}/` });
    expect(result).toMatchObject({ kind: 'answered', status: 200 });
  }
  await new Promise((closed) => server.close(closed));
});

test('a host name that cannot be resolved counts as no answer', async () => {
  const resolve = async () => {
    throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
  };

  expect(
    await makeOutbound({ allowLoopback: false, resolve })({ ...call, url: 'https://nowhere.example.com/' }),
  ).toEqual({ kind: 'no_answer' });
});
