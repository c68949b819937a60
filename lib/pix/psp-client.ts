// Calls to a PSP: mutual TLS, a token of its own (OAuth client credentials), bounded in time as a whole. What is not
// answered is thrown, and whoever calls takes that for an unknown outcome. Secrets are read anew when they are refused.

import https from 'node:https';
import * as z from 'zod';

export const pspSecret = z.object({
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  /** PEM, ours. */
  certificate: z.string().includes('BEGIN CERTIFICATE'),
  private_key: z.string().includes('PRIVATE KEY'),
  /** PEM, of the authority that signed the PSP's own; the system's unless given. */
  ca: z.string().optional(),
});
export type PspSecret = z.output<typeof pspSecret>;

export type PspCall = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: object };
/** `body`: undefined when it is no JSON. */
export type PspAnswer = { status: number; body: unknown };
export type CallPsp = (call: PspCall) => Promise<PspAnswer>;

/** @param again what was read before has been refused */
export type ReadSecret = (again: boolean) => Promise<PspSecret>;

type Options = {
  /** Without a slash at its end. */
  url: string;
  readSecret: ReadSecret;
  now: () => Date;
  limits?: { connectMs: number; totalMs: number };
};

const defaults = { connectMs: 3_000, totalMs: 10_000 };
const bytesMax = 256 * 1024;
/** A token is not used in its last minute: it might end on its way. */
const spareSeconds = 60;

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

type Session = { agent: https.Agent; secret: PspSecret; token: { text: string; until: number } };
type Sent = Omit<PspCall, 'body'> & { headers: Record<string, string>; body?: string };

export function makePspClient({ url, readSecret, now, limits = defaults }: Options): CallPsp {
  let session: Promise<Session> | undefined;
  /** What was read before has been refused, or nobody answered to it. */
  let isSuspect = false;

  /** One session for all: whoever needs one first opens it, and a failed one is forgotten. */
  function use(opening: () => Promise<Session>): Promise<Session> {
    const mine = opening();
    session = mine;
    mine.catch(() => {
      if (session === mine) session = undefined;
    });
    return mine;
  }

  async function open(): Promise<Session> {
    const secret = await readSecret(isSuspect);
    isSuspect = false;
    const { certificate: cert, private_key: key, ca } = secret;
    const agent = new https.Agent({ cert, key, keepAlive: true, ...(ca ? { ca } : {}) });
    return { agent, secret, token: await fetchToken(agent, secret) };
  }

  async function current(): Promise<Session> {
    const opened = await (session ?? use(open));
    if (opened.token.until > now().getTime()) return opened;
    const { agent, secret } = opened;
    return use(async () => ({ agent, secret, token: await fetchToken(agent, secret) }));
  }

  async function fetchToken(agent: https.Agent, { client_id, client_secret }: PspSecret) {
    const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
    const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ grant_type: 'client_credentials' });
    const answer = await send(agent, { method: 'POST', path: '/oauth/token', headers, body });
    const token = tokenAnswer.safeParse(answer.body);
    if (answer.status !== 200 || !token.success) throw new Error(`PSP gives no token: ${answer.status}`);
    const { access_token: text, expires_in: seconds } = token.data;
    return { text, until: now().getTime() + (seconds - spareSeconds) * 1_000 };
  }

  function send(agent: https.Agent, { method, path, headers, body }: Sent): Promise<PspAnswer> {
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(limits.totalMs);
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const request = https.request(url + path, {
        method,
        agent,
        signal,
        headers: { ...headers, ...length },
      });
      request.once('socket', (socket) => {
        if (!socket.connecting) return;
        const late = setTimeout(() => request.destroy(new Error('PSP not reached')), limits.connectMs);
        for (const event of ['secureConnect', 'close'] as const) socket.once(event, () => clearTimeout(late));
      });
      request.once('response', (response) => {
        readAll(response).then(
          (text) => resolve({ status: response.statusCode ?? 0, body: parse(text) }),
          reject,
        );
      });
      request.once('error', reject);
      request.end(body);
    });
  }

  async function ask({ agent, token }: Session, { method, path, body }: PspCall): Promise<PspAnswer> {
    const headers = { authorization: `Bearer ${token.text}`, accept: 'application/json' };
    if (!body) return send(agent, { method, path, headers });
    const written = {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    return send(agent, { method, path, ...written });
  }

  /** Perhaps certificate or secret have been rotated. */
  function reopen(): Promise<Session> {
    isSuspect = true;
    return use(open);
  }

  return async (call) => {
    // Nothing has been asked yet.
    const opened = await current().catch(reopen);
    try {
      const answer = await ask(opened, call);
      // Whoever is not let in has changed nothing.
      return answer.status === 401 ? await ask(await reopen(), call) : answer;
    } catch (error) {
      session = undefined;
      isSuspect = true;
      // What changes something may have changed it: to ask again is the business of whoever knows what was sent.
      if (call.method !== 'GET' || (error as Error).name === 'TimeoutError') throw error;
      return ask(await use(open), call);
    }
  };
}

async function readAll(response: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > bytesMax) throw new Error('PSP answers without end');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
