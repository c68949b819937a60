// A webhook receiver that records when each cashout's success was delivered.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Account, patienceMs } from './callers.ts';

export type Receiver = {
  /** Registers this receiver for an account. */
  register(account: Account): Promise<void>;
  /** Waits for the delivery of a success, up to a time limit. */
  succeeded(id: number): Promise<void>;
  close(): void;
};

export async function openReceiver(): Promise<Receiver> {
  const arrivals = new Map<number, PromiseWithResolvers<void>>();
  const arrivalOf = (id: number) => {
    const arrival = arrivals.get(id) ?? Promise.withResolvers<void>();
    arrivals.set(id, arrival);
    return arrival;
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { id: number; status: string } };
    assert.equal(data.status, 'SUCCESS');
    arrivalOf(data.id).resolve();
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    async register({ client, source }) {
      const { status } = await client.post('/api/webhooks', {
        ...source,
        url,
        type_webhook: 'PIX_CASHOUT_SUCCESS',
      });
      assert.ok(status === 200 || status === 201, `no webhook: ${status}`);
    },
    async succeeded(id) {
      const { promise, reject } = arrivalOf(id);
      const late = setTimeout(
        () => reject(new Error(`no webhook has arrived for cashout ${id}`)),
        patienceMs,
      );
      await promise.finally(() => clearTimeout(late));
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
