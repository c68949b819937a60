// npm run admin -- network check: checks whether a PSP accepts our certificate and credentials, and which address its
// callbacks use.

import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { CallPsp, CertificateSecret, PspSecret } from '../lib/network/psp-client.ts';
import { clientOf, identities } from '../lib/network/registry.ts';
import type { PspEntry } from '../lib/platform/psp-list.ts';
import type { PspKind } from '../lib/platform/psp-names.ts';

export type Finding = { ok: boolean; what: string };

type Options = PspEntry & {
  /** The expected address of the callback. If it is absent, any registered address is accepted. */
  callback?: string;
  secret: PspSecret;
  now: Date;
};

const warnDays = 30;

/** Checks the PSP with reading calls only, so nothing is changed. */
export async function checkNetwork({ psp, url, key, callback, secret, now }: Options): Promise<Finding[]> {
  const call = clientOf(psp)({ url, readSecret: async () => secret, now: () => now });
  if (!('certificate' in secret)) return checkToken(psp, call, key);
  const certificate = checkCertificate(secret, now);
  try {
    const { status, body } = await call({ method: 'GET', path: `/v2/webhook/${encodeURIComponent(key)}` });
    const entered = {
      ok: true,
      what: 'The PSP accepts the certificate and the credentials.',
    };
    return [...certificate, entered, await named(psp, call, key), registration(status, body, key, callback)];
  } catch (error) {
    return [...certificate, { ok: false, what: `The PSP refuses access: ${words(error)}` }];
  }
}

/** Checks a PSP that identifies us by a token. Does not check to which address this PSP sends its callbacks. */
async function checkToken(psp: PspKind, call: CallPsp, key: string): Promise<Finding[]> {
  try {
    const identity = await named(psp, call, key);
    return [{ ok: true, what: 'The PSP accepts the token.' }, identity];
  } catch (error) {
    return [{ ok: false, what: `The PSP refuses the token, or does not answer: ${words(error)}` }];
  }
}

/** Returns which account the PSP names. `network list` shows the account that the stage knows. */
async function named(psp: PspKind, call: CallPsp, key: string): Promise<Finding> {
  const identity = await identities[psp](call, key);
  return {
    ok: true,
    what: identity ? `The account there is: ${identity}.` : 'The PSP does not name the account.',
  };
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
