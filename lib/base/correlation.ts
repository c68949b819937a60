// One correlation id per cashout or chargeback, in every log line from the request to the last delivery. It is derived
// from the row's id. So it is not stored, and replays, retries and network notices have the same one.

/** The row that a log line is about. */
export type Subject = { cashoutId?: number; chargebackId?: number };

export function correlationIdOf({ cashoutId, chargebackId }: Subject): string | undefined {
  if (cashoutId !== undefined) return `cashout-${cashoutId}`;
  return chargebackId === undefined ? undefined : `chargeback-${chargebackId}`;
}

/**
 * The subject of an event, from its id (receivers get it as `webhook-id`). `cashin-` has the payee's own transaction id
 * and `payment-` the payer's, because the other side's id may belong to another customer.
 */
export function eventSubject(eventId: string): Subject & { correlationId?: string } {
  const [, kind, digits] = /^(cashout|chargeback|cashin|payment)-(\d+)-/.exec(eventId) ?? [];
  if (kind === 'cashout') return { cashoutId: Number(digits) };
  if (kind === 'chargeback') return { chargebackId: Number(digits) };
  return kind === undefined ? {} : { correlationId: `${kind}-${digits}` };
}
