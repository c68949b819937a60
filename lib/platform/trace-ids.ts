// Computes the ids of traces and spans from the cashout's id. No row, message or header contains these ids, so each
// step of a cashout can compute its trace, whichever process sent its message.

import { createHash, randomBytes } from 'node:crypto';

/**
 * A step that happens once for a cashout. The id of its span can be computed, so the spans of later steps are its
 * children. A step that may be repeated has a random span id and no children.
 */
export type Fact = 'created' | 'approved' | 'ended';

export type TraceIds = {
  traceId: string;
  spanOf(fact: Fact): string;
};

const randomBits = 56;

/**
 * Returns the ids of a cashout's trace.
 * @param share part of the cashouts that are traced, 0 to 1. A cashout that is traced at one share is also traced at
 * any larger share.
 * @param salt known to the functions of a stage and not to callers. A caller who knew the salt could choose idempotency
 * keys whose cashouts are always traced.
 * @returns undefined for a cashout that is not traced
 */
export function traceIdsOf(cashoutId: number, share: number, salt: string): TraceIds | undefined {
  const digest = createHash('sha256').update(`${salt}\ncashout-${cashoutId}`).digest();
  const traceId = digest.toString('hex', 0, 16);
  // The last 56 bits of the trace id decide, as in OpenTelemetry's consistent sampling.
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

/**
 * Returns the step that caused an event of a cashout, from the event's id. The events `created`, `approved` and
 * `internal_approved` were caused by the creation or the approval. Every other event counts as caused by the end.
 */
export function factOfEvent(eventId: string): Fact {
  const [, change = ''] = /^cashout-\d+-(\w+)$/.exec(eventId) ?? [];
  return factOf[change] ?? 'ended';
}
