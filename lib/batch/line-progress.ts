// Defines the progress of a line of a batch.

/**
 * The states of a line. `waiting`: it has no cashout yet. `processing`: its cashout has not ended. `not_started`: it
 * will never get a cashout. The other states say how its cashout ended.
 */
export const lineStates = [
  'failed',
  'not_started',
  'cancelled',
  'refunded',
  'processing',
  'waiting',
  'paid',
] as const;
export type LineState = (typeof lineStates)[number];

/** The progress of a line so far. `reason`: why the line is not paid. */
export type LineProgress = {
  state: LineState;
  cashoutId?: number;
  /**
   * Number of cashouts of the line that were refused before their hold for a reason that pauses the batch. The line
   * waits again, and its next cashout has another key.
   */
  again?: number;
  /** Present if the line is paid. */
  endToEndId?: string;
  reason?: string;
  /** The faults of the line that were found when the batch was judged, before the approval. */
  reasons?: readonly string[];
  /** An earlier line with the same payee and amount. */
  sameAsLine?: string;
  /** An earlier cashout with the same payee and amount, if the account has a rule about duplicates. */
  possibleDuplicateOf?: number;
};

/** The first progress of every line. */
export const waiting: LineProgress = { state: 'waiting' };

/** Returns the progress of a line that will never get a cashout. */
export const notStarted = (before: LineProgress, reason: string): LineProgress => ({
  ...before,
  state: 'not_started',
  reason,
});

/** Maximum number of times that a line waits again. */
export const againMost = 5;

/**
 * Returns the progress of a line whose cashout was refused for a reason that pauses the batch, or undefined if the line
 * was tried too often. Otherwise a batch could start the same line for ever.
 */
export function waitingAgain({ cashoutId: _, again = 0, ...before }: LineProgress): LineProgress | undefined {
  return again < againMost ? { ...before, state: 'waiting', again: again + 1 } : undefined;
}

export const isWaiting = ({ state }: LineProgress) => state === 'waiting';
export const isProcessing = ({ state }: LineProgress) => state === 'processing';
