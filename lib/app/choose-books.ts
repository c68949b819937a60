// Chooses the books to reconcile ours with, by configuration: those of the PSP, if it both pays and refunds.
// The sandbox has none to list.

import { makeBcbBooks } from '../network/bcb/books.ts';
import { makeEfiBooks } from '../network/efi/books.ts';
import type { PspBooks } from '../network/psp-books.ts';
import { makePspClient, type ReadSecret } from '../network/psp-client.ts';
import type { Config } from '../platform/config.ts';

type Options = {
  config: Pick<Config, 'PAYOUT_NETWORK' | 'REFUND_NETWORK' | 'PSP_URL'>;
  readSecret: ReadSecret;
  now: () => Date;
};

export function chooseBooks({ config, readSecret, now }: Options): PspBooks | undefined {
  const { PAYOUT_NETWORK, REFUND_NETWORK, PSP_URL: url = '' } = config;
  if (PAYOUT_NETWORK !== 'efi' || REFUND_NETWORK !== 'bcb') return undefined;
  const call = makePspClient({ url, readSecret, now });
  return { ...makeBcbBooks(call), ...makeEfiBooks(call) };
}
