// Opens the receivers of the load: one answers promptly, one takes a second, one fails for a part of each minute, and
// one always fails.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export type Received = { id: string; type: string; data: { id?: number } };
export type Receivers = Awaited<ReturnType<typeof openReceivers>>;

/** @param told called with each event that the prompt receiver gets, and with the path of the webhook */
export async function openReceivers(
  failing: { everyMs: number; forMs: number },
  told: (path: string, event: Received) => void,
) {
  const calls = { prompt: 0, slow: 0, failing: 0, never: 0 };
  const statuses = {
    prompt: () => 200,
    slow: () => 200,
    failing: () => (Date.now() % failing.everyMs < failing.forMs ? 503 : 200),
    never: () => 500,
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const name = (request.url ?? '').split('/')[1] as keyof typeof calls;
    calls[name] += 1;
    if (name === 'prompt') told(request.url ?? '', JSON.parse(Buffer.concat(chunks).toString()));
    if (name === 'slow') await pause(1_000, undefined, { ref: false });
    response.writeHead(statuses[name]()).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    calls,
    url: (name: keyof typeof calls, path: string | number) => `http://127.0.0.1:${port}/${name}/${path}`,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
