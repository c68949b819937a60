// Counts the days until the certificates that the service needs expire: our certificates at the PSPs, and that of our
// own address as callers see it. Without this count, an expired certificate would only be noticed after it expired.

import { X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';
import type { Base } from '../platform/deps.ts';
import { pspTraits } from '../platform/psp-names.ts';
import type { WithPspSecret } from './deps.ts';
import type { PspSecret } from './psp-client.ts';

const dayMs = 86_400_000;
const connectMs = 5_000;

/**
 * Counts the days left of each certificate. Throws at the end if a certificate could not be read.
 * @returns the days, by name of the certificate
 */
export async function watchCertificates(deps: Base & WithPspSecret): Promise<Record<string, number>> {
  const { config, readSecrets } = deps;
  // If the secret contains a chain of certificates, ours is the first. A PSP that authenticates us by a token has no
  // certificate of ours.
  const certificates: [name: string, read: () => Promise<X509Certificate>][] = config.PSPS.filter(
    ({ psp }) => pspTraits[psp].certificate,
  ).map(({ name }) => [name, async () => certificateIn((await readSecrets?.())?.[name])]);
  if (isOurs(config.BASE_URL)) certificates.push(['address', () => readPresented(new URL(config.BASE_URL))]);

  const days: Record<string, number> = {};
  for (const [name, read] of certificates) {
    try {
      const { validToDate } = await read();
      days[name] = Math.floor((validToDate.getTime() - deps.now().getTime()) / dayMs);
      deps.metrics.count('CertificateDaysLeft', days[name]);
      const about = { outcome: name, day: validToDate.toISOString().slice(0, 10), count: days[name] };
      deps.log.info('certificate read', about);
    } catch (error) {
      deps.log.error('certificate cannot be read', { outcome: name }, error);
    }
  }
  if (Object.keys(days).length < certificates.length) throw new Error('a certificate could not be read');
  return days;
}

function certificateIn(secret: PspSecret | undefined): X509Certificate {
  return new X509Certificate(secret && 'certificate' in secret ? secret.certificate : '');
}

/** Returns whether we must renew the address's certificate. If AWS made the address, AWS renews it. */
function isOurs(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'https:' && !/\.amazonaws\.com(\.cn)?$/.test(hostname);
}

/**
 * Reads the certificate that an address presents. Nothing is sent and nothing is verified, so that the dates of an
 * expired certificate can be read too.
 */
function readPresented({ hostname: host, port }: URL): Promise<X509Certificate> {
  return new Promise((resolve, reject) => {
    const name = /^[\d.]+$/.test(host) ? {} : { servername: host };
    const socket = connect({ host, port: Number(port || 443), ...name, rejectUnauthorized: false });
    const late = setTimeout(() => socket.destroy(new Error('our address did not answer')), connectMs);
    socket.once('close', () => clearTimeout(late));
    // With mutual TLS, our address presents its certificate before it refuses a caller without a certificate, so the
    // certificate is read even then.
    socket.once('error', (error) => {
      const presented = socket.getPeerX509Certificate();
      if (presented) resolve(presented);
      else reject(error);
    });
    socket.once('secureConnect', () => {
      const presented = socket.getPeerX509Certificate();
      if (presented) resolve(presented);
      else reject(new Error('our address sent no certificate'));
      socket.destroy();
    });
  });
}
