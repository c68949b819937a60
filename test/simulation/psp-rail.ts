// Puts the same network behind a PSP's API. Every request goes through the service's own adapters and the answers of
// the fake PSP, so a silent, late or forgetful network shows in them too. The end-to-end ids are the PSP's. The PSP may
// get amounts wrong, and charges may change between our look-up and the payment.

import { parseAmount, toDecimalText } from '../../lib/base/money.ts';
import { makeBcbRefunds } from '../../lib/network/bcb/refunds.ts';
import { makeEfiPayouts } from '../../lib/network/efi/payouts.ts';
import type { FetchCharge } from '../../lib/network/fetch-charge.ts';
import { accepted } from '../../lib/network/own-fault.ts';
import type { ChargeLookup, PixNetwork } from '../../lib/network/port.ts';
import type { CallPsp } from '../../lib/network/psp-client.ts';
import { NoAnswer } from '../../lib/network/silence.ts';
import { makeFakePsp, type PspReply } from '../psp/fake-psp.ts';
import { otherAmount, urlOf } from './charges.ts';
import type { Dice } from './dice.ts';
import type { Faults, WorldFault } from './faults.ts';
import { running } from './lambda.ts';
import { type OwnFaults, ourKey } from './own-faults.ts';
import { throughSecrets } from './psp-secrets.ts';
import type { Scheduler } from './scheduler.ts';
import type { Turns } from './turns.ts';

type Options = {
  rules: PixNetwork;
  scheduler: Scheduler;
  dice: Dice;
  faults: Faults;
  ownFaults: OwnFaults;
  turns: Turns;
  fail: (invariant: string, what: string) => void;
};

/** A payment of a dynamic code, and its charge as we had last read it. */
export type CodeSent = { reference: string; seen: ChargeLookup };

export function throughPsp({ rules, scheduler, dice, faults, ownFaults, turns, fail }: Options): {
  network: PixNetwork;
  codesSent: CodeSent[];
  refusals: Set<string>;
} {
  const codesSent: CodeSent[] = [];
  /** The references of payments that the PSP has refused for another reason than a fault of ours. */
  const refusals = new Set<string>();
  /** The last look-up of each charge, with the invocation that made it. */
  const looks = new Map<string, { by: string; seen: ChargeLookup }>();

  const unless = (fault: WorldFault) => (valor: string, reference: string) => {
    if (!faults.strikes(fault, running()?.functionKey)) return valor;
    const other = toDecimalText(otherAmount(dice, parseAmount(valor) ?? 0));
    scheduler.note(`  ${fault}: ${reference} ${valor}, ${other}`);
    return other;
  };
  const answer = makeFakePsp({
    rules: {
      ...rules,
      sendPayment: async (order) => heard(await rules.sendPayment(order)),
      findPayment: async (place) => heard(await rules.findPayment(place)),
    },
    own: ownFaults.own,
    webhooks: { [ourKey]: 'https://api.example.com/network/pix' },
    tell: ownFaults.explain,
    now: () => new Date(scheduler.now()),
    payerOf: async () => undefined,
    amounts: {
      revised: unless('charge revised in between'),
      taken: unless('network takes another amount'),
    },
  });
  // Converts request and answer to JSON and back, as HTTP does, so that values without a JSON form are lost.
  const ours: CallPsp = accepted(async (asked) => {
    const [, reference] = /^\/v2\/gn\/pix\/([^/]+)\/qrcode$/.exec(asked.path) ?? [];
    if (turns.isSilent('rail')) throw new NoAnswer('it is silent');
    if (reference) noteCode(reference, urlOf((asked.body as { pixCopiaECola: string }).pixCopiaECola));
    noteSent(asked);
    const question = questionOf(asked);
    // The adapter looks up a payment within a request to pay it, too.
    if (question === 'send') turns.begin('rail', question);
    const retryAfter = question && turns.busySeconds('rail', question);
    if (retryAfter !== undefined) return { status: 429, body: {}, retryAfter };
    const reply = ownFaults.denies() ?? (await answer(JSON.parse(JSON.stringify(asked))));
    noteReply(asked, reply);
    return { status: reply.status, body: JSON.parse(JSON.stringify(reply.body)) };
  });

  const call = throughSecrets({ ownFaults, ours, fail });

  /** Fails if a payment is sent that was removed at the PSP after the service had seen it there. */
  function noteSent({ method, path }: Asked): void {
    const [, reference = ''] = payment.exec(path) ?? [];
    if (method === 'PUT' && ownFaults.removed.has(reference))
      fail('I60', `${reference} was removed at the PSP, and is sent again`);
  }

  function noteReply(asked: Asked, reply: PspReply): void {
    const [, sought] = lookUp.exec(asked.path) ?? [];
    if (sought && reply.status === 404) ownFaults.missed.add(sought);
    const [, reference] = payment.exec(asked.path) ?? [];
    if (!reference) return;
    const isOwnFault = ownWords.test(JSON.stringify(reply.body)) || [401, 403].includes(reply.status);
    ownFaults.note(asked, reply, isOwnFault);
    if (isOwnFault) scheduler.note(`  ${asked.method} ${reference}: refused because of us`);
    else if (asked.method === 'PUT' && reply.status >= 400 && reply.status < 500) refusals.add(reference);
  }
  const fetchCharge: FetchCharge = async (url) => {
    const by = whoseTurn();
    const seen = await rules.resolveBrCode({ url, text: '' });
    looks.set(url, { by, seen });
    return seen;
  };

  /** Records which charge was read before its payment. The invocation that pays must have looked it up itself. */
  function noteCode(reference: string, url: string): void {
    const look = looks.get(url);
    if (look?.by !== whoseTurn()) fail('I38', `${reference} is sent, and its charge was not looked at again`);
    if (look) codesSent.push({ reference, seen: look.seen });
  }

  const places = {
    payoutsAt: rules.payoutsAt,
    refundsAt: rules.refundsAt,
    ...(rules.at ? { at: rules.at } : {}),
  };
  const network = {
    ...places,
    ...makeEfiPayouts(call, ourKey, fetchCharge),
    ...makeBcbRefunds(call),
  };
  return { network, codesSent, refusals };
}

type Asked = Parameters<CallPsp>[0];
const payment = /^\/v\d\/gn\/pix\/(\d+)(?:\/qrcode)?$/;
const lookUp = /^\/v2\/gn\/pix\/enviados\/id-envio\/(\d+)$/;
const ownWords = /chave_invalida|documento_bloqueado|qrcode\.pagador/;

/** The PSP answers nothing as long as it hears nothing from the network. */
function heard<Said extends { kind: string }>(said: Said): Said {
  if (said.kind === 'unknown' && !('state' in said)) throw new Error('the PSP breaks off');
  return said;
}

const whoseTurn = () => `${running()?.functionKey}/${running()?.id}`;

/** Returns what a request about a payment or a refund asks; undefined for other requests. */
function questionOf({ method, path }: Asked): 'send' | 'find' | undefined {
  if (!/^\/v[23]\/(gn\/)?pix\//.test(path)) return undefined;
  return method === 'GET' ? 'find' : 'send';
}
