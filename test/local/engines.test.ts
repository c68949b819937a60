import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Engines, startEngines } from '../../local/engines.ts';

const others = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ internal, family }) => !internal && family === 'IPv4');

let engines: Engines;
beforeAll(async () => {
  engines = await startEngines();
});
afterAll(() => engines.stop());

const isHeard = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port }, () => resolve(socket.destroy() && true));
    socket.once('error', () => resolve(false));
  });

test('the embedded engines, which accept unsigned requests, listen only on loopback', async () => {
  const ports = [...new Set(Object.values(engines.environment).map((url) => Number(new URL(url).port)))];

  for (const port of ports) {
    expect(await isHeard('127.0.0.1', port)).toBe(true);
    for (const { address } of others) expect(await isHeard(address, port)).toBe(false);
  }
});
