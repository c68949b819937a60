// The request limit of a client: a token bucket in one row for all containers. A container lets a few
// requests through without asking the row, and beyond that takes batches of tokens from it.

export type ClientLimit = { perSecond: number; burst: number };

/** What a container knows about a client. Times in milliseconds since 1970. */
export type LimitState = {
  /** Requests let through without asking, since the window began. */
  windowAt: number;
  free: number;
  /** When the row was last asked; the size of that batch, its tokens left, and how long to refuse. */
  askedAt: number;
  batch: number;
  tokens: number;
  refusedMs: number;
  /** When the bucket will be full again, as the row said then; unknown when it could not be asked. */
  fullAt?: number | undefined;
};

export type Verdict =
  | { is: 'passed' | 'refused'; state: LimitState }
  | { is: 'to ask'; state: LimitState; batch: number };

/** The row's answer: whether the container got the batch, and when the bucket will be full again. */
export type Grant = { granted: boolean; fullAt?: number | undefined };

/** How long a container's free allowance lasts, and how long it counts every request after asking the row. */
export const clientWindowMs = 10_000;
/** A container's free allowance, as a share of the client's rate. Each container adds this to the limit. */
const freeShare = 1 / 25;
const refusedLeastMs = 1_000;
/** A batch that lasts for less than this is too small. */
const batchMs = 2_000;
/** The most requests that one call counts as. */
const countMost = 100;
/** No clock of ours may be ahead by more than this. */
const skewMs = 60_000;

/** Requests in each window that a container lets through without asking. */
export const freeMax = ({ perSecond }: ClientLimit): number =>
  Math.ceil((perSecond * freeShare * clientWindowMs) / 1000);

/** The largest batch, but for a call that counts as more: half a second of the client's rate. */
export const batchMax = ({ perSecond }: ClientLimit): number => Math.ceil(perSecond / 2);

/**
 * @param state undefined for a client that the container does not know
 * @param requests that one call counts as: at most `countMost`
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

/** After the row's answer: the call that asked takes its tokens of the batch; a no lasts a second or more. */
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

/** False, too, for a time before `since`: a clock may be put back. */
function isWithin(milliseconds: number, since: number, time: number): boolean {
  return time >= since && time < since + milliseconds;
}

/** About two seconds' worth of what the container needs, found by doubling and halving. */
function nextBatch({ batch, askedAt, refusedMs }: LimitState, limit: ClientLimit, time: number): number {
  if (refusedMs > 0) return batch;
  if (isWithin(batchMs, askedAt, time)) return Math.min(batchMax(limit), batch * 2);
  return Math.max(1, Math.floor(batch / 2));
}

/** Milliseconds until so many tokens have been refilled. */
const spanMs = ({ perSecond }: ClientLimit, requests: number) => (requests * 1000) / perSecond;

/**
 * When the row grants a batch. It refuses only when no token is left, so the last batch may overdraw the
 * bucket, and the next one waits for the refill. Milliseconds, compared with the row's `fullAt`:
 * - `full`: if `fullAt` is earlier, the bucket is full
 * - `lastTaken`: if `fullAt` is later, no token is left
 * - `beyond`: no batch sets `fullAt` later, even with a wrong clock; such a row counts as full
 * - `span`: how much the batch adds to `fullAt`
 */
export function takingOf(limit: ClientLimit, time: number, batch: number) {
  return {
    full: time,
    lastTaken: time + spanMs(limit, limit.burst - 1),
    beyond: time + spanMs(limit, limit.burst + Math.max(batchMax(limit), countMost)) + skewMs,
    span: spanMs(limit, batch),
  };
}

/** The header fields of draft-ietf-httpapi-ratelimit-headers-11, and Retry-After for a refusal. */
export function limitFields(limit: ClientLimit, state: LimitState, time: number): Record<string, string> {
  const { perSecond, burst } = limit;
  const policy = { 'ratelimit-policy': `"client";q=${burst};w=${Math.ceil(burst / perSecond)}` };
  if (isWithin(state.refusedMs, state.askedAt, time)) {
    const wait = Math.ceil((state.askedAt + state.refusedMs - time) / 1000);
    return { ...policy, 'retry-after': String(wait), ratelimit: `"client";r=0;t=${wait}` };
  }
  const { askedAt, fullAt, tokens } = state;
  // The row was not asked, so what is left is not known.
  if (fullAt === undefined || !isWithin(clientWindowMs, askedAt, time)) return policy;
  const taken = Math.max(0, ((fullAt - askedAt) * perSecond) / 1000);
  const left = Math.min(burst, tokens + Math.max(0, Math.floor(burst - taken)));
  return { ...policy, ratelimit: `"client";r=${left};t=${Math.max(1, Math.ceil(left / perSecond))}` };
}
