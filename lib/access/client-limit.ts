// Decides whether a request is within its client's limit. The limit is a token bucket in one row, which all containers
// share. A container allows a few requests without using the row. Above that, it takes batches of tokens from the row.

export type ClientLimit = { perSecond: number; burst: number };

/**
 * The state of a client in a container's memory. Points in time are milliseconds since 1970, durations are
 * milliseconds.
 */
export type LimitState = {
  /** The start of the window, and the requests that were allowed in it without the row. */
  windowAt: number;
  free: number;
  /**
   * The last request to the row: its time, the size of the batch, the tokens that are left of the batch, and the
   * milliseconds for which requests are refused.
   */
  askedAt: number;
  batch: number;
  tokens: number;
  refusedMs: number;
  /** Time at which the bucket is full again, as the row showed it; undefined if the row could not be reached. */
  fullAt?: number | undefined;
};

export type Verdict =
  | { is: 'passed' | 'refused'; state: LimitState }
  | { is: 'to ask'; state: LimitState; batch: number };

/** The row's answer: whether the container got the batch, and the time at which the bucket is full again. */
export type Grant = { granted: boolean; fullAt?: number | undefined };

/**
 * Length in milliseconds of the window for which a container's free allowance lasts. For the same time after a request
 * to the row, the container takes a token for every request.
 */
export const clientWindowMs = 10_000;
/**
 * Requests that a container allows without using the row, as a fraction of the client's rate. So each container raises
 * the client's limit by this fraction.
 */
const freeShare = 1 / 25;
const refusedLeastMs = 1_000;
/** Minimum time in milliseconds that a batch should last. If a batch lasts less, the next batch is larger. */
const batchMs = 2_000;
/** Maximum number of requests that one call counts as. */
const countMost = 100;
/** Maximum difference in milliseconds between the clocks of our machines that is accepted. */
const skewMs = 60_000;

/** Returns the number of requests in a window that a container allows without using the row. */
export const freeMax = ({ perSecond }: ClientLimit): number =>
  Math.ceil((perSecond * freeShare * clientWindowMs) / 1000);

/**
 * Returns the size of the largest batch: half a second of the client's rate. A call that counts as more requests may
 * take more.
 */
export const batchMax = ({ perSecond }: ClientLimit): number => Math.ceil(perSecond / 2);

/**
 * Decides whether a call passes, is refused, or must take a batch from the row.
 * @param state undefined for a client that is not in the container's memory
 * @param requests number of requests that the call counts as, at most `countMost`
 */
export function judge(
  state: LimitState | undefined,
  limit: ClientLimit,
  time: number,
  requests = 1,
): Verdict {
  const known = state ?? newLimitState(time);
  if (isWithin(known.refusedMs, known.askedAt, time)) return { is: 'refused', state: known };
  if (isWithin(clientWindowMs, known.askedAt, time)) {
    const { tokens } = known;
    if (tokens >= requests) return { is: 'passed', state: { ...known, tokens: tokens - requests } };
    const batch = Math.max(requests - tokens, nextBatch(known, limit, time));
    return { is: 'to ask', state: known, batch };
  }
  const calm = isWithin(clientWindowMs, known.windowAt, time) ? known : newLimitState(time);
  const free = calm.free + requests;
  if (free <= freeMax(limit)) return { is: 'passed', state: { ...calm, free } };
  return { is: 'to ask', state: { ...calm, tokens: 0 }, batch: requests };
}

/**
 * Returns the state after the row's answer. The call takes its tokens from the batch. A refusal lasts at least a
 * second.
 */
export function settle(
  state: LimitState,
  limit: ClientLimit,
  time: number,
  batch: number,
  { granted, fullAt }: Grant,
  requests = 1,
): LimitState {
  const asked = { ...state, askedAt: time, fullAt };
  if (granted) {
    const tokens = state.tokens + batch - requests;
    return { ...asked, batch: Math.min(batch, batchMax(limit)), tokens, refusedMs: 0 };
  }
  const wait = (fullAt ?? time) - (time + spanMs(limit, limit.burst - 1));
  return { ...asked, tokens: 0, refusedMs: Math.max(refusedLeastMs, wait) };
}

const newLimitState = (time: number): LimitState => ({
  windowAt: time,
  free: 0,
  askedAt: Number.NEGATIVE_INFINITY,
  batch: 1,
  tokens: 0,
  refusedMs: 0,
});

/**
 * Returns whether a time is within this many milliseconds after `since`. A time before `since` never counts as within,
 * because a clock may be set back.
 */
function isWithin(milliseconds: number, since: number, time: number): boolean {
  return time >= since && time < since + milliseconds;
}

/**
 * Returns the size of the next batch. A batch should last about two seconds, so the size is doubled if the last batch
 * was used up earlier than that, and halved otherwise.
 */
function nextBatch({ batch, askedAt, refusedMs }: LimitState, limit: ClientLimit, time: number): number {
  if (refusedMs > 0) return batch;
  if (isWithin(batchMs, askedAt, time)) return Math.min(batchMax(limit), batch * 2);
  return Math.max(1, Math.floor(batch / 2));
}

/** Returns the milliseconds in which this number of tokens is refilled. */
const spanMs = ({ perSecond }: ClientLimit, requests: number) => (requests * 1000) / perSecond;

/**
 * Returns the limits with which the row grants a batch. The row refuses only when no token is left. So the last batch
 * may take more than the bucket has, and the next batch waits for the refill. All values are milliseconds, compared
 * with the row's `fullAt`:
 * - `full`: if `fullAt` is earlier, the bucket is full
 * - `lastTaken`: if `fullAt` is later, no token is left
 * - `beyond`: no batch sets `fullAt` to a later time, even with a wrong clock; a row with a later time counts as full
 * - `span`: what the batch adds to `fullAt`
 */
export function takingOf(limit: ClientLimit, time: number, batch: number) {
  return {
    full: time,
    lastTaken: time + spanMs(limit, limit.burst - 1),
    beyond: time + spanMs(limit, limit.burst + Math.max(batchMax(limit), countMost)) + skewMs,
    span: spanMs(limit, batch),
  };
}

/** Returns the header fields of draft-ietf-httpapi-ratelimit-headers-11, and Retry-After for a refusal. */
export function limitFields(limit: ClientLimit, state: LimitState, time: number): Record<string, string> {
  const { perSecond, burst } = limit;
  const policy = { 'ratelimit-policy': `"client";q=${burst};w=${Math.ceil(burst / perSecond)}` };
  if (isWithin(state.refusedMs, state.askedAt, time)) {
    const wait = Math.ceil((state.askedAt + state.refusedMs - time) / 1000);
    return { ...policy, 'retry-after': String(wait), ratelimit: `"client";r=0;t=${wait}` };
  }
  const { askedAt, fullAt, tokens } = state;
  // The number of tokens left is not known, because the row was not used lately or could not be reached.
  if (fullAt === undefined || !isWithin(clientWindowMs, askedAt, time)) return policy;
  const taken = Math.max(0, ((fullAt - askedAt) * perSecond) / 1000);
  const left = Math.min(burst, tokens + Math.max(0, Math.floor(burst - taken)));
  return { ...policy, ratelimit: `"client";r=${left};t=${Math.max(1, Math.ceil(left / perSecond))}` };
}
