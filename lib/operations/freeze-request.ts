// What will be stored of a create call: payee and amount fixed for good, so that what is approved is what is paid.
// Refuses a key or a code that cannot be paid. A dynamic code is the one thing that asks the network before the
// write, because its payee and amount are not in it.

import { type BrCode, parseBrCode } from '../br-code.ts';
import type { AskedCashout, CashoutRequest } from '../cashout.ts';
import type { Deps } from '../deps.ts';
import { invariant, refuse } from '../errors.ts';
import type { Cents } from '../money.ts';
import type { DynamicCode } from '../pix/network.ts';
import { parsePixKey } from '../pix-key.ts';
import { askNetwork } from './ask-network.ts';

export async function freezeRequest(deps: Deps, asked: AskedCashout): Promise<CashoutRequest> {
  const { amountCents, copyAndPaste } = asked;
  if (copyAndPaste !== undefined) {
    const charge = await readCode(deps, copyAndPaste);
    return { ...asked, ...charge, amountCents: agreedAmount(amountCents, charge.amountCents) };
  }
  if (asked.pixKey !== undefined && !parsePixKey(asked.pixKey)) refuse('invalid_pix_key');
  invariant(amountCents, 'only a code may stand for the amount');
  return { ...asked, amountCents };
}

type Charge = { pixKey: string; amountCents?: Cents; txid?: string };

async function readCode(deps: Deps, copyAndPaste: string): Promise<Charge> {
  const code = parseBrCode(copyAndPaste);
  if (!code) refuse('invalid_br_code');
  return code.kind === 'static' ? readStatic(code) : fetchCharge(deps, { url: code.url, text: copyAndPaste });
}

function readStatic({
  pixKey,
  amountCents,
  txid,
  isWithdrawal,
}: Extract<BrCode, { kind: 'static' }>): Charge {
  // Pix Saque hands out cash at a counter: not something to be paid from here.
  if (isWithdrawal) refuse('invalid_br_code');
  return { pixKey, ...(amountCents ? { amountCents } : {}), ...(txid ? { txid } : {}) };
}

async function fetchCharge(deps: Deps, code: DynamicCode): Promise<Charge> {
  const found = await askNetwork(deps, {}, () => deps.network.resolveBrCode(code));
  // Nothing is stored yet, so asking again is all there is to do.
  if (found.kind === 'unknown') refuse('unavailable');
  if (found.kind !== 'payable') refuse('br_code_not_payable');
  const { pixKey, amountCents, txid } = found;
  return { pixKey, txid, ...(amountCents ? { amountCents } : {}) };
}

/** The code's amount, or the caller's where the code has none; given both, they must be the same. */
function agreedAmount(asked: Cents | undefined, coded: Cents | undefined): Cents {
  const fault = (message: string) => refuse('validation_error', [{ field: 'amount', message }]);
  if (asked !== undefined && coded !== undefined && asked !== coded) fault('must be the amount of the code');
  return coded ?? asked ?? fault('is required: the code has no amount');
}
