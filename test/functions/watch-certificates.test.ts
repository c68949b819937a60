import type { AddressInfo } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';
import { generate } from 'selfsigned';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeHandler } from '../../functions/watch-certificates.ts';
import type { PspSecret, ReadSecrets } from '../../lib/network/psp-client.ts';
import { type PspEntry, parsePsps } from '../../lib/platform/psp-list.ts';
import { type Counted, collecting } from '../support/stack.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const now = new Date('2027-03-01T12:00:00.000Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

const certificateOf = (days: number) =>
  generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    notBeforeDate: inDays(-400),
    notAfterDate: inDays(days),
  });

/** Serves our own address with a certificate that expires in this many days. */
async function openAddress(days: number, more: TlsOptions = {}): Promise<string> {
  const { cert, private: key } = await certificateOf(days);
  const server = createServer({ cert, key, ...more }, (socket) => socket.on('error', () => {}));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const secretOf = async (days: number) => {
  const { cert, private: key } = await certificateOf(days);
  return { client_id: 'a', client_secret: 'b', certificate: cert, private_key: key } satisfies PspSecret;
};

/** Runs the function once, and returns its answer and its metrics. */
async function run(BASE_URL: string, readSecrets?: ReadSecrets, psps = 'psp efi https://pix.example.com us') {
  const counted: Counted[] = [];
  const { readSecrets: _, ...deps } = used.stack.deps;
  const world = {
    ...deps,
    config: { ...deps.config, BASE_URL, PSPS: readSecrets ? (parsePsps(psps) as PspEntry[]) : [] },
    now: () => now,
    metrics: collecting(counted),
  };
  const answer = makeHandler({ ...world, ...(readSecrets ? { readSecrets } : {}) })();
  return { counted, answer: await answer.catch((error: Error) => error.message) };
}

/** Refuses clients without a certificate, like API Gateway with a truststore. */
const mutual = { requestCert: true, rejectUnauthorized: true } as const;

const awsAddress = 'https://abc.execute-api.sa-east-1.amazonaws.com';

describe('the monitoring of certificates', () => {
  test.each([90, 30, 7, 0, -3])('a PSP certificate is reported with its %d remaining days', async (days) => {
    const { answer, counted } = await run(awsAddress, async () => ({ psp: await secretOf(days) }));

    expect([answer, counted]).toEqual([{ psp: days }, [['CertificateDaysLeft', days]]]);
  });

  test('the certificate at each PSP of the list is reported', async () => {
    const two =
      'psp efi https://pix.example.com us; refunds bcb https://pix.example.org us; pay woovi https://api.example.com us';
    const [psp, refunds] = await Promise.all([secretOf(20), secretOf(5)]);

    expect((await run(awsAddress, async () => ({ psp, refunds }), two)).answer).toEqual({
      psp: 20,
      refunds: 5,
    });
    expect((await run(awsAddress, async () => ({ psp }), two)).answer).toBe(
      'a certificate could not be read',
    );
  });

  test('the remaining days are those of our own certificate, which is the first of the chain, and not those of its issuers', async () => {
    const [own, issuer] = await Promise.all([secretOf(20), secretOf(5)]);
    const chain = { ...own, certificate: `${own.certificate}\n${issuer.certificate}` };

    expect((await run(awsAddress, async () => ({ psp: chain }))).answer).toEqual({ psp: 20 });
  });

  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'the remaining days are reported even if mutual TLS refuses us, with %s',
    async (version) => {
      const address = await openAddress(33, { ...mutual, minVersion: version, maxVersion: version });

      expect((await run(address)).answer).toEqual({ address: 33 });
    },
  );

  test.each([41, -1])(
    'the certificate of our own address is reported with its remaining days: %d',
    async (days) => {
      const { answer, counted } = await run(await openAddress(days));

      expect([answer, counted]).toEqual([{ address: days }, [['CertificateDaysLeft', days]]]);
    },
  );

  test('the certificate of the address is reported even if the secret cannot be read, but the run fails', async () => {
    const { answer, counted } = await run(await openAddress(12), async () => {
      throw new Error('AccessDenied');
    });

    expect([answer, counted]).toEqual(['a certificate could not be read', [['CertificateDaysLeft', 12]]]);
  });

  test('no remaining days are reported if our address does not answer, and the run fails', async () => {
    expect((await run('https://127.0.0.1:1')).answer).toBe('a certificate could not be read');
  });

  test('no remaining days are reported if AWS provides the address and the sandbox pays', async () => {
    expect(await run(awsAddress)).toEqual({ answer: {}, counted: [] });
  });
});
