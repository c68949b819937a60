// Reads the charge of a dynamic QR code twice, from Efí and from its issuer. The charge is payable only if both agree.

import * as z from 'zod';
import { parseAmount } from '../../base/money.ts';
import type { FetchCharge } from '../fetch-charge.ts';
import type { ChargeLookup, DynamicCode } from '../port.ts';
import type { CallPsp } from '../psp-client.ts';
import { meaningOf } from '../psp-words.ts';
import { isSameCharge } from '../same-charge.ts';
import { chargeErrors } from './words.ts';

/**
 * Makes the function that reads a charge, first from Efí and then from the issuer. If the charge's host is not a known
 * issuer, the charge is not payable.
 */
export function makeReadCharge(call: CallPsp, fetchCharge: FetchCharge) {
  return async (code: DynamicCode): Promise<ChargeLookup> => {
    const told = await detail(call, code.text);
    if (told.kind !== 'payable') return told;
    const own = await fetchCharge(code.url);
    return own.kind === 'payable' && !isSameCharge(own, told) ? { kind: 'not_payable' } : own;
  };
}

async function detail(call: CallPsp, pixCopiaECola: string): Promise<ChargeLookup> {
  const answer = await call({ method: 'POST', path: '/v2/gn/qrcodes/detalhar', body: { pixCopiaECola } });
  if (answer.status === 200) return chargeOf(answer.body);
  return meaningOf(chargeErrors, answer)?.ends === 'not found'
    ? { kind: 'not_payable' }
    : { kind: 'unknown' };
}

const charge = z.object({
  status: z.string(),
  chave: z.string(),
  txid: z.string().regex(/^[a-zA-Z0-9]{1,35}$/),
  valor: z.object({ final: z.string().optional(), original: z.string().optional() }),
});

/**
 * Reads the charge in Efí's answer. A charge without an amount is not payable, because the payment could have any
 * amount.
 */
function chargeOf(body: unknown): ChargeLookup {
  const read = charge.safeParse(body);
  if (!read.success) return { kind: 'unknown' };
  const { status, chave: pixKey, txid, valor } = read.data;
  const amountCents = parseAmount(valor.final ?? valor.original ?? '');
  return status === 'ATIVA' && amountCents
    ? { kind: 'payable', pixKey, txid, amountCents }
    : { kind: 'not_payable' };
}
