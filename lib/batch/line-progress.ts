// What became of a line of a batch.

/**
 * `waiting`: it has no cashout yet. `processing`: its cashout has not ended. `not_started`: it never gets a cashout. The others:
 * how its cashout ended.
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

/** What happened to a line so far. `reason`: of a line that is not paid. */
export type LineProgress = {
  state: LineState;
  cashoutId?: number;
  /** Of a paid line. */
  endToEndId?: string;
  reason?: string;
  /** Found by the worker that judged it, before the approval. */
  reasons?: readonly string[];
  /** An earlier line with the same payee and amount. */
  sameAsLine?: string;
  /** An earlier cashout with the same payee and amount, under the account's rule about duplicates. */
  possibleDuplicateOf?: number;
};

/** The progress of every line at first. */
export const waiting: LineProgress = { state: 'waiting' };

/** The progress of a line that never gets a cashout. */
export const notStarted = (before: LineProgress, reason: string): LineProgress => ({
  ...before,
  state: 'not_started',
  reason,
});

export const isWaiting = ({ state }: LineProgress) => state === 'waiting';
export const isProcessing = ({ state }: LineProgress) => state === 'processing';
