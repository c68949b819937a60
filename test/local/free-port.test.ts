import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../../local/free-port.ts';

test('a free port is outside the system’s range for outgoing connections', async () => {
  for (let count = 0; count < 50; count++) {
    const port = await freePort();
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(32_000);
  }
});

test('a port that is in use is skipped', async () => {
  const taken = await freePort();
  const server = createServer();
  await new Promise<void>((listening) => server.listen(taken, '127.0.0.1', listening));
  const drawn = [taken, await freePort()];

  try {
    expect(await freePort(() => drawn.shift() ?? 0)).not.toBe(taken);
    expect(drawn).toEqual([]);
  } finally {
    server.close();
  }
});

test('the search for a port ends with an error if no port is free', async () => {
  const server = createServer();
  const taken = await freePort();
  await new Promise<void>((listening) => server.listen(taken, '127.0.0.1', listening));

  try {
    await expect(freePort(() => taken)).rejects.toThrow('no free port');
  } finally {
    server.close();
  }
});
