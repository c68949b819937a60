// Calls a PSP with mutual TLS, the PSP's OAuth token (client credentials), and a time limit for the whole call. A call
// without an answer throws, which means an unknown outcome. If the PSP refuses the secret, the secret is read again; if
// the PSP refuses the new one too, the call throws an OwnFault.

import https from 'node:https';
import * as z from 'zod';
import { accepted, OwnFault } from './own-fault.ts';
import {
  type Limits,
  type PspAnswer,
  type PspCall,
  sendJson,
  sentOf,
  signalOf,
  usualLimits,
} from './send-json.ts';

const withCertificate = z.object({
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  /** Our certificate, in PEM. */
  certificate: z.string().includes('BEGIN CERTIFICATE'),
  private_key: z.string().includes('PRIVATE KEY'),
  /**
   * Certificate of the authority that signed the PSP's certificate, in PEM. If absent, the system's authorities are
   * trusted.
   */
  ca: z.string().optional(),
});
/** The secret at a PSP that authenticates us by a fixed token only. */
const withToken = z.object({ app_id: z.string().min(1), ca: z.string().optional() });
/** Our credentials for one account at a PSP. */
const pspSecret = z.union([withCertificate, withToken]);
export type PspSecret = z.output<typeof pspSecret>;
/** The secret of a stage: the credentials for each account of the list of PSPs, by its name. */
export const pspSecrets = z.record(z.string(), pspSecret);
/** A secret with our certificate. */
export type CertificateSecret = z.output<typeof withCertificate>;

export type CallPsp = (call: PspCall) => Promise<PspAnswer>;

type ReadSecret = () => Promise<PspSecret>;
export type ReadSecrets = () => Promise<z.output<typeof pspSecrets>>;

export type ClientOptions = {
  /** The PSP's address, without a trailing slash. */
  url: string;
  readSecret: ReadSecret;
  now: () => Date;
  /** Called with each secret that is read, before it is used. Throws if the secret must not be used. */
  confirm?: (ask: CallPsp) => Promise<void>;
  limits?: Limits;
};

export const idleMs = 60_000;
/**
 * Maximum number of connections. A worker may have a hundred transfers in progress, but more connections would not be
 * faster, because each connection needs a handshake.
 */
export const maxSockets = 50;
/** A token is not used in its last minute, because it might expire during the call (ms). */
const spareMs = 60_000;
/**
 * A session younger than this is not replaced after a refusal, so that the secret is not read again for every call
 * (ms).
 */
const freshMs = 30_000;

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

type Session = {
  agent: https.Agent;
  secret: CertificateSecret;
  token: string;
  openedAt: number;
  until: number;
};

export function makePspClient({
  url,
  readSecret,
  now,
  confirm,
  limits = usualLimits,
}: ClientOptions): CallPsp {
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
    if (!('certificate' in secret)) throw new OwnFault('the secret has no certificate');
    const { certificate: cert, private_key: key, ca } = secret;
    // The connections of a replaced session stay open until they time out, because other calls may still wait for
    // answers.
    const trusted = ca ? { ca } : {};
    const agent = new https.Agent({ cert, key, keepAlive: true, timeout: idleMs, maxSockets, ...trusted });
    const opened = await fetchToken(agent, secret, signal);
    await confirm?.(accepted((call) => ask(opened, call, signal)));
    return opened;
  }

  async function fetchToken(
    agent: https.Agent,
    secret: CertificateSecret,
    signal: AbortSignal,
  ): Promise<Session> {
    const basic = Buffer.from(`${secret.client_id}:${secret.client_secret}`).toString('base64');
    const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ grant_type: 'client_credentials' });
    const request = { method: 'POST', path: '/oauth/token', headers, body, signal } as const;
    const answer = await sendJson(url, agent, request, limits);
    const read = tokenAnswer.safeParse(answer.body);
    if ([400, 401, 403].includes(answer.status)) throw new OwnFault(`no token: ${answer.status}`);
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

  const ask = ({ agent, token }: Session, call: PspCall, signal: AbortSignal): Promise<PspAnswer> =>
    sendJson(url, agent, sentOf(call, `Bearer ${token}`, signal), limits);

  return accepted(async (call) => {
    // The time limit covers the whole call: the session, the request, and the repeated request.
    const signal = signalOf(call, limits);
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
  });
}
