// Stores each client's use of its request limit: in this container's memory, and in a row that all containers share.

import { makeMemory } from '../base/memory.ts';
import { change } from '../platform/expression.ts';
import { limitKey } from '../platform/keys.ts';
import type { Database } from '../platform/table.ts';
import { updateRow } from '../platform/update-row.ts';
import {
  type Grant,
  judge,
  type LimitState,
  limitFields,
  settle,
  takingOf,
  type Verdict,
} from './client-limit.ts';

const clientsMax = 1_000;
const tries = 3;

/**
 * Whether a request passes, and its header fields. `fault`: why the row could not be reached; the request is then
 * allowed.
 */
export type Taken = { passes: boolean; fields: Record<string, string>; fault?: unknown };

type ToAsk = Extract<Verdict, { is: 'to ask' }>;

export type Limits = ReturnType<typeof makeLimits>;

export function makeLimits(db: Database, now: () => Date) {
  const { CLIENT_REQUESTS_PER_SECOND: perSecond, CLIENT_REQUESTS_BURST: burst } = db.config;
  const limit = { perSecond, burst };
  const states = makeMemory<string, LimitState>(clientsMax);
  const asking = new Map<string, Promise<Taken>>();

  /**
   * Takes a batch from the row. Usually this is one call; more calls are needed if the row has changed since it was
   * last read.
   */
  async function ask(clientId: string, batch: number, seen: number | undefined): Promise<Grant> {
    const { full, lastTaken, beyond, span } = takingOf(limit, now().getTime(), batch);
    let fullAt = seen;
    for (let attempt = 1; attempt <= tries; attempt++) {
      const isFull = fullAt === undefined || fullAt < full || fullAt > beyond;
      const update = isFull
        ? change({
            set: { fullAt: full + span },
            when: 'attribute_not_exists(#fullAt) OR #fullAt < :full OR #fullAt > :beyond',
            values: { full, beyond },
          })
        : change({
            add: { fullAt: span },
            when: '#fullAt BETWEEN :full AND :lastTaken',
            values: { full, lastTaken },
          });
      const answer = await updateRow(db, db.config.ACCOUNTS_TABLE, limitKey(clientId), update, 'ALL_NEW');
      fullAt = answer.row?.fullAt as number | undefined;
      if (answer.done) return { granted: true, fullAt };
      if (fullAt !== undefined && fullAt > lastTaken && fullAt <= beyond) return { granted: false, fullAt };
    }
    // In each try another write was faster, but tokens were left, so the request is allowed.
    return { granted: true };
  }

  async function askOrPass(...asked: Parameters<typeof ask>): Promise<{ grant: Grant; fault?: unknown }> {
    try {
      return { grant: await ask(...asked) };
    } catch (fault) {
      return { grant: { granted: true }, fault };
    }
  }

  async function askFor(clientId: string, { state, batch }: ToAsk, requests: number): Promise<Taken> {
    const time = now().getTime();
    const { grant, ...why } = await askOrPass(clientId, batch, state.fullAt);
    const settled = settle(state, limit, time, batch, grant, requests);
    states.keep(clientId, settled);
    asking.delete(clientId);
    return { passes: grant.granted, fields: limitFields(limit, settled, time), ...why };
  }

  return {
    /**
     * Counts a request of a known client that may make calls. A call that counts as several requests takes all their
     * tokens or none.
     */
    async take(clientId: string, requests = 1): Promise<Taken> {
      for (;;) {
        const time = now().getTime();
        const verdict = judge(states.get(clientId), limit, time, requests);
        if (verdict.is !== 'to ask') {
          states.keep(clientId, verdict.state);
          return { passes: verdict.is === 'passed', fields: limitFields(limit, verdict.state, time) };
        }
        const asked = asking.get(clientId);
        if (!asked) {
          const ours = askFor(clientId, verdict, requests);
          asking.set(clientId, ours);
          return ours;
        }
        // Another request of the client already waits for the row (this never happens in Lambda). All waiting requests
        // use the batch of that request.
        await asked;
      }
    },
  };
}
