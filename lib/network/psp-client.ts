// Calls a PSP with mutual TLS, the PSP's OAuth token (client credentials), and a time limit for the whole call. A call
// without an answer throws, which means an unknown outcome. If the PSP refuses the secret, the secret is read again.

import https from 'node:https';
import * as z from 'zod';

const credentials = z.object({
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  /** Our certificate, in PEM. */
  certificate: z.string().includes('BEGIN CERTIFICATE'),
  private_key: z.string().includes('PRIVATE KEY'),
  /** Certificate, in PEM, of the authority that signed the PSP's certificate. By default, the system's authorities are trusted. */
  ca: z.string().optional(),
});
/**
 * The secret at the PSP. `refunds`: credentials at the PSP for refunds, if that is another PSP than the one for
 * payouts.
 */
export const pspSecret = credentials.extend({ refunds: credentials.optional() });
export type PspSecret = z.output<typeof pspSecret>;

/** A call. `as`: the answer is a text document instead of JSON, and may be as large as a day's statement. */
export type PspCall = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: object; as?: 'text' };
/** An answer. `body`: undefined if it is not JSON. */
export type PspAnswer = { status: number; body: unknown };
export type CallPsp = (call: PspCall) => Promise<PspAnswer>;

export type ReadSecret = () => Promise<PspSecret>;

type Options = {
  /** The PSP's address, without a trailing slash. */
  url: string;
  readSecret: ReadSecret;
  now: () => Date;
  limits?: { connectMs: number; totalMs: number };
};

/** Time limits of a call. They are short because a request of our API has ten seconds in total. */
const defaults = { connectMs: 3_000, totalMs: 8_000 };
const bytesMax = 256 * 1024;
const textBytesMax = 64 * 1024 * 1024;
const textTotalMs = 60_000;
const idleMs = 60_000;
/**
 * Maximum number of connections. A worker may have a hundred transfers in progress, but more connections would not be
 * faster, because each connection needs a handshake.
 */
const maxSockets = 50;
/** A token is not used in its last minute, because it might expire during the call (ms). */
const spareMs = 60_000;
/**
 * A session younger than this is not replaced after a refusal, so that the secret is not read again for every call
 * (ms).
 */
const freshMs = 30_000;

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

type Session = { agent: https.Agent; secret: PspSecret; token: string; openedAt: number; until: number };
type Sent = Omit<PspCall, 'body'> & { headers: Record<string, string>; body?: string; signal: AbortSignal };

export function makePspClient({ url, readSecret, now, limits = defaults }: Options): CallPsp {
  /**
   * The session that all calls share. The first call that finds it missing, expired or refused opens the next session;
   * the other calls wait for it.
   */
  let session: Promise<Session> | undefined;

  function begin(opening: Promise<Session>): Promise<Session> {
    session = opening;
    opening.catch(() => {
      if (session === opening) session = undefined;
    });
    return opening;
  }

  async function open(signal: AbortSignal): Promise<Session> {
    const secret = await readSecret();
    const { certificate: cert, private_key: key, ca } = secret;
    // The connections of a replaced session stay open until they time out, because other calls may still wait for
    // answers.
    const trusted = ca ? { ca } : {};
    const agent = new https.Agent({ cert, key, keepAlive: true, timeout: idleMs, maxSockets, ...trusted });
    return fetchToken(agent, secret, signal);
  }

  async function fetchToken(agent: https.Agent, secret: PspSecret, signal: AbortSignal): Promise<Session> {
    const basic = Buffer.from(`${secret.client_id}:${secret.client_secret}`).toString('base64');
    const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ grant_type: 'client_credentials' });
    const answer = await send(agent, { method: 'POST', path: '/oauth/token', headers, body, signal });
    const read = tokenAnswer.safeParse(answer.body);
    if (answer.status !== 200 || !read.success)
      throw new Error(`PSP did not issue a token: ${answer.status}`);
    const { access_token: token, expires_in: seconds } = read.data;
    const openedAt = now().getTime();
    return { agent, secret, token, openedAt, until: openedAt + seconds * 1_000 - spareMs };
  }

  async function current(signal: AbortSignal): Promise<Session> {
    const before = session;
    const opened = await (before ?? begin(open(signal)));
    if (opened.until > now().getTime()) return opened;
    // The first call that reaches this line renews the token.
    if (session === before) return begin(fetchToken(opened.agent, opened.secret, signal));
    return current(signal);
  }

  /**
   * Replaces the session after a refusal or a broken connection, because the certificate or the secret may have been
   * rotated.
   */
  async function replace(failed: Session, signal: AbortSignal): Promise<Session> {
    const before = session;
    const known = await before?.catch(() => undefined);
    if (known && known !== failed) return known;
    if (now().getTime() - failed.openedAt < freshMs) return failed;
    if (session !== before) return current(signal);
    return begin(open(signal));
  }

  function send(agent: https.Agent, { method, path, headers, body, signal, as }: Sent): Promise<PspAnswer> {
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const request = https.request(url + path, {
        method,
        agent,
        signal,
        headers: { ...headers, ...length },
      });
      request.once('socket', (socket) => {
        if (!socket.connecting) return;
        const late = setTimeout(
          () => request.destroy(new Error('the connection to the PSP timed out')),
          limits.connectMs,
        );
        for (const event of ['secureConnect', 'close'] as const) socket.once(event, () => clearTimeout(late));
      });
      request.once('response', (response) => {
        readAll(response, as ? textBytesMax : bytesMax).then(
          (text) => resolve({ status: response.statusCode ?? 0, body: as ? text : parse(text) }),
          reject,
        );
      });
      request.once('error', reject);
      request.end(body);
    });
  }

  function ask({ agent, token }: Session, call: PspCall, signal: AbortSignal): Promise<PspAnswer> {
    const { method, path, body, as } = call;
    const accept = as ? 'text/csv, application/json' : 'application/json';
    const headers = { authorization: `Bearer ${token}`, accept };
    if (!body) return send(agent, { method, path, headers, signal, ...(as ? { as } : {}) });
    const written = {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    return send(agent, { method, path, signal, ...written });
  }

  return async (call) => {
    // The time limit covers the whole call: the session, the request, and the repeated request.
    const signal = AbortSignal.timeout(call.as ? Math.max(limits.totalMs, textTotalMs) : limits.totalMs);
    const opened = await current(signal);
    try {
      const answer = await ask(opened, call, signal);
      if (answer.status !== 401) return answer;
      // A refused request has changed nothing, so it can be repeated.
      const other = await replace(opened, signal);
      return other === opened ? answer : await ask(other, call, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      const other = await replace(opened, signal);
      // A write may have succeeded, so only the caller can decide whether to repeat it. A read is repeated here.
      if (call.method !== 'GET') throw error;
      return ask(other, call, signal);
    }
  };
}

async function readAll(response: AsyncIterable<Buffer>, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > most) throw new Error('PSP answer is too large');
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
