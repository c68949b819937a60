// Looks up the owner of a PIX key at the PSP, within the tokens that the PSP gives us for look-ups (key-bucket.ts). The
// tokens for a key that does not exist are taken before the look-up, and given back if the key exists. So the keys of
// one company never use up the tokens of the others, and preflights leave some for payouts.

import { type BucketSize, spanMs } from '../base/token-bucket.ts';
import type { Base } from '../platform/deps.ts';
import { askNetwork, type Unanswered } from './ask-network.ts';
import type { WithNetwork, WithPspRows } from './deps.ts';
import { type KeyBucket, keyPrices } from './key-bucket.ts';
import type { KeyLookup } from './port.ts';
import { lastWith, owed, settled, tokensLeft } from './shared-bucket.ts';

type Deps = Base & WithNetwork & WithPspRows;

/** The company that looks up a key. `isPayout`: the look-up is for a payout, not for a preflight. */
export type Looker = { companyId: string; isPayout: boolean };

/** Part of the bucket that preflights leave for payouts. */
const payoutShare = 0.25;
/** Age at which a known bucket is asked for again (ms): while less than half of it is left, and otherwise. */
const [lowMs, usualMs] = [60_000, 3_600_000];
/** Tries while look-ups in progress may soon give tokens back, and the pause between them (ms). */
const [tries, pauseMs] = [6, 500];

const bucketOf = (place: string) => `${place}#keys`;

/** Looks up a key. Unknown with `waitSeconds`: the tokens did not suffice, and the PSP was not asked. */
export async function lookUpKey(
  deps: Deps,
  { companyId, isPayout }: Looker,
  pixKey: string,
): Promise<KeyLookup | Unanswered> {
  const { network, buckets } = deps;
  const { keyBucket, payoutsAt } = network;
  if (!keyBucket) return network.resolveKey(pixKey);
  const bucket = bucketOf(payoutsAt);
  const size = await knownSize(deps, keyBucket, bucket);
  const wanted = { bucket, companyId, size, tokens: keyPrices.miss };
  const leaves = isPayout ? 0 : size.capacity * payoutShare;
  let taken = await buckets.take({ ...wanted, leaves });
  for (let attempt = 1; 'waitSeconds' in taken && taken.waitSeconds <= 1 && attempt < tries; attempt++) {
    await deps.pause(pauseMs);
    taken = await buckets.take({ ...wanted, leaves });
  }
  if ('waitSeconds' in taken) {
    deps.metrics.count('KeyLookupsWaiting', 1, payoutsAt);
    return { kind: 'unknown', waitSeconds: taken.waitSeconds };
  }
  deps.metrics.count('KeyLookups', 1, payoutsAt);
  const answer = await askNetwork(deps, {}, () => network.resolveKey(pixKey));
  if (answer.kind === 'unknown' && answer.busySeconds !== undefined)
    await buckets.empty(bucket, size).catch((error) => deps.log.error('tokens are not stored', {}, error));
  const used = answer.kind === 'found' && !isPayout ? keyPrices.hit / keyPrices.miss : 0;
  // Without an answer the PSP may have looked up the key. A refusal of the request has taken nothing.
  const isRefused = answer.kind === 'unknown' && (answer.busySeconds ?? answer.ownFault) !== undefined;
  const isTaken = answer.kind === 'not_found' || (answer.kind === 'unknown' && !isRefused);
  await buckets.settle(taken, isTaken ? 0 : 1 - used);
  return answer;
}

/** Returns the size of the bucket, as the PSP told it. Asks the PSP if it has not told it lately. */
async function knownSize(deps: Deps, keyBucket: KeyBucket, bucket: string): Promise<BucketSize> {
  const { buckets, now } = deps;
  const row = await buckets.see(bucket);
  const size = row.told ?? keyBucket.usual;
  const ageMs = now().getTime() - Date.parse(row.askedAt ?? '1970-01-01T00:00:00Z');
  const isLow = tokensLeft(size, row, now().getTime()) < size.capacity / 2;
  if (ageMs < (isLow ? lowMs : usualMs) || !(await buckets.mayAsk(bucket, row.askedAt))) return size;
  const told = await keyBucket.read().catch(() => undefined);
  const next = told ? within(told) : size;
  await buckets.tell(bucket, next);
  if (!told) return next;
  const thought = tokensLeft(next, settled(row, spanMs(next, keyPrices.miss)), now().getTime());
  await buckets.correct(bucket, next, thought - Math.min(told.tokens, next.capacity));
  return next;
}

/** Limits the capacity and the rate that a PSP reports, so that the values computed from them can be stored. */
const within = ({ capacity, perMinute }: BucketSize): BucketSize => ({
  capacity: Math.min(1e6, Math.floor(capacity)),
  perMinute: Math.min(1e6, Math.max(1, Math.floor(perMinute))),
});

/** Look-ups that a company’s share covers if no key exists, and the time of the next one if there is none. */
export type KeyRoom = { count: number; nextAt?: string };

/** Returns how many of a company’s look-ups the tokens cover. There is no limit while the company owes nothing. */
export async function keyRoom(
  { config, buckets, now }: Base & WithPspRows,
  companyId: string,
): Promise<KeyRoom> {
  const bucket = bucketOf(config.PAYOUT_NETWORK);
  const whole = await buckets.see(bucket);
  const { told: size } = whole;
  // Nothing has been looked up there yet, or the PSP does not limit look-ups.
  if (!size) return { count: Number.POSITIVE_INFINITY };
  const own = await buckets.see(bucket, companyId);
  const time = now().getTime();
  const span = spanMs(size, keyPrices.miss);
  const all = settled(whole, span);
  const owes = owed(size, settled(own, span), time);
  const left = tokensLeft(size, all, time) - owes;
  if (owes === 0 && left >= size.capacity / 2) return { count: Number.POSITIVE_INFINITY };
  const count = Math.max(0, Math.floor(left / keyPrices.miss));
  if (count > 0) return { count };
  const last = lastWith(size, time, keyPrices.miss + owes);
  const waitMs = Math.max(spanMs(size, 1), all.fullAt - last);
  return { count, nextAt: new Date(time + waitMs).toISOString() };
}
