// A machine of somebody else's: an HTTPS server on this one, with a certificate of its own for a name that no real
// resolver knows.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

export type Heard = { method: string; path: string; headers: IncomingMessage['headers']; body: string };
export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** @param answer what it does with each request, after the body has been read and noted in `heard` */
export async function openReceiver(
  name: string,
  answer: (response: ServerResponse, heard: Heard) => void = (response) => response.end(),
) {
  const subjectAltName = { name: 'subjectAltName' as const, altNames: [{ type: 2 as const, value: name }] };
  const pem = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    extensions: [subjectAltName],
  });
  const heard: Heard[] = [];
  const serverNames: unknown[] = [];
  const server = createServer({ key: pem.private, cert: pem.cert }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body: Buffer.concat(chunks).toString() };
    heard.push(one);
    answer(response, one);
  });
  server.on('secureConnection', (socket) => serverNames.push(socket.servername));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    host: `${name}:${port}`,
    url: `https://${name}:${port}`,
    ca: pem.cert,
    heard,
    serverNames,
    close(): Promise<void> {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
