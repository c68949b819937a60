import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { receiveDelivery } from '../../local/demo-receiver.ts';

test.each([
  ['POST', '/demo/erp', 204],
  ['POST', '/demo/contabilidade', 503],
  ['POST', '/demo/other', 404],
  ['GET', '/demo/erp', 404],
])('the receiver of the demo answers %s %s with %i', async (method, path, status) => {
  const server = createServer((request, response) => {
    if (!receiveDelivery(request, response)) response.writeHead(404).end();
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method });

  expect(answer.status).toBe(status);
});
