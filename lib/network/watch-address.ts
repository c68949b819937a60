// Checks from outside whether our own address answers, with one call that needs no token and reads no table. Counting
// errors is not enough, because a call that never arrives causes no error here.

import { connect } from 'node:tls';
import type { Base, WithOutbound } from '../platform/deps.ts';

const call = { method: 'GET', headers: {}, timeoutMs: 10_000, bytesMax: 64 * 1024 } as const;

/**
 * Counts an answer of our address, or logs why there was no answer.
 * @param ca for tests: a certificate authority to trust instead of the system's authorities
 */
export async function watchAddress(deps: Base & WithOutbound, ca?: string): Promise<{ answered: boolean }> {
  const { BASE_URL: baseUrl } = deps.config;
  const answer = await deps.outbound({ ...call, url: `${baseUrl}/.well-known/jwks.json` });
  const is = answer.kind === 'answered' ? `status ${answer.status}` : answer.kind;
  if (is === 'status 200' || (is === 'no_answer' && (await wantsCertificate(deps, ca)))) {
    deps.metrics.count('AddressAnswered');
    return { answered: true };
  }
  deps.log.warn('our address does not answer', { outcome: is });
  return { answered: false };
}

/**
 * Returns whether our address answers with mutual TLS. Such an address presents a valid certificate and disconnects a
 * caller without a certificate, which counts as an answer. An address that disconnects every caller after the handshake
 * gives the same result.
 */
function wantsCertificate({ config, now }: Base, ca?: string): Promise<boolean> {
  const { protocol, hostname: host, port } = new URL(config.BASE_URL);
  if (protocol !== 'https:') return Promise.resolve(false);
  return new Promise((resolve) => {
    const trusted = ca === undefined ? {} : { ca };
    const socket = connect({ host, port: Number(port || 443), servername: host, ...trusted });
    const late = setTimeout(() => socket.destroy(), call.timeoutMs);
    socket.once('close', () => {
      clearTimeout(late);
      resolve(false);
    });
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) => {
      const its = socket.getPeerX509Certificate();
      const isGood = its !== undefined && its.checkHost(host) !== undefined && its.validToDate > now();
      resolve(isGood && !isDistrust.test(code));
    });
  });
}

/** Matches Node's error codes for a certificate that is not trusted, has another name, or is not valid now. */
const isDistrust = /^(UNABLE_|SELF_|DEPTH_|CERT_|INVALID_|HOSTNAME|ERR_TLS_CERT)/;
