// Simulates an institution that issues the charges of dynamic codes. It signs a charge as it is at that moment, and a
// test may change the charge at any time.

import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { makeOutbound, type Outbound } from '../../lib/platform/outbound.ts';
import { openReceiver } from './receiver.ts';

export type Charge = { chave: string; txid: string; valor: string; status?: string };
export type Issuer = Awaited<ReturnType<typeof openIssuer>>;

/** @param host the host name without a port, as it is in codes */
export async function openIssuer(host: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k' }] });
  const charges = new Map<string, Charge>();
  const state = { silent: false };

  const receiver = await openReceiver(host, async (response, { path }) => {
    if (path === '/keys') return response.end(keys);
    if (state.silent) return response.writeHead(503).end();
    const charge = charges.get(path);
    return charge ? response.end(await sign(charge)) : response.writeHead(404).end();
  });

  function sign({ chave, txid, valor, status = 'ATIVA' }: Charge): Promise<string> {
    const calendario = { criacao: new Date().toISOString(), expiracao: 600 };
    const content = { status, txid, chave, calendario, valor: { original: valor } };
    return new CompactSign(Buffer.from(JSON.stringify(content)))
      .setProtectedHeader({ alg: 'ES256', kid: 'k', jku: `https://${host}/keys` })
      .sign(privateKey);
  }

  const there = makeOutbound({ allowLoopback: true, resolve: async () => ['127.0.0.1'], ca: receiver.ca });
  const elsewhere = makeOutbound({ allowLoopback: true });
  const own = `https://${host}/`;
  const outbound: Outbound = (call) =>
    call.url.startsWith(own)
      ? there({ ...call, url: call.url.replace(own, `${receiver.url}/`) })
      : elsewhere(call);

  return { host, charges, state, heard: receiver.heard, outbound, close: receiver.close };
}
