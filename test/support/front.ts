// Starts an HTTP server in front of the service in this process, for programs that need an address.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpCall } from '../../local/gateway/event.ts';
import type { Send } from './api.ts';

export async function serve(send: Send): Promise<{ url: string; close(): Promise<unknown> }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const call = { method: request.method ?? 'GET', path: request.url ?? '/', headers };
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
    // API Gateway passes this content type as base64, because it treats it as binary.
    const base64 = headers['content-type'] === 'application/octet-stream';
    const answer = await send({ ...call, ...body, base64 } satisfies HttpCall);
    response.writeHead(answer.status, answer.headers);
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
