// Finds a loopback port for a server that is about to start.

import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * The ports are below those that Linux, macOS and Windows use for outgoing connections, because an outgoing connection
 * could take such a port before the server listens.
 */
const range = { from: 20_000, to: 32_000 };
const triesMax = 100;

/**
 * @returns a free port
 * @param draw chooses a port of the range; tests replace it
 */
export async function freePort(draw = () => randomInt(range.from, range.to)): Promise<number> {
  for (let tries = 0; tries < triesMax; tries++) {
    const port = draw();
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port from ${range.from} to ${range.to} after ${triesMax} tries`);
}

/** Returns whether nothing listens on a port of this machine. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
