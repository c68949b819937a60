// The request to store for a copy-and-paste code. Payee and amount are fixed permanently, as in every create call.
// Refuses a code that cannot be paid. Only a dynamic code needs the network before the write, because it does not
// contain its payee and amount.

import { refuse, refuseSaying } from '../base/errors.ts';
import type { Cents } from '../base/money.ts';
import { askNetwork } from '../network/ask-network.ts';
import { type BrCode, readBrCode } from '../network/br-code.ts';
import type { WithNetwork } from '../network/deps.ts';
import type { DynamicCode } from '../network/port.ts';
import { refuseStart } from './accept-schedule.ts';
import type { AskedCashout, CashoutRequest } from './cashout.ts';
import type { Core } from './deps.ts';
import { dynamicCodeRefusal } from './dynamic-code.ts';

export async function fixCode(deps: Core & WithNetwork, asked: AskedCashout): Promise<CashoutRequest> {
  // Nothing is stored yet, so the caller can repeat the call.
  return (await readCode(deps, asked)) ?? refuse('unavailable');
}

/**
 * `fixCode` without a refusal for a missing answer.
 * @returns undefined when the issuer of a dynamic code gave no answer
 */
export async function readCode(
  deps: Core & WithNetwork,
  asked: AskedCashout,
): Promise<CashoutRequest | undefined> {
  const code = readBrCode(asked.copyAndPaste ?? '');
  if (code.kind === 'none') refuseCode(code.why);
  if (code.kind === 'static') {
    const charge = readStatic(code);
    return { ...asked, ...charge, amountCents: agreedAmount(asked.amountCents, charge.amountCents) };
  }
  // The charge may have ended by the start.
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

/** Called before the network request, and again once the amount is known. */
function refuseDynamic(deps: Core & WithNetwork, amountCents: Cents | undefined): void {
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
  // Pix Saque pays out cash at a counter, so it cannot be paid here.
  if (isWithdrawal) refuse('invalid_br_code');
  return { pixKey, ...(amountCents ? { amountCents } : {}), ...(txid ? { txid } : {}) };
}

async function fetchCharge(deps: Core & WithNetwork, code: DynamicCode): Promise<Charge | undefined> {
  const found = await askNetwork(deps, {}, () => deps.network.resolveBrCode(code));
  if (found.kind === 'unknown') return undefined;
  if (found.kind !== 'payable') refuse('br_code_not_payable');
  const { pixKey, amountCents, txid } = found;
  return { pixKey, txid, ...(amountCents ? { amountCents } : {}) };
}

/** The code's amount, or the caller's if the code has none. If both are given, they must be equal. */
function agreedAmount(asked: Cents | undefined, coded: Cents | undefined): Cents {
  const fault = (message: string) => refuse('validation_error', [{ field: 'amount', message }]);
  if (asked !== undefined && coded !== undefined && asked !== coded) fault('must be the amount of the code');
  return coded ?? asked ?? fault('is required: the code has no amount');
}
