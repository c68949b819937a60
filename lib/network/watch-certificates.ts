// How many days are left of the certificates on which the service stands: ours at the PSP, and that of our own address as
// callers see it. Nobody else notices that one ends before it has ended.

import { X509Certificate } from 'node:crypto';
import type { Base, WithPspSecret } from '../app/deps.ts';
import { readPresented } from './presented-certificate.ts';

const dayMs = 86_400_000;

/** Counts the days left of each, and throws at the end if one could not be read. @returns the days, by name */
export async function watchCertificates(deps: Base & WithPspSecret): Promise<Record<string, number>> {
  const { config, readSecret } = deps;
  const certificates: [name: string, read: () => Promise<X509Certificate>][] = [];
  // In a file with several, ours is the first.
  if (readSecret)
    certificates.push(['psp', async () => new X509Certificate((await readSecret()).certificate)]);
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

/** An address that AWS has made is AWS's to renew. */
function isOurs(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'https:' && !/\.amazonaws\.com(\.cn)?$/.test(hostname);
}
