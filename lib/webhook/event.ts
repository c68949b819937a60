// An event as it is stored and delivered, and the webhook types that it has by the money it tells of (spec: Events).

import type { AccountRef } from '../base/account-ref.ts';
import { toDecimal } from '../base/money.ts';
import type { Movement } from '../ledger/entry.ts';
import type { EventName } from './event-catalogue.ts';
import type { EventType } from './webhook.ts';

/** An event of one account. The body is what every attempt to deliver it sends, byte for byte. */
export type AccountEvent = {
  account: AccountRef;
  id: string;
  /** When it happened (ISO, UTC). */
  at: string;
  type: string;
  types: readonly EventType[];
  body: string;
};

/** Spec: Events. Any money that enters an account is a CASHIN, and any that leaves it a CASHOUT. */
const movedTypes = { CREDIT: 'CASHIN', DEBIT: 'CASHOUT' } as const;

/**
 * An event, with the type of its movement beside its own.
 * @param movement the statement entry that this event, and no other, tells of
 */
export function makeEvent(
  event: Omit<AccountEvent, 'body' | 'type'> & { type: EventName },
  data: object,
  movement?: Movement,
): AccountEvent {
  const { id, type, at } = event;
  const types = [...new Set([...event.types, ...(movement ? [movedTypes[movement.direction]] : [])])];
  const told = movement ? presentMovement(movement) : null;
  return { ...event, types, body: JSON.stringify({ id, type, types, created_at: at, data, movement: told }) };
}

/** The entry that an event tells of, by the statement's names. */
function presentMovement({ direction, type, amountCents, code }: Movement) {
  return {
    code: code ?? null,
    credit_or_debit: direction,
    transaction_type: type,
    amount: toDecimal(amountCents),
  };
}
