// Keeps one connection to the engine in HTTP/1.1. A request is one write, and the next request is sent after the answer
// has come. Node's own client takes several times as long for a call, and a run makes thousands of calls.

import { createConnection, type Socket } from 'node:net';

export type WireRequest = { headers: Record<string, string>; body: string | Uint8Array };
export type WireAnswer = { statusCode: number; headers: Record<string, string>; body: Uint8Array };

type Waiting = { bytes: Buffer; resolve: (answer: WireAnswer) => void; reject: (error: Error) => void };

/** The parts of the engine's answer that a client needs. */
const json = { 'content-type': 'application/x-amz-json-1.0' };
const headEnd = Buffer.from('\r\n\r\n');

/** @param port the port of a server on this machine whose answers state their length */
export function openConnection(port: number) {
  const waiting: Waiting[] = [];
  let socket: Socket | undefined;
  let received: Buffer = Buffer.alloc(0);

  function connect(): Socket {
    const opened = createConnection({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(65_536),
        callback(count, buffer) {
          hear(Buffer.from((buffer as Buffer).subarray(0, count)));
          return true;
        },
      },
    });
    const end = (error = new Error('the engine has closed the connection')) => {
      if (socket !== opened) return;
      socket = undefined;
      received = Buffer.alloc(0);
      for (const { reject } of waiting.splice(0)) reject(error);
    };
    opened.on('error', end);
    opened.on('close', () => end());
    return opened;
  }

  function hear(part: Buffer): void {
    received = received.length === 0 ? part : Buffer.concat([received, part]);
    const whole = readAnswer(received);
    if (!whole) return;
    received = received.subarray(whole.length);
    waiting.shift()?.resolve(whole.answer);
    sendNext();
  }

  function sendNext(): void {
    const next = waiting[0];
    if (!next) return;
    socket ??= connect();
    socket.write(next.bytes);
  }

  return (request: WireRequest): Promise<WireAnswer> =>
    new Promise((resolve, reject) => {
      waiting.push({ bytes: requestBytes(request), resolve, reject });
      if (waiting.length === 1) sendNext();
    });
}

function requestBytes({ headers, body }: WireRequest): Buffer {
  const content = typeof body === 'string' ? Buffer.from(body) : body;
  let head = 'POST / HTTP/1.1\r\n';
  for (const name in headers) {
    if (name !== 'content-length') head += `${name}: ${headers[name]}\r\n`;
  }
  head += `content-length: ${content.length}\r\n\r\n`;
  const bytes = Buffer.allocUnsafe(head.length + content.length);
  bytes.write(head, 0, 'latin1');
  bytes.set(content, head.length);
  return bytes;
}

/** Returns the answer at the start of these bytes and its length, or undefined until the whole answer has come. */
function readAnswer(bytes: Buffer): { answer: WireAnswer; length: number } | undefined {
  const end = bytes.indexOf(headEnd);
  if (end === -1) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const [, status, size] = /^HTTP\/1\.1 (\d{3}).*\r\ncontent-length: *(\d+)/is.exec(head) ?? [];
  if (!status || !size) throw new Error(`the engine answers ${head}`);
  const [from, to] = [end + headEnd.length, end + headEnd.length + Number(size)];
  if (bytes.length < to) return undefined;
  const body = new Uint8Array(bytes.subarray(from, to));
  return { answer: { statusCode: Number(status), headers: json, body }, length: to };
}
