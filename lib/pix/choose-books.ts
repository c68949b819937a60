// Whose books ours are compared with, by configuration: the PSP's that pays and gives back. The sandbox keeps none that
// could be listed.

import type { Config } from '../config.ts';
import { makeBcbBooks } from './bcb-books.ts';
import { makeEfiBooks } from './efi-books.ts';
import type { PspBooks } from './psp-books.ts';
import { makePspClient, type ReadSecret } from './psp-client.ts';

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
