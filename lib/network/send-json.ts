// Sends one request to a PSP and reads its answer, within limits of time and size.

import https from 'node:https';
import { readRetryAfter } from './busy.ts';
import { NoAnswer } from './silence.ts';

/** A call. `as: 'text'`: the answer is text instead of JSON, and may be as large as the statement of a day. */
export type PspCall = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: object; as?: 'text' };
/** An answer. `body`: undefined if it is not JSON. `retryAfter`: the seconds after which the PSP asks us to come again. */
export type PspAnswer = { status: number; body: unknown; retryAfter?: number };

/** Time limits of a call. They are short because a request of our API has ten seconds in total. */
export type Limits = { connectMs: number; totalMs: number };
export const usualLimits: Limits = { connectMs: 3_000, totalMs: 8_000 };

const bytesMax = 256 * 1024;
const textBytesMax = 64 * 1024 * 1024;
const textTotalMs = 60_000;

export type Sent = Omit<PspCall, 'body'> & {
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
};

/** Returns the signal that ends a whole call at its time limit, including the work before the request. */
export const signalOf = ({ as }: PspCall, { totalMs }: Limits): AbortSignal =>
  AbortSignal.timeout(as ? Math.max(totalMs, textTotalMs) : totalMs);

/** Returns the request of a call, with the credentials in the header `authorization`. */
export function sentOf(
  { method, path, body, as }: PspCall,
  authorization: string,
  signal: AbortSignal,
): Sent {
  const accept = as ? 'text/csv, application/json' : 'application/json';
  const sent = { method, path, signal, headers: { authorization, accept }, ...(as ? { as } : {}) };
  if (!body) return sent;
  return {
    ...sent,
    headers: { ...sent.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/**
 * Sends a request. Throws NoAnswer if none comes, and refuses an answer that is too large.
 * @param url address of the PSP, without a trailing slash
 */
export function sendJson(
  url: string,
  agent: https.Agent,
  { method, path, headers, body, signal, as }: Sent,
  { connectMs }: Limits,
): Promise<PspAnswer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const request = https.request(url + path, { method, agent, signal, headers: { ...headers, ...length } });
    request.once('socket', (socket) => {
      if (!socket.connecting) return;
      const late = setTimeout(
        () => request.destroy(new Error('the connection to the PSP timed out')),
        connectMs,
      );
      for (const event of ['secureConnect', 'close'] as const) socket.once(event, () => clearTimeout(late));
    });
    request.once('response', (response) => {
      readAll(response, as ? textBytesMax : bytesMax).then((text) => {
        const retryAfter = readRetryAfter(response.headers['retry-after'], new Date());
        const told = retryAfter === undefined ? {} : { retryAfter };
        resolve({ status: response.statusCode ?? 0, body: as ? text : parse(text), ...told });
      }, reject);
    });
    request.once('error', (error) => reject(new NoAnswer(error)));
    request.end(body);
  });
}

async function readAll(response: AsyncIterable<Buffer>, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      size += chunk.length;
      if (size > most) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw new NoAnswer(error);
  }
  if (size > most) throw new Error('PSP answer is too large');
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
