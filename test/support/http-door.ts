// Puts the service of this process behind the gateway of `npm start`, and sends requests byte by byte. An HTTP client
// would correct headers, paths and bodies before it sends them.

import { connect } from 'node:net';
import type { Deps } from '../../lib/app/deps.ts';
import { freePort } from '../../local/free-port.ts';
import type { HttpCall } from '../../local/gateway/event.ts';
import { openGateway } from '../../local/gateway/serve.ts';
import type { Answer, Send } from './api.ts';
import { holdToContract, isDocumentation } from './contract.ts';
import type { Stack } from './stack.ts';

export type HttpDoor = { send: Send; close(): Promise<void> };

/** Replaces the characters that a request line or a header field cannot contain. */
const wire = (text: string) => text.replace(/[\r\n\0]/g, ' ');

export async function openHttpDoor(stack: Stack, deps?: Deps): Promise<HttpDoor> {
  const port = await freePort();
  const gateway = await openGateway(port);
  gateway.open(stack.service, (functionKey, event) => stack.invoke(functionKey, event, deps));
  return {
    async send(call) {
      stack.taints.plantCall(call);
      const answer = await exchange(port, call);
      // The parser of the request line does not count a blank at its end as part of the path.
      const asked = { ...call, path: wire(call.path).trimEnd() };
      if (!isDocumentation(call.path)) stack.taints.plantAnswer(answer.body);
      if (!isGateways(answer)) holdToContract(asked, answer);
      return answer;
    },
    close: () => gateway.close(),
  };
}

/** Returns whether the answer comes from the gateway or its HTTP parser and not from a function. */
export const isGateways = ({ headers }: Answer) => headers['x-content-type-options'] === undefined;

/** Returns whether the gateway accepts this number of header bytes. It refuses more with 431. */
export const isWithinHeaderLimit = (call: HttpCall) => headOf(0, call).length < 10_000;

async function exchange(port: number, call: HttpCall): Promise<Answer> {
  const head = headOf(port, call);
  const content = await new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks)));
    // If a request is refused before all of it is sent, the connection may be closed. The answer has arrived
    // nevertheless.
    socket.on('error', (error) => (isWithinHeaderLimit(call) ? reject(error) : undefined));
    socket.write(Buffer.concat([head, Buffer.from(call.body ?? '')]));
  });
  return readAnswer(content);
}

function headOf(port: number, { method, path, headers = {}, body }: HttpCall): Buffer {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers, connection: 'close' });
  if (body !== undefined) lines.push(['content-length', String(Buffer.byteLength(body))]);
  const fields = lines.map(([name, value]) => `${wire(name)}: ${wire(value)}\r\n`);
  return Buffer.from(`${method} ${wire(path)} HTTP/1.1\r\n${fields.join('')}\r\n`);
}

function readAnswer(content: Buffer): Answer {
  const [head = '', text = ''] = content.toString().split(/\r\n\r\n(.*)/s);
  const [line = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields
      .map((field) => field.split(/:\s*(.*)/s).slice(0, 2))
      .map(([name = '', value]) => [name.toLowerCase(), value]),
  ) as Record<string, string>;
  const isJson = headers['content-type'] === 'application/json';
  return { status: Number(line.split(' ')[1] ?? 0), body: isJson ? JSON.parse(text) : text, headers };
}
