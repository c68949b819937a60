// Defines an event as it is stored and delivered. An event that reports a movement of money also has the webhook type
// of that movement (spec: Events).

import type { AccountRef } from '../base/account-ref.ts';
import { toDecimal } from '../base/money.ts';
import { ageSeconds } from '../base/time.ts';
import type { Movement } from '../ledger/entry.ts';
import type { EventName } from './event-types.ts';
import type { EventType } from './webhook.ts';

/** An event of one account. Every attempt to deliver it sends the same bytes. */
export type AccountEvent = {
  account: AccountRef;
  id: string;
  /** Time at which the reported change happened (ISO, UTC). */
  at: string;
  type: string;
  types: readonly EventType[];
  body: string;
};

const inTimeSeconds = 60;

/** Returns whether an event is at most a minute old. By then the objective wants its first attempts. */
export const isInTime = ({ at }: Pick<AccountEvent, 'at'>, now: Date): boolean =>
  ageSeconds(at, now) <= inTimeSeconds;

/**
 * The webhook types of movements (spec: Events). Money that enters an account is a CASHIN, and money that leaves it a
 * CASHOUT.
 */
const movedTypes = { CREDIT: 'CASHIN', DEBIT: 'CASHOUT' } as const;

/**
 * Makes an event. If it has a movement, the type of the movement is added to the event's own types.
 * @param movement the statement entry that only this event reports
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

/** Shows the event's statement entry, with the field names of the statement. */
function presentMovement({ direction, type, amountCents, code }: Movement) {
  return {
    code: code ?? null,
    credit_or_debit: direction,
    transaction_type: type,
    amount: toDecimal(amountCents),
  };
}
