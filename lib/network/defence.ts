// Defines how a company's defence about a report (MED) is sent to a PSP.

/** What the company says. `contest`: the report is wrong. `accept`: it is right, and the money may go back. */
export type DefencePosition = 'contest' | 'accept';

/** @property reportId the PSP's id of the report */
type DefenceOrder = { reportId: string; position: DefencePosition; text: string };

/**
 * The PSP's answer. `refused`: the PSP will never take this defence; `text` is its reason. `isKnown`: the PSP already has
 * a defence about this report, perhaps one that we sent earlier. `unknown`: a timeout, an error, or an answer that is not
 * documented. `ownFault`, `undocumented`: the PSP's word for the error; operators are told.
 */
export type DefenceOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; text: string; isKnown?: true }
  | { kind: 'unknown'; ownFault?: string; undocumented?: string };

/** Sends a defence once. Throws if the PSP does not answer. A PSP takes one defence about a report. */
export type SendDefence = (order: DefenceOrder) => Promise<DefenceOutcome>;
