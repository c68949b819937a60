// Ids of traces and spans, derived from the id of a cashout: no row, message or header carries them, and each step of a
// cashout finds its place in the trace by itself, whoever sent its message again.

import { createHash, randomBytes } from 'node:crypto';

/**
 * What happens to a cashout once. The span that made it true has an id that all others can derive, and what follows from it
 * is below that span; a step that may be repeated has a random id, and nothing below it.
 */
export type Fact = 'created' | 'approved' | 'ended';

export type TraceIds = {
  traceId: string;
  spanOf(fact: Fact): string;
};

const randomBits = 56;

/**
 * @param share of the cashouts that are traced, 0 to 1; whoever is traced at one share is at each larger one
 * @param salt known to the functions of a stage and to no caller, who could choose an idempotency key by it otherwise
 * @returns nothing for a cashout that is not traced
 */
export function traceIdsOf(cashoutId: number, share: number, salt: string): TraceIds | undefined {
  const digest = createHash('sha256').update(`${salt}\ncashout-${cashoutId}`).digest();
  const traceId = digest.toString('hex', 0, 16);
  // The last 56 bits decide, as in OpenTelemetry's consistent sampling.
  const randomness = BigInt(`0x${traceId.slice(-14)}`);
  if (Number(randomness) / 2 ** randomBits >= share) return undefined;
  return {
    traceId,
    spanOf: (fact) => createHash('sha256').update(`${traceId} ${fact}`).digest('hex').slice(0, 16),
  };
}

export const randomSpanId = (): string => randomBytes(8).toString('hex');

const factOf: Readonly<Record<string, Fact>> = {
  created: 'created',
  approved: 'approved',
  internal_approved: 'approved',
};

/** The fact behind an event of a cashout, by the event's id: what is not before its end follows from that. */
export function factOfEvent(eventId: string): Fact {
  const [, change = ''] = /^cashout-\d+-(\w+)$/.exec(eventId) ?? [];
  return factOf[change] ?? 'ended';
}
