// The same network behind a PSP's API: every question goes through the service's own adapters and the fake PSP's words,
// so that what is silent, late or forgetful there is so here. Its end-to-end ids are the PSP's.

import { makeBcbRefunds } from '../../lib/pix/bcb-refunds.ts';
import { makeEfiNetwork } from '../../lib/pix/efi-network.ts';
import type { PixNetwork } from '../../lib/pix/network.ts';
import type { CallPsp } from '../../lib/pix/psp-client.ts';
import { makeFakePsp } from '../psp/fake-psp.ts';
import type { Scheduler } from './scheduler.ts';

export function throughPsp(rules: PixNetwork, scheduler: Scheduler): PixNetwork {
  const answer = makeFakePsp({
    rules,
    now: () => new Date(scheduler.now()),
    payerOf: async () => undefined,
  });
  // As on a wire: text, and nothing that was not written.
  const call: CallPsp = async (asked) => {
    const { status, body } = await answer(JSON.parse(JSON.stringify(asked)));
    return { status, body: JSON.parse(JSON.stringify(body)) };
  };
  const fetchCharge = (url: string) => rules.resolveBrCode({ url, text: '' });
  return { ...makeEfiNetwork(call, 'us@example.com', fetchCharge), ...makeBcbRefunds(call) };
}
