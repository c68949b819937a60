// Reads Woovi's callbacks. Woovi signs their bytes with RSA and SHA-256, with one key for all of its customers. So a
// signature proves only that Woovi has sent the callback to one of its customers.

import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../../base/json.ts';
import type { OwnCallback, PayoutNotices } from '../inbox.ts';
import type { CallPsp } from '../psp-client.ts';
import { reasonIn } from './read.ts';

const keysAnswer = z.object({ public_keys: z.array(z.object({ key: z.string() })).min(1) });

/** Woovi's keys may be cached for an hour (ms). */
const keptMs = 3_600_000;
/** Minimum age of the cached keys at which a wrong signature makes us read the keys again (ms). */
const freshMs = 60_000;

const reference = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .refine(Number.isSafeInteger);
const movement = z.object({ payment: z.object({ correlationID: reference }) });
const refund = z.object({
  refundTransaction: z.object({
    endToEndId: z.string().regex(/^D[A-Za-z0-9]{31}$/),
    status: z.literal('CONFIRMED'),
  }),
  originalTransaction: z.object({ endToEndId: z.string().regex(/^E[A-Za-z0-9]{31}$/) }),
});

const nothing: PayoutNotices = { ended: [], removed: [], returned: [] };

/**
 * Reads an event. Events of other kinds, and of payments that this service has not made, contain nothing for us. Throws
 * if a return cannot be read.
 */
function noticesIn(value: unknown): PayoutNotices {
  const { event } = (value ?? {}) as { event?: unknown };
  const name = String(event).replace(/^\w+:/, '');
  switch (name) {
    case 'MOVEMENT_CONFIRMED':
    case 'MOVEMENT_FAILED':
    case 'MOVEMENT_REMOVED': {
      const read = movement.safeParse(value);
      if (!read.success) return nothing;
      const { correlationID: id } = read.data.payment;
      if (name === 'MOVEMENT_REMOVED') return { ...nothing, removed: [id] };
      if (name === 'MOVEMENT_CONFIRMED') return { ...nothing, ended: [{ id }] };
      const { isUnexplained, ...reason } = reasonIn(value as object);
      return { ...nothing, ended: [isUnexplained ? { id } : { id, reason }] };
    }
    case 'PIX_TRANSACTION_REFUND_RECEIVED_CONFIRMED': {
      const { refundTransaction, originalTransaction } = refund.parse(value);
      const { endToEndId } = originalTransaction;
      return { ...nothing, returned: [{ returnId: refundTransaction.endToEndId, endToEndId }] };
    }
    default:
      return nothing;
  }
}

export function makeWooviCallback(call: CallPsp, now: () => Date): OwnCallback {
  let known: { keys: KeyObject[]; readAt: number } | undefined;

  async function readKeys(): Promise<KeyObject[]> {
    const { status, body } = await call({ method: 'GET', path: '/api/v1/webhook/public-keys' });
    const read = status === 200 ? keysAnswer.safeParse(body) : undefined;
    if (!read?.success) throw new Error(`Woovi did not return its keys: ${status}`);
    const keys = read.data.public_keys.map(({ key }) => createPublicKey(key));
    known = { keys, readAt: now().getTime() };
    return keys;
  }

  /**
   * Returns the keys: from the cache, or read again if the cache is older. If Woovi cannot be reached, the old cache is
   * used.
   */
  async function keysNoOlderThan(ageMs: number): Promise<KeyObject[]> {
    if (known && now().getTime() - known.readAt < ageMs) return known.keys;
    return readKeys().catch((error) => {
      if (known) return known.keys;
      throw error;
    });
  }

  return {
    header: 'x-webhook-signature',
    async read(body, signature) {
      const isTheirs = (key: KeyObject) => verify('sha256', body, key, Buffer.from(signature, 'base64'));
      const isSigned =
        (await keysNoOlderThan(keptMs)).some(isTheirs) || (await keysNoOlderThan(freshMs)).some(isTheirs);
      return isSigned ? noticesIn(parseJson(body)?.value) : undefined;
    },
  };
}
