// Measures how quickly a receiver answers. Prompt receivers have their own workers. A slow receiver loses these workers
// for a minute, and for twice as long each time it is slow again.

export type Pace = {
  isPrompt: boolean;
  /** Duration of the attempt that last changed the pace. */
  milliseconds: number;
  /** Number of times that the receiver was slow, each time within a day of the time before. */
  slowTimes: number;
  /** The receiver counts as slow until this time (ISO, UTC), even if it answers promptly. */
  slowUntil?: string;
};

const firstSeconds = 60;
const daySeconds = 86_400;

/**
 * Returns the pace after one more attempt; the same object if nothing changes.
 * @param promptSeconds an answer is prompt if it is faster than this
 */
export function measure(
  pace: Pace | undefined,
  milliseconds: number,
  now: Date,
  promptSeconds: number,
): Pace {
  const isPrompt = milliseconds < promptSeconds * 1000;
  if (isPrompt) return pace && !mayBePromptAgain(pace, now) ? pace : promoted(pace, milliseconds);
  if (pace && !pace.isPrompt) return pace;
  const slowTimes = (isForgotten(pace, now) ? 0 : (pace?.slowTimes ?? 0)) + 1;
  const wait = Math.min(daySeconds, firstSeconds * 2 ** (slowTimes - 1));
  const slowUntil = new Date(now.getTime() + wait * 1000).toISOString();
  return { isPrompt: false, milliseconds, slowTimes, slowUntil };
}

function mayBePromptAgain({ isPrompt, slowUntil = '' }: Pace, now: Date): boolean {
  return !isPrompt && slowUntil <= now.toISOString();
}

const promoted = (pace: Pace | undefined, milliseconds: number): Pace => ({
  slowTimes: 0,
  ...pace,
  isPrompt: true,
  milliseconds,
});

function isForgotten(pace: Pace | undefined, now: Date): boolean {
  return now.getTime() - Date.parse(pace?.slowUntil ?? '') > daySeconds * 1000;
}
