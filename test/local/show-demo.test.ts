// npm start shows the credentials of the demo only on the reference page.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { showDemo } from '../../local/show-demo.ts';

const folder = mkdtempSync(join(tmpdir(), 'show-demo-'));
const file = join(folder, 'demo.json');
const told = { client_id: 'c', client_secret: 's', hmac_secret: 'h', accounts: [] };
let server: Server;
beforeAll(async () => {
  writeFileSync(file, JSON.stringify({ ...told, mfa_secret: 'm', people: { seeds: { bruno: 'seed' } } }));
  server = createServer((...one) => showDemo(file, ...one) || one[1].writeHead(404).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const ask = (headers: Record<string, string> = {}, path = '/docs/demo.json', method = 'GET') =>
  new Promise<{ status: number; text: string; cors: unknown }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    request({ port, host: '127.0.0.1', path, method, headers }, async (answer) => {
      const text = Buffer.concat(await answer.toArray()).toString();
      const cors = answer.headers['access-control-allow-origin'];
      resolve({ status: answer.statusCode ?? 0, text, cors });
    })
      .on('error', reject)
      .end();
  });

test.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'localhost'])(
  'a page at %s gets the credentials that sign calls, but no seeds of one-time codes',
  async (host) => {
    const { status, text, cors } = await ask({ host, 'sec-fetch-site': 'same-origin' });
    expect([status, JSON.parse(text), cors]).toEqual([200, told, undefined]);
  },
);

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another port of this machine', { 'sec-fetch-site': 'same-site' }],
  ['a name that leads here', { host: 'evil.example.com:3000' }],
  ['a name that begins like ours', { host: 'localhost.evil.example.com' }],
])('%s gets no credentials', async (_, headers) => {
  expect(await ask(headers)).toMatchObject({ status: 404, text: '' });
});

test.each(['/docs/demo.json?x', '/docs/../docs/demo.json', '/demo.json', '/docs'])(
  'the path %s gets no credentials',
  async (path) => {
    expect((await ask({}, path)).status).toBe(404);
  },
);

test('no credentials are served before the demo is open, or to another HTTP method', async () => {
  expect((await ask({}, '/docs/demo.json', 'POST')).status).toBe(404);
  rmSync(file);
  expect((await ask()).status).toBe(404);
});
