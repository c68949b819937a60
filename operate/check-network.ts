// npm run admin -- network check: checks whether a PSP accepts our certificate and credentials, and which address its
// callbacks use.

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { type CertificateSecret, makePspClient, type PspSecret } from '../lib/network/psp-client.ts';
import { makeTokenClient } from '../lib/network/token-client.ts';

export type Finding = { ok: boolean; what: string };

type Options = {
  url: string;
  /** The PIX key from which payments are made. The callback that is registered for this key is checked. */
  key: string;
  /** The expected address of the callback. If it is absent, any registered address is accepted. */
  callback?: string;
  secret: PspSecret;
  now: Date;
};

const warnDays = 30;

/** Checks the PSP with reading calls only, so nothing is changed. */
export async function checkNetwork({ url, key, callback, secret, now }: Options): Promise<Finding[]> {
  if (!('certificate' in secret)) return checkToken(url, secret);
  const certificate = checkCertificate(secret, now);
  const call = makePspClient({ url, readSecret: async () => secret, now: () => now });
  try {
    const { status, body } = await call({ method: 'GET', path: `/v2/webhook/${encodeURIComponent(key)}` });
    const entered = {
      ok: true,
      what: 'The PSP accepts the certificate and the credentials.',
    };
    return [...certificate, entered, registration(status, body, key, callback)];
  } catch (error) {
    return [...certificate, { ok: false, what: `The PSP refuses access: ${words(error)}` }];
  }
}

/** Checks a PSP that identifies us by a token. Does not check to which address this PSP sends its callbacks. */
async function checkToken(url: string, secret: PspSecret): Promise<Finding[]> {
  const call = makeTokenClient({ url, readSecret: async () => secret, now: () => new Date() });
  try {
    const { status } = await call({ method: 'GET', path: '/api/v1/account/' });
    return [
      {
        ok: status === 200,
        what: status === 200 ? 'The PSP accepts the token.' : `The PSP refuses the token: ${status}.`,
      },
    ];
  } catch (error) {
    return [{ ok: false, what: `The PSP does not answer: ${words(error)}` }];
  }
}

function checkCertificate({ certificate, private_key }: CertificateSecret, now: Date): Finding[] {
  const shown = new X509Certificate(certificate);
  const days = Math.floor((Date.parse(shown.validTo) - now.getTime()) / 86_400_000);
  const isOurs = shown.checkPrivateKey(createPrivateKey(private_key));
  return [
    {
      ok: isOurs,
      what: isOurs
        ? 'The private key matches the certificate.'
        : 'The private key does not match the certificate.',
    },
    {
      ok: days >= warnDays,
      what:
        days < 0
          ? `The certificate expired ${-days} days ago.`
          : `The certificate is valid for ${days} more days.`,
    },
  ];
}

function registration(status: number, body: unknown, key: string, callback: string | undefined): Finding {
  const { webhookUrl } = (body ?? {}) as { webhookUrl?: string };
  if (status === 404) return { ok: false, what: `No callback is registered for ${key}.` };
  if (status !== 200 || !webhookUrl)
    return { ok: false, what: `The callback of ${key} cannot be read: ${status}.` };
  const { origin, pathname } = new URL(webhookUrl);
  const isRight = callback === undefined || webhookUrl.startsWith(callback);
  // The query after the path may contain a secret, so it is not shown.
  const at = `${origin}${pathname}`;
  return {
    ok: isRight,
    what: isRight
      ? `Callbacks of ${key} go to ${at}.`
      : `Callbacks of ${key} go to ${at}, not to ${callback}.`,
  };
}

const words = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error));
