// Defines the evidence on which two operators end a payment or a refund that has no outcome at the network
// (docs/runbook.md, IncidentOpened).

/**
 * The people's evidence. `networkId`: the end-to-end id, or the id of the return; present if the payment is settled.
 * `by`: the operator who stated it, and the operator who confirmed it. `document`: where the PSP
 * says so: a ticket, a line of its statement, a letter. `cancelledAtPsp`: the PSP's reference that it has cancelled the
 * payment, so that it cannot be paid any more.
 */
export type PeoplesEvidence = {
  end: 'settled' | 'failed';
  networkId?: string;
  by: readonly [string, string];
  document: string;
  reason: string;
  cancelledAtPsp?: string;
};

/** The field of a row that people have ended. Only operators see it. */
export type EndedByPeople = { endedByPeople?: PeoplesEvidence };
