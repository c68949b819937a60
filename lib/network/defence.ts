// Defines how a company's defence about a report (MED) is sent to a PSP.

/** What the company says. `contest`: the report is wrong. `accept`: it is right, and the money may go back. */
export type DefencePosition = 'contest' | 'accept';

/** @property reportId the PSP's id of the report */
type DefenceOrder = { reportId: string; position: DefencePosition; text: string };

/**
 * The PSP's answer. `refused`: it has not taken this defence, and never will; `text`: its words. `isKnown`: it has a
 * defence about the report already, which may be this one, from an earlier request. `unknown` is a timeout, an error,
 * or an answer that is not documented. `ownFault` and `undocumented`: the word with which it refused the request; a
 * person is told.
 */
export type DefenceOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; text: string; isKnown?: true }
  | { kind: 'unknown'; ownFault?: string; undocumented?: string };

/** Sends a defence once. Throws if the PSP does not answer. A PSP takes one defence about a report. */
export type SendDefence = (order: DefenceOrder) => Promise<DefenceOutcome>;
