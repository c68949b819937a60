// The fake PSP behind mutual TLS and its own tokens, on loopback, with faults on demand.

import { randomUUID } from 'node:crypto';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import type { CertificateSecret } from '../../lib/network/psp-client.ts';
import type { PspReply, PspRequest } from './fake-psp.ts';

/** The fault of one request. With `after`, the request still takes effect. `none` is a request without a fault. */
export type PspFault =
  | 'none'
  | 'drop before'
  | 'drop after'
  | '503 before'
  | '503 after'
  | 'hang'
  | 'not JSON'
  | 'endless';

export type PspServer = Awaited<ReturnType<typeof openPspServer>>;

const names = [{ name: 'commonName', value: 'localhost' }];
const forLoopback = {
  keyType: 'ec' as const,
  extensions: [{ name: 'subjectAltName' as const, altNames: [{ type: 7 as const, ip: '127.0.0.1' }] }],
};
export const makeCertificate = () => generate(names, forLoopback);

/** @param appId the token of a PSP that requires only a token and no certificate */
export async function openPspServer(answer: (request: PspRequest) => Promise<PspReply>, appId?: string) {
  const [own, client] = await Promise.all([makeCertificate(), makeCertificate()]);
  const clients = new Map([['client', 'secret']]);
  const trusted = new Set([client.cert]);
  const tokens = new Set<string>();
  const faults: PspFault[] = [];
  const seen: PspRequest[] = [];
  let issued = 0;
  let tokenSeconds = 3_600;

  const server = https.createServer({
    cert: own.cert,
    key: own.private,
    requestCert: true,
    rejectUnauthorized: false,
  });
  server.on('request', async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const say = ({ status, body, retryAfter }: PspReply) => {
      response.writeHead(status, {
        ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
        'content-type':
          typeof body === 'string'
            ? 'text/csv'
            : status < 400
              ? 'application/json'
              : 'application/problem+json',
      });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    const { raw } = (request.socket as TLSSocket).getPeerCertificate();
    const shown = raw
      ? `-----BEGIN CERTIFICATE-----\n${raw
          .toString('base64')
          .replace(/(.{64})/g, '$1\n')
          .trim()}\n-----END CERTIFICATE-----`
      : '';
    if (appId !== undefined && request.headers.authorization !== appId)
      return say({ status: 401, body: { error: 'appID inválido' } });
    const isKnown = appId !== undefined;
    if (!isKnown && ![...trusted].some((one) => one.replace(/\s/g, '') === shown.replace(/\s/g, '')))
      return request.socket.destroy();
    if (!isKnown && request.url === '/oauth/token') {
      const [id = '', secret] = Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64')
        .toString()
        .split(':');
      if (clients.get(id) !== secret) return say({ status: 401, body: { error: 'invalid_client' } });
      const token = randomUUID();
      tokens.add(token);
      issued += 1;
      return say({
        status: 200,
        body: { access_token: token, token_type: 'Bearer', expires_in: tokenSeconds },
      });
    }
    if (!isKnown && !tokens.has(request.headers.authorization?.slice(7) ?? ''))
      return say({ status: 401, body: { error: 'invalid_token' } });
    const call = {
      method: request.method ?? '',
      path: request.url ?? '',
      ...(text ? { body: JSON.parse(text) } : {}),
    };
    seen.push(call);
    const fault = faults.shift();
    if (fault === 'drop before') return request.socket.destroy();
    if (fault === '503 before') return say({ status: 503, body: {} });
    const reply = await answer(call);
    if (fault === 'drop after') return request.socket.destroy();
    if (fault === '503 after') return say({ status: 503, body: {} });
    if (fault === 'hang') return;
    if (fault === 'not JSON') return response.end('<html>ok</html>');
    if (fault === 'endless') {
      response.writeHead(200);
      while (!response.destroyed) {
        if (!response.write('x'.repeat(65_536)))
          await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
      }
      return;
    }
    say(reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const secret: CertificateSecret = {
    client_id: 'client',
    client_secret: 'secret',
    certificate: client.cert,
    private_key: client.private,
    ca: own.cert,
  };
  return {
    url: `https://127.0.0.1:${port}`,
    secret,
    /** The token of a PSP that requires only a token. */
    appSecret: { app_id: appId ?? '', ca: own.cert },
    faults,
    seen,
    issuedTokens: () => issued,
    /** Ends every issued token, and sets the lifetime of the next tokens. */
    endTokens(seconds = 3_600) {
      tokens.clear();
      tokenSeconds = seconds;
    },
    /** Replaces the client's certificate and secret. The old ones are no longer accepted. */
    async rotate(): Promise<CertificateSecret> {
      const next = await makeCertificate();
      trusted.clear();
      trusted.add(next.cert);
      clients.set('client', 'other');
      tokens.clear();
      server.closeAllConnections();
      return { ...secret, client_secret: 'other', certificate: next.cert, private_key: next.private };
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
