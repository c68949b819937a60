// Runs a block of requests one after another and measures its time. The requests are prepared before the measurement,
// and the answers are checked after it. Without that check, a benchmark could measure refusals.

export type Contestant = {
  /** Prepares this number of requests, so that they can be sent at once. */
  prepare: (count: number) => Promise<(() => Promise<unknown>)[]>;
  /** Throws if an answer is wrong. */
  check: (answer: unknown) => void;
};

/** Returns a time in microseconds. */
export type Clock = () => number;

export const wallTime: Clock = () => performance.now() * 1000;

/** Returns the user and system time of all threads of this process. */
export const cpuTime: Clock = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** @returns the microseconds that one request took */
export async function runBlock({ prepare, check }: Contestant, count: number, clock: Clock): Promise<number> {
  const requests = await prepare(count);
  const answers: unknown[] = [];
  const startedAt = clock();
  for (const request of requests) answers.push(await request());
  const passed = clock() - startedAt;
  for (const answer of answers) check(answer);
  return passed / count;
}

/**
 * Runs a function without standard output. Its log lines and metrics are still formatted, so they cost CPU time, and
 * are then dropped.
 */
export async function withoutOutput<Result>(work: () => Promise<Result>): Promise<Result> {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  try {
    return await work();
  } finally {
    process.stdout.write = write;
  }
}
