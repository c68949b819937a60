// Whose books ours are compared with, by configuration: the PSP's that pays and gives back. The sandbox keeps none that
// could be listed.

import { makeBcbBooks } from '../network/bcb-books.ts';
import { makeEfiBooks } from '../network/efi-books.ts';
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
