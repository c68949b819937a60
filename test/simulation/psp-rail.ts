// The same network behind a PSP's API: every question goes through the service's own adapters and the fake PSP's words,
// so that what is silent, late or forgetful there is so here. Its end-to-end ids are the PSP's. It may get amounts wrong,
// and charges may be revised between our look and its payment.

import { parseAmount, toDecimalText } from '../../lib/base/money.ts';
import { makeBcbRefunds } from '../../lib/network/bcb/refunds.ts';
import { makeEfiPayouts } from '../../lib/network/efi/payouts.ts';
import type { FetchCharge } from '../../lib/network/fetch-charge.ts';
import type { ChargeLookup, PixNetwork } from '../../lib/network/port.ts';
import type { CallPsp } from '../../lib/network/psp-client.ts';
import { makeFakePsp } from '../psp/fake-psp.ts';
import { otherAmount, urlOf } from './charges.ts';
import type { Dice } from './dice.ts';
import type { Faults, WorldFault } from './faults.ts';
import { running } from './lambda.ts';
import type { Scheduler } from './scheduler.ts';

type Options = {
  rules: PixNetwork;
  scheduler: Scheduler;
  dice: Dice;
  faults: Faults;
  fail: (invariant: string, what: string) => void;
};

/** A payment of a dynamic code, and its charge as we had read it last. */
export type CodeSent = { reference: string; seen: ChargeLookup };

export function throughPsp({ rules, scheduler, dice, faults, fail }: Options): {
  network: PixNetwork;
  codesSent: CodeSent[];
} {
  const codesSent: CodeSent[] = [];
  /** The last look at each charge that was ours, and whose. */
  const looks = new Map<string, { by: string; seen: ChargeLookup }>();

  const unless = (fault: WorldFault) => (valor: string, reference: string) => {
    if (!faults.strikes(fault, running()?.functionKey)) return valor;
    const other = toDecimalText(otherAmount(dice, parseAmount(valor) ?? 0));
    scheduler.note(`  ${fault}: ${reference} ${valor}, ${other}`);
    return other;
  };
  const answer = makeFakePsp({
    rules,
    now: () => new Date(scheduler.now()),
    payerOf: async () => undefined,
    amounts: {
      revised: unless('charge revised in between'),
      taken: unless('network takes another amount'),
    },
  });
  // As on a wire: text, and nothing that was not written.
  const call: CallPsp = async (asked) => {
    const [, reference] = /^\/v2\/gn\/pix\/([^/]+)\/qrcode$/.exec(asked.path) ?? [];
    if (reference) noteCode(reference, urlOf((asked.body as { pixCopiaECola: string }).pixCopiaECola));
    const { status, body } = await answer(JSON.parse(JSON.stringify(asked)));
    return { status, body: JSON.parse(JSON.stringify(body)) };
  };
  const fetchCharge: FetchCharge = async (url) => {
    const by = whoseTurn();
    const seen = await rules.resolveBrCode({ url, text: '' });
    looks.set(url, { by, seen });
    return seen;
  };

  /** Just before it is paid a charge is looked at, by the run that pays. */
  function noteCode(reference: string, url: string): void {
    const look = looks.get(url);
    if (look?.by !== whoseTurn()) fail('I38', `${reference} is sent, and its charge was not looked at again`);
    if (look) codesSent.push({ reference, seen: look.seen });
  }

  const places = { payoutsAt: 'rail', refundsAt: 'rail' };
  const network = {
    ...places,
    ...makeEfiPayouts(call, 'us@example.com', fetchCharge),
    ...makeBcbRefunds(call),
  };
  return { network, codesSent };
}

const whoseTurn = () => `${running()?.functionKey}/${running()?.id}`;
