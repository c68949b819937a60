// Starts servers of strangers on this machine. They use HTTPS with a certificate for a name that no real resolver
// knows, or plain HTTP like a receiver on a developer's machine.

import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { generate } from 'selfsigned';

export type Heard = { method: string; path: string; headers: IncomingMessage['headers']; body: string };
/** Answers a request after its body was read and recorded in `heard`. */
export type AnswerWith = (response: ServerResponse, heard: Heard) => void;
export type Receiver = Awaited<ReturnType<typeof openReceiver>>;
export type PlainReceiver = Awaited<ReturnType<typeof openPlainReceiver>>;

const ok: AnswerWith = (response) => response.end();

export async function openReceiver(name: string, answer = ok) {
  const subjectAltName = { name: 'subjectAltName' as const, altNames: [{ type: 2 as const, value: name }] };
  const pem = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    extensions: [subjectAltName],
  });
  const heard: Heard[] = [];
  const serverNames: unknown[] = [];
  const server = createServer({ key: pem.private, cert: pem.cert }, listener(heard, answer));
  server.on('secureConnection', (socket) => serverNames.push(socket.servername));
  const port = await listen(server);
  const host = `${name}:${port}`;
  return { host, url: `https://${host}`, ca: pem.cert, heard, serverNames, close: closing(server) };
}

export async function openPlainReceiver(answer = ok) {
  const heard: Heard[] = [];
  const server = createPlainServer(listener(heard, answer));
  const port = await listen(server);
  // The URL contains an address and no name. The client would give up the first address of a name with two addresses
  // after a quarter of a second, and nobody listens at the second.
  return { url: `http://127.0.0.1:${port}`, heard, close: closing(server) };
}

function listener(heard: Heard[], answer: AnswerWith) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body: Buffer.concat(chunks).toString() };
    heard.push(one);
    answer(response, one);
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return (server.address() as AddressInfo).port;
}

function closing(server: Server & { closeAllConnections(): void }) {
  return (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(() => closed()));
  };
}
