// Keeps the payments that a simulated PSP has really made, by reference.

import { operationIdOf } from '../../lib/network/operation-id.ts';
import type { PaymentLookup, PaymentOrder, Rails } from '../../lib/network/port.ts';

/** A payment that the PSP has accepted. `ends`: its outcome from `endsAt` on (milliseconds since 1970). */
export type Made = { amountCents: number; endsAt: number; ends: 'settled' | 'failed' };

const payee = { name: 'Fulano de Tal', legalId: '12345678909', ispb: '60701190' };
/** One payment in so many fails at the payee's bank. */
const oneFailsIn = 40;
/** A payment ends within this time at its PSP (ms). */
const longestMs = 30_000;

export type Truth = ReturnType<typeof makeTruth>;

/** Makes the network behind the fake of a PSP, with the payments that it has made. */
export function makeTruth(now: () => Date, draw: () => number) {
  const made = new Map<string, Made>();
  const outcomeOf = ({ endsAt, ends }: Made, reference: string): PaymentLookup => {
    if (now().getTime() < endsAt) return { kind: 'unknown' };
    if (ends === 'failed')
      // This reason says nothing about the payee, so it does not use up the payer's budget of look-ups.
      return { kind: 'failed', code: 'AB09', text: 'AB09 - Erro no participante recebedor' };
    return { kind: 'settled', operationId: operationIdOf(reference) };
  };
  const rules: Rails = {
    bindsCodeAmount: true,
    repeatsPayOnce: true,
    checksOwner: () => false,
    resolveBrCode: async () => ({ kind: 'unknown' }),
    resolveKey: async () => ({ kind: 'found', recipient: payee }),
    async sendPayment({ reference, amountCents }: PaymentOrder) {
      const ends = draw() * oneFailsIn < 1 ? 'failed' : 'settled';
      const endsAt = now().getTime() + draw() * longestMs;
      if (!made.has(reference)) made.set(reference, { amountCents, endsAt, ends });
      return { kind: 'unknown' };
    },
    async findPayment({ reference }) {
      const known = made.get(reference);
      return known ? outcomeOf(known, reference) : { kind: 'not_found' };
    },
    requestRefund: async () => ({ kind: 'unknown' }),
    findRefund: async () => ({ kind: 'not_found' }),
  };
  return { made, rules };
}
