// A block of requests one after another, measured by a clock. Requests are prepared before and answers are checked
// after the measurement, because a benchmark of refusals would be worthless.

export type Contestant = {
  /** This number of requests, ready to be sent. */
  prepare: (count: number) => Promise<(() => Promise<unknown>)[]>;
  /** Throws if an answer is wrong. */
  check: (answer: unknown) => void;
};

/** In µs. */
export type Clock = () => number;

export const wallTime: Clock = () => performance.now() * 1000;

/** User and system time of all threads of this process. */
export const cpuTime: Clock = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** @returns µs per request */
export async function runBlock({ prepare, check }: Contestant, count: number, clock: Clock): Promise<number> {
  const requests = await prepare(count);
  const answers: unknown[] = [];
  const startedAt = clock();
  for (const request of requests) answers.push(await request());
  const passed = clock() - startedAt;
  for (const answer of answers) check(answer);
  return passed / count;
}

/** Runs a function without standard output: log lines and metrics are formatted and dropped. */
export async function withoutOutput<Result>(work: () => Promise<Result>): Promise<Result> {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  try {
    return await work();
  } finally {
    process.stdout.write = write;
  }
}
