// Whether our own address answers, seen from outside: one call that needs no token and reads no table. Errors alone would not tell,
// since a call that never arrives is no error of ours.

import type { Base, WithOutbound } from '../app/deps.ts';
import { readPresented } from './presented-certificate.ts';

const call = { method: 'GET', headers: {}, timeoutMs: 10_000, bytesMax: 64 * 1024 } as const;

/** Counts an answer, or logs why there was none. */
export async function watchAddress(deps: Base & WithOutbound): Promise<{ answered: boolean }> {
  const { BASE_URL: baseUrl } = deps.config;
  const answer = await deps.outbound({ ...call, url: `${baseUrl}/.well-known/jwks.json` });
  const is = answer.kind === 'answered' ? `status ${answer.status}` : answer.kind;
  if (is === 'status 200' || (is === 'no_answer' && (await wantsCertificate(deps)))) {
    deps.metrics.count('AddressAnswered');
    return { answered: true };
  }
  deps.log.warn('our address does not answer', { outcome: is });
  return { answered: false };
}

/** With mutual TLS our address refuses a caller without a certificate, after it has presented a good one of its own. */
async function wantsCertificate({ config, now }: Base): Promise<boolean> {
  const url = new URL(config.BASE_URL);
  if (url.protocol !== 'https:') return false;
  return readPresented(url).then(
    (its) => its.checkHost(url.hostname) !== undefined && its.validToDate > now(),
    () => false,
  );
}
