// The service with its PSP adapters against the fake PSP, whose rules are the sandbox's: so the journeys, and their
// reserved recipients, go through the wire.

import type { PixNetwork } from '../../lib/pix/network.ts';
import { openStack, type Stack } from '../support/stack.ts';
import { type FakeBooks, makeFakeBooks } from './fake-books.ts';
import { makeFakePsp, type PspRequest } from './fake-psp.ts';
import { openPspServer, type PspServer } from './psp-server.ts';

export type PspStack = {
  stack: Stack;
  psp: PspServer;
  /** What the PSP lists. */
  lists: { pix: unknown[]; infracoes: unknown[] };
  /** What it has on its books. */
  books: FakeBooks;
  /** What it answers, past the wire. */
  ask(request: PspRequest): Promise<unknown>;
  close(): Promise<void>;
};

/** @param now the clock of both; the machine's unless it is given */
export async function openPspStack(clock?: () => Date): Promise<PspStack> {
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
  const stack = await openStack({
    settings,
    readSecret: async () => psp.secret,
    ...(clock ? { now: clock } : {}),
  });
  const { sandbox, incoming, now } = stack.deps;
  const lists: { pix: unknown[]; infracoes: unknown[] } = { pix: [], infracoes: [] };
  const books = makeFakeBooks(lists);
  const fake = makeFakePsp({
    lists,
    books,
    rules: sandbox as PixNetwork,
    now,
    payerOf: async (endToEndId) => (await incoming.findReceived(endToEndId))?.payer.name,
  });
  answer = fake;
  return {
    stack,
    psp,
    lists,
    books,
    ask: async (request) => (await fake(request)).body,
    async close() {
      await stack.stop();
      await psp.close();
    },
  };
}
