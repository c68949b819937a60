// Defines one correlation id for each cashout or chargeback. Every log line contains the id, from the request to the
// last webhook delivery. The id is computed from the row's id and not stored, so replays, retries and network notices
// have the same id.

/** The row that a log line is about. */
export type Subject = { cashoutId?: number; chargebackId?: number };

export function correlationIdOf({ cashoutId, chargebackId }: Subject): string | undefined {
  if (cashoutId !== undefined) return `cashout-${cashoutId}`;
  return chargebackId === undefined ? undefined : `chargeback-${chargebackId}`;
}

/**
 * Returns the subject of an event from the event's id, which receivers get as `webhook-id`. The id of a `cashin-` event
 * contains the payee's own transaction id, and the id of a `payment-` event the payer's own. The id of the other side
 * may belong to another customer.
 */
export function eventSubject(eventId: string): Subject & { correlationId?: string } {
  const [, kind, digits] = /^(cashout|chargeback|cashin|payment)-(\d+)-/.exec(eventId) ?? [];
  if (kind === 'cashout') return { cashoutId: Number(digits) };
  if (kind === 'chargeback') return { chargebackId: Number(digits) };
  return kind === undefined ? {} : { correlationId: `${kind}-${digits}` };
}
