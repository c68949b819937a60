// The service with its PSP adapters and the fake PSP, which follows the sandbox's rules. So the journeys and their
// reserved recipients also work over HTTP.

import { createHmac } from 'node:crypto';
import { withoutSandbox } from '../../infra/without-sandbox.ts';
import type { Rails } from '../../lib/network/port.ts';
import { type Issuer, openIssuer } from '../support/issuer.ts';
import { openStack, type Stack } from '../support/stack.ts';
import { type FakeBooks, makeFakeBooks } from './fake-books.ts';
import { makeFakePsp, type OwnAccount, type PspAmounts, type PspRequest } from './fake-psp.ts';
import { openPspServer, type PspServer } from './psp-server.ts';

export type PspStack = {
  stack: Stack;
  psp: PspServer;
  /** The lists of the PSP. */
  lists: { pix: unknown[]; infracoes: unknown[]; sentReturns: Record<string, unknown[]> };
  /** How the PSP changes amounts. */
  amounts: PspAmounts;
  /** The callbacks that are registered at the PSP, by key. */
  webhooks: Record<string, string>;
  /** Our account at the PSP. A test may change it. */
  own: OwnAccount;
  /** The issuer of the dynamic codes that are paid. */
  issuer: Issuer;
  /** The books of the PSP. */
  books: FakeBooks;
  /** The PSP itself, without HTTP. */
  ask(request: PspRequest): Promise<unknown>;
  close(): Promise<void>;
};

/**
 * @param clock the clock of the service and the PSP; by default the machine's
 * @param more other settings of the service
 * @param pace the limits of our requests, as in the list of PSPs
 */
export async function openPspStack(
  clock?: () => Date,
  more: Record<string, string> = {},
  pace = '',
): Promise<PspStack> {
  const issuer = await openIssuer('sandbox.pix');
  // The charge of this dynamic code is used in docs/getting-started.md.
  issuer.charges.set('/cob/open', {
    chave: 'fulano@example.com',
    txid: 'sandboxcobopen000000000001',
    valor: '27.50',
  });
  let answer: ReturnType<typeof makeFakePsp> | undefined;
  const psp = await openPspServer(async (request) => {
    if (!answer) throw new Error('the stack is not open yet');
    return answer(request);
  });
  const settings = {
    PSPS: `main efi ${psp.url} us@example.com ${pace}`,
    PAYOUT_NETWORK: 'main',
    REFUND_NETWORK: 'main',
    BR_CODE_ISSUERS: issuer.host,
    DYNAMIC_CODES: 'pay',
    DYNAMIC_CODE_MAX_CENTS: '100000',
    ...more,
  };
  const stack = await openStack({
    settings,
    // The sandbox only opens the companies. As in a stage with a PSP, no other function has its rights.
    change: (service) => void Object.assign(service.functions, withoutSandbox(service).functions),
    readSecrets: async () => ({ main: psp.secret }),
    outbound: issuer.outbound,
    ...(clock ? { now: clock } : {}),
  });
  const { sandbox, incoming, now } = stack.deps;
  const lists: { pix: unknown[]; infracoes: unknown[]; sentReturns: Record<string, unknown[]> } = {
    pix: [],
    infracoes: [],
    sentReturns: {},
  };
  const amounts: PspAmounts = {};
  const own: OwnAccount = {};
  const webhooks: Record<string, string> = {};
  const explained = new Set<string>();
  const books = makeFakeBooks(lists);
  const fake = makeFakePsp({
    lists,
    amounts,
    own,
    webhooks,
    tell(reference, { code, text }) {
      if (explained.has(reference)) return;
      explained.add(reference);
      const gnExtras = { idEnvio: reference, erro: { codigo: code, origem: 'SPI', motivo: text } };
      const body = JSON.stringify({ pix: [{ tipo: 'SOLICITACAO', status: 'NAO_REALIZADO', gnExtras }] });
      const hmac = createHmac('sha256', 'local-network-callback').update(body).digest('hex');
      setImmediate(() => void stack.send({ method: 'POST', path: '/network/pix', headers: { hmac }, body }));
    },
    books,
    rules: sandbox as Rails,
    now,
    payerOf: async (endToEndId) => (await incoming.findReceived(endToEndId))?.payer.name,
  });
  answer = fake;
  return {
    stack,
    psp,
    lists,
    amounts,
    own,
    webhooks,
    issuer,
    books,
    ask: async (request) => (await fake(request)).body,
    async close() {
      await stack.stop();
      await issuer.close();
      await psp.close();
    },
  };
}
