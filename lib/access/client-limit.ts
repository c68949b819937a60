// How many requests a client may make: a bucket of so many, filled at so many a second. One row counts for all containers.
// A container lets a few through without asking it, and beyond that takes batches from it.

export type ClientLimit = { perSecond: number; burst: number };

/** What a container knows of a client. Times in milliseconds since 1970. */
export type Standing = {
  /** Let through without asking, since the window began. */
  windowAt: number;
  free: number;
  /** When the row was asked last; then: how much was asked for, what of it is left, and how long the answer was no. */
  askedAt: number;
  batch: number;
  tokens: number;
  refusedMs: number;
  /** When the bucket will be full again, as the row said then; unknown when it could not be asked. */
  fullAt?: number | undefined;
};

export type Verdict =
  | { is: 'passed' | 'refused'; standing: Standing }
  | { is: 'to ask'; standing: Standing; batch: number };

/** What the row said: whether the batch is the container's, and when the bucket will be full again. */
export type Grant = { granted: boolean; fullAt?: number | undefined };

/** How long a container's allowance lasts, and how long it counts every request after it has asked. */
export const clientWindowMs = 10_000;
/** A container's allowance is this part of the client's rate: so much less exact is the limit with each container. */
const freeShare = 1 / 25;
const refusedLeastMs = 1_000;
/** A batch that lasts for less than this is too small. */
const batchMs = 2_000;
/** More than any clock of ours may be ahead. */
const skewMs = 60_000;

/** Requests in each window that a container lets through without asking. */
export const freeMax = ({ perSecond }: ClientLimit): number =>
  Math.ceil((perSecond * freeShare * clientWindowMs) / 1000);

/** Half a second of the whole rate. */
export const batchMax = ({ perSecond }: ClientLimit): number => Math.ceil(perSecond / 2);

/** @param standing absent of a client that the container has not met, or has forgotten */
export function judge(standing: Standing | undefined, limit: ClientLimit, time: number): Verdict {
  const known = standing ?? newStanding(time);
  if (isWithin(known.refusedMs, known.askedAt, time)) return { is: 'refused', standing: known };
  if (isWithin(clientWindowMs, known.askedAt, time)) {
    if (known.tokens > 0) return { is: 'passed', standing: { ...known, tokens: known.tokens - 1 } };
    return { is: 'to ask', standing: known, batch: nextBatch(known, limit, time) };
  }
  const calm = isWithin(clientWindowMs, known.windowAt, time) ? known : newStanding(time);
  const isFree = calm.free < freeMax(limit);
  if (isFree) return { is: 'passed', standing: { ...calm, free: calm.free + 1 } };
  return { is: 'to ask', standing: calm, batch: 1 };
}

/** After the row was asked: a batch is begun with the request that asked, and a no holds for a second at least. */
export function settle(
  standing: Standing,
  limit: ClientLimit,
  time: number,
  batch: number,
  { granted, fullAt }: Grant,
): Standing {
  const asked = { ...standing, askedAt: time, fullAt };
  if (granted) return { ...asked, batch, tokens: batch - 1, refusedMs: 0 };
  const wait = (fullAt ?? time) - (time + spanMs(limit, limit.burst - 1));
  return { ...asked, tokens: 0, refusedMs: Math.max(refusedLeastMs, wait) };
}

const newStanding = (time: number): Standing => ({
  windowAt: time,
  free: 0,
  askedAt: Number.NEGATIVE_INFINITY,
  batch: 1,
  tokens: 0,
  refusedMs: 0,
});

/** So that a clock that is put back is none the worse. */
function isWithin(milliseconds: number, since: number, time: number): boolean {
  return time >= since && time < since + milliseconds;
}

/** About two seconds' worth of what the container needs, found by doubling and halving. */
function nextBatch({ batch, askedAt, refusedMs }: Standing, limit: ClientLimit, time: number): number {
  if (refusedMs > 0) return batch;
  if (isWithin(batchMs, askedAt, time)) return Math.min(batchMax(limit), batch * 2);
  return Math.max(1, Math.floor(batch / 2));
}

/** How long it takes until so many requests have come back. */
const spanMs = ({ perSecond }: ClientLimit, requests: number) => (requests * 1000) / perSecond;

/**
 * The row's rule. Taking is refused only when nothing is left, so the last batch may go beyond the bucket, and the next
 * one waits for it.
 * - `full`: before this time, the bucket is full
 * - `lastTaken`: at the latest so may `fullAt` be for something to be left
 * - `beyond`: later than any batch can have put it, a clock that was wrong included: such a row counts as full
 * - `span`: what the batch adds
 */
export function takingOf(limit: ClientLimit, time: number, batch: number) {
  return {
    full: time,
    lastTaken: time + spanMs(limit, limit.burst - 1),
    beyond: time + spanMs(limit, limit.burst + batchMax(limit)) + skewMs,
    span: spanMs(limit, batch),
  };
}

/** The header fields of draft-ietf-httpapi-ratelimit-headers-11, and Retry-After where it is refused. */
export function limitFields(limit: ClientLimit, standing: Standing, time: number): Record<string, string> {
  const { perSecond, burst } = limit;
  const policy = { 'ratelimit-policy': `"client";q=${burst};w=${Math.ceil(burst / perSecond)}` };
  if (isWithin(standing.refusedMs, standing.askedAt, time)) {
    const wait = Math.ceil((standing.askedAt + standing.refusedMs - time) / 1000);
    return { ...policy, 'retry-after': String(wait), ratelimit: `"client";r=0;t=${wait}` };
  }
  const { askedAt, fullAt, tokens } = standing;
  // Nobody was asked: what is left is not known.
  if (fullAt === undefined || !isWithin(clientWindowMs, askedAt, time)) return policy;
  const taken = Math.max(0, ((fullAt - askedAt) * perSecond) / 1000);
  const left = Math.min(burst, tokens + Math.max(0, Math.floor(burst - taken)));
  return { ...policy, ratelimit: `"client";r=${left};t=${Math.max(1, Math.ceil(left / perSecond))}` };
}
