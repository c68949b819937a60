// The service with its PSP adapters against the fake PSP, whose rules are the sandbox's: so the journeys, and their
// reserved recipients, go through the wire.

import type { PixNetwork } from '../../lib/pix/network.ts';
import { openStack, type Stack } from '../support/stack.ts';
import { makeFakePsp } from './fake-psp.ts';
import { openPspServer, type PspServer } from './psp-server.ts';

export type PspStack = {
  stack: Stack;
  psp: PspServer;
  /** What the PSP lists. */
  lists: { pix: unknown[]; infracoes: unknown[]; sentReturns: Record<string, unknown[]> };
  close(): Promise<void>;
};

export async function openPspStack(): Promise<PspStack> {
  let answer: ReturnType<typeof makeFakePsp> | undefined;
  const psp = await openPspServer(async (request) => {
    if (!answer) throw new Error('the stack is not open yet');
    return answer(request);
  });
  const settings = {
    PAYOUT_NETWORK: 'efi',
    REFUND_NETWORK: 'bcb',
    PSP_URL: psp.url,
    PSP_PIX_KEY: 'us@example.com',
  };
  const stack = await openStack({ settings, readSecret: async () => psp.secret });
  const { sandbox, incoming, now } = stack.deps;
  const lists = { pix: [], infracoes: [], sentReturns: {} };
  answer = makeFakePsp({
    lists,
    rules: sandbox as PixNetwork,
    now,
    payerOf: async (endToEndId) => (await incoming.findReceived(endToEndId))?.payer.name,
  });
  return {
    stack,
    psp,
    lists,
    async close() {
      await stack.stop();
      await psp.close();
    },
  };
}
