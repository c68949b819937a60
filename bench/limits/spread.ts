// Sends one client's requests to several containers. Each container has its own memory, and all share one row. Each
// request moves a simulated clock, so that the results do not depend on the machine.

import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { ClientLimit } from '../../lib/access/client-limit.ts';
import { makeLimits } from '../../lib/access/limit-store.ts';
import { makeRuntime } from '../../lib/app/runtime.ts';
import type { Config } from '../../lib/platform/config.ts';
import type { documentClient } from '../../lib/platform/table.ts';

export type Load = {
  containers: number;
  limit: ClientLimit;
  /** The client's requests per second. They are evenly spaced, and each goes to a random container. */
  perSecond: number;
  seconds: number;
};

/** The numbers of each second: the requests that were allowed, and the calls to DynamoDB. */
export type Course = { passed: number[]; calls: number[] };

type World = { config: Config; client: ReturnType<typeof documentClient>; countCalls: () => number };

export async function spread(world: World, clientId: string, load: Load): Promise<Course> {
  const { perSecond, seconds, limit } = load;
  const began = Date.parse('2026-11-22T12:00:00Z');
  let time = began;
  const config = {
    ...world.config,
    CLIENT_REQUESTS_PER_SECOND: limit.perSecond,
    CLIENT_REQUESTS_BURST: limit.burst,
  };
  const now = () => new Date(time);
  const containers = Array.from({ length: load.containers }, () =>
    makeLimits(makeRuntime(config, { client: world.client, now }).db, now),
  );
  const dice = xoroshiro128plus(load.containers);
  const course: Course = { passed: [], calls: [] };
  for (let second = 0; second < seconds; second++) {
    const before = world.countCalls();
    let passed = 0;
    for (let request = 0; request < perSecond; request++) {
      time = began + Math.floor(1000 * (second + request / perSecond));
      const container = containers[(dice.next() >>> 0) % containers.length];
      if ((await container?.take(clientId))?.passes) passed += 1;
    }
    course.passed.push(passed);
    course.calls.push(world.countCalls() - before);
  }
  return course;
}

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
