// One id for everything about a cashout or a chargeback, in every log line from the request to the last delivery. It
// comes from the row's id: nothing is stored, and replays, retries and the network's notices agree on it.

/** The row that a line is about. */
export type Subject = { cashoutId?: number; chargebackId?: number };

export function correlationIdOf({ cashoutId, chargebackId }: Subject): string | undefined {
  if (cashoutId !== undefined) return `cashout-${cashoutId}`;
  return chargebackId === undefined ? undefined : `chargeback-${chargebackId}`;
}

/**
 * What a recorded event is about, by its id, which is what receivers get as `webhook-id`. What a payee is told of
 * money that came in goes by `cashin-` and the payee's own number of it, for the transfer is another customer's; so does
 * `payment-` with a payer of ours.
 */
export function eventSubject(eventId: string): Subject & { correlationId?: string } {
  const [, kind, digits] = /^(cashout|chargeback|cashin|payment)-(\d+)-/.exec(eventId) ?? [];
  if (kind === 'cashout') return { cashoutId: Number(digits) };
  if (kind === 'chargeback') return { chargebackId: Number(digits) };
  return kind === undefined ? {} : { correlationId: `${kind}-${digits}` };
}
