// A block of requests one after the other, measured by a clock. What is asked is made before, what is answered is judged
// after: a benchmark of refusals would be worth nothing.

export type Contestant = {
  /** So many requests, ready to be sent. */
  prepare: (count: number) => Promise<(() => Promise<unknown>)[]>;
  /** Throws when an answer is not the right one. */
  check: (answer: unknown) => void;
};

/** In µs. */
export type Clock = () => number;

export const wallTime: Clock = () => performance.now() * 1000;

/** User and system time of every thread of this process. */
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

/** Runs something with standard output thrown away: log lines and metrics are formatted, and go nowhere. */
export async function withoutOutput<Result>(work: () => Promise<Result>): Promise<Result> {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  try {
    return await work();
  } finally {
    process.stdout.write = write;
  }
}
