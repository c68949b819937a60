// Makes the request to store for a copy-and-paste QR code. Payee and amount are fixed permanently, as in every create
// call. A code that cannot be paid is refused. Only a dynamic code needs a request to the network before the write,
// because it does not contain its payee and amount.

import { refuse, refuseSaying } from '../base/errors.ts';
import type { Cents } from '../base/money.ts';
import { askNetwork } from '../network/ask-network.ts';
import { type BrCode, readBrCode } from '../network/br-code.ts';
import type { WithNetwork } from '../network/deps.ts';
import type { DynamicCode } from '../network/port.ts';
import type { Base } from '../platform/deps.ts';
import { refuseStart } from './accept-schedule.ts';
import type { AskedCashout, CashoutRequest } from './cashout.ts';
import { dynamicCodeRefusal } from './dynamic-code.ts';

export async function fixCode(deps: Base & WithNetwork, asked: AskedCashout): Promise<CashoutRequest> {
  // The caller can repeat the call safely, because nothing is stored yet.
  return (await readCode(deps, asked)) ?? refuse('unavailable');
}

/**
 * Reads a copy-and-paste code like `fixCode`, but does not refuse if there is no answer.
 * @returns undefined if the issuer of a dynamic QR code gave no answer
 */
export async function readCode(
  deps: Base & WithNetwork,
  asked: AskedCashout,
): Promise<CashoutRequest | undefined> {
  const code = readBrCode(asked.copyAndPaste ?? '');
  if (code.kind === 'none') refuseCode(code.why);
  if (code.kind === 'static') {
    const charge = readStatic(code);
    return { ...asked, ...charge, amountCents: agreedAmount(asked.amountCents, charge.amountCents) };
  }
  // A scheduled start is refused, because the charge of a dynamic code may have expired by the start.
  if (asked.scheduledFor) refuseStart('must be left out with a dynamic code');
  refuseDynamic(deps, asked.amountCents);
  const charge = await fetchCharge(deps, { url: code.url, text: asked.copyAndPaste ?? '' });
  if (!charge) return undefined;
  const amountCents = agreedAmount(asked.amountCents, charge.amountCents);
  refuseDynamic(deps, amountCents);
  return { ...asked, ...charge, amountCents };
}

const faults = {
  'two templates': 'The code has two PIX templates, of which it cannot be known which one to pay',
  'two readings':
    'The code can be read in two ways, because its lengths count its special characters differently',
};

function refuseCode(why: keyof typeof faults | undefined): never {
  refuseSaying('invalid_br_code', why ? { detail: faults[why] } : {});
}

/**
 * Refuses a dynamic QR code that this stage does not pay. Called before the request to the network, and again once the
 * amount is known.
 */
function refuseDynamic(deps: Base & WithNetwork, amountCents: Cents | undefined): void {
  const refusal = dynamicCodeRefusal(deps, amountCents);
  if (refusal) refuse(refusal);
}

type Charge = { pixKey: string; amountCents?: Cents; txid?: string };

function readStatic({
  pixKey,
  amountCents,
  txid,
  isWithdrawal,
}: Extract<BrCode, { kind: 'static' }>): Charge {
  // A code for Pix Saque cannot be paid here, because it pays out cash at a counter.
  if (isWithdrawal) refuse('invalid_br_code');
  return { pixKey, ...(amountCents ? { amountCents } : {}), ...(txid ? { txid } : {}) };
}

async function fetchCharge(deps: Base & WithNetwork, code: DynamicCode): Promise<Charge | undefined> {
  const found = await askNetwork(deps, {}, () => deps.network.resolveBrCode(code));
  if (found.kind === 'unknown') return undefined;
  if (found.kind !== 'payable') refuse('br_code_not_payable');
  const { pixKey, amountCents, txid } = found;
  return { pixKey, txid, ...(amountCents ? { amountCents } : {}) };
}

/** Returns the code's amount, or the caller's amount if the code has none. Refuses two amounts that differ. */
function agreedAmount(asked: Cents | undefined, coded: Cents | undefined): Cents {
  const fault = (message: string) => refuse('validation_error', [{ field: 'amount', message }]);
  if (asked !== undefined && coded !== undefined && asked !== coded) fault('must be the amount of the code');
  return coded ?? asked ?? fault('is required: the code has no amount');
}
