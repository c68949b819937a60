// Opens a separate stage at a PSP with empty lists. Its one company makes no calls.

import type { Rails } from '../lib/network/port.ts';
import { makeFakeBooks } from '../test/psp/fake-books.ts';
import { makeFakePsp } from '../test/psp/fake-psp.ts';
import { openPspServer } from '../test/psp/psp-server.ts';
import { quietSettings } from './quiet-hour.ts';
import { openStage } from './stage.ts';

/** @param now returns the time for the PSP */
export async function openQuietStage(now: () => Date) {
  const psp = await openPspServer((request) => answer(request));
  const stage = await openStage('quiet', undefined, {
    ...quietSettings,
    PSPS: `main efi ${psp.url} us@example.com`,
    PAYOUT_NETWORK: 'main',
    REFUND_NETWORK: 'main',
  });
  const lists = { pix: [], infracoes: [] };
  const books = makeFakeBooks(lists);
  // The PSP's statements are ready at once here. In production the service waits for a statement only once a day.
  books.looksUntilReady = 0;
  const rules = stage.deps.sandbox as Rails;
  const answer = makeFakePsp({ lists, books, rules, now, payerOf: async () => undefined });
  await books.close(async () => undefined);
  await stage.openTenant({ accounts: 1, balance: 0 });
  return {
    stage,
    psp,
    async close() {
      await stage.close();
      await psp.close();
    },
  };
}
