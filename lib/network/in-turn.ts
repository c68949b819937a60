// Sends a request to a PSP when it is its turn: not before the PSP wants to be asked again, not more requests than the
// settings allow for the PSP, and one at a time while the PSP does not answer. Companies share the requests as they share
// look-ups (shared-bucket.ts), so a company with many payments does not delay one with a few. A request that waits was
// not sent.

import type { Subject } from '../base/correlation.ts';
import { addSeconds } from '../base/time.ts';
import type { BucketSize } from '../base/token-bucket.ts';
import type { Base } from '../platform/deps.ts';
import { type Pace, pspNamed } from '../platform/psp-list.ts';
import { askNetwork, type Unanswered } from './ask-network.ts';
import type { WithPspRows } from './deps.ts';
import type { Question } from './own-fault.ts';
import type { Taken } from './shared-bucket-store.ts';

type Deps = Base & WithPspRows;

/**
 * A request about a payment or a refund. `id`: of the cashout or the chargeback. `place`: our account at the PSP.
 * `question`: what we ask.
 */
export type Asking = {
  id: number;
  place: string;
  companyId: string;
  question: Question;
  /** People wait for the answer, so the PSP is also asked if it was silent. */
  isForPeople?: boolean;
};

/** Tries to get a turn, and the pause between them (ms). After that the request waits without a worker. */
const [tries, pauseMs] = [4, 250];
/** Most seconds that a wait is longer than the PSP asks. */
const spreadSecondsMax = 60;
/** Turns that must be left for each turn that a company owes. It is small, so that a company that is alone gets most. */
const perOwed = 0.25;
/** Time after which a request counts as answered, if the worker has died meanwhile (seconds). */
const answeredSeconds = 10;

/** Asks the network. Unknown with `waitSeconds`, or with a silence that is known: the network was not asked. */
export async function inTurn<Answer>(
  deps: Deps,
  about: Subject,
  asking: Asking,
  call: () => Promise<Answer>,
): Promise<Answer | Unanswered> {
  const { place, question, companyId } = asking;
  const { [`${question}After` as const]: after = '' } = await deps.pspRows.get(place, deps.now());
  const busyMs = Date.parse(after) - deps.now().getTime();
  if (busyMs > 0) return { kind: 'unknown', waitSeconds: spread(deps, Math.ceil(busyMs / 1_000)) };
  if (!asking.isForPeople && !(await deps.pspRows.mayReach(place, companyId, deps.now())))
    return { kind: 'unknown', silence: 'known' };
  const turn = await takeTurn(deps, asking);
  if ('waitSeconds' in turn) return { kind: 'unknown', ...turn };
  const askedAt = deps.now();
  const answer = await askNetwork(deps, about, call);
  await Promise.all(turn.map((taken) => deps.buckets.settle(taken, 1)));
  // An error here must not lose the answer, and the next request shows the same.
  await note(deps, asking, answer as Shown, askedAt).catch((error) =>
    deps.log.error('what an answer shows of the PSP is not stored', about, error),
  );
  return answer;
}

/** What an answer may show of the PSP. */
type Shown = Partial<Omit<Unanswered, 'kind' | 'state'>> & {
  kind: string;
  state?: string;
  undocumented?: string;
};

/** Notes what an answer shows of the PSP. An answer that cannot be read shows nothing. */
async function note(
  { pspRows, now }: Deps,
  { id, place, companyId, question }: Asking,
  { kind, silence, busySeconds, ...shown }: Shown,
  askedAt: Date,
): Promise<void> {
  const at = now();
  if (silence) return pspRows.noteSilence(place, id, companyId, at);
  const isBusy = busySeconds !== undefined;
  if (kind !== 'unknown' || isBusy || shown.state || shown.ownFault || shown.undocumented)
    await pspRows.noteHeard(place, askedAt, at);
  if (isBusy) await pspRows.keepBusy(place, question, addSeconds(at, busySeconds), at);
}

/** Spreads the waits, so that the payments that wait do not all come at the same moment. */
const spread = ({ ids }: Deps, seconds: number): number =>
  seconds + Math.floor(ids.fraction() * Math.min(seconds, spreadSecondsMax));

/** Takes a turn. @returns what is given back after the answer, or the seconds until the next try */
async function takeTurn(
  deps: Deps,
  { place, companyId }: Asking,
): Promise<Taken[] | { waitSeconds: number }> {
  const { perSecond, atOnce }: Pace = pspNamed(deps.config.PSPS, place)?.pace ?? {};
  const limits: Limit[] = [];
  if (atOnce !== undefined)
    limits.push({ bucket: `${place}#open`, size: answered(atOnce), isGivenBack: true });
  if (perSecond !== undefined) limits.push({ bucket: `${place}#calls`, size: paced(perSecond) });
  for (let attempt = 1; ; attempt++) {
    const turn = await tryTurn(deps, limits, companyId);
    if (!('full' in turn)) return turn;
    if (attempt === tries)
      return { waitSeconds: await deps.buckets.queue(turn.full.bucket, companyId, turn.full.size) };
    await deps.pause(pauseMs);
  }
}

type Limit = { bucket: string; size: BucketSize; isGivenBack?: true };

async function tryTurn(
  { buckets }: Deps,
  limits: readonly Limit[],
  companyId: string,
): Promise<Taken[] | { full: Limit }> {
  const open: Taken[] = [];
  for (const limit of limits) {
    const { bucket, size, isGivenBack } = limit;
    const taken = await buckets.take({ bucket, companyId, size, tokens: 1, perOwed });
    if ('waitSeconds' in taken) {
      await Promise.all(open.map((one) => buckets.settle(one, 1)));
      return { full: limit };
    }
    if (isGivenBack) open.push(taken);
  }
  return open;
}

/** A bucket of requests without an answer. A token comes back with the answer, or later if there is none. */
const answered = (atOnce: number): BucketSize => ({
  capacity: atOnce,
  perMinute: (atOnce * 60) / answeredSeconds,
});

/** A bucket from which at most `perSecond` tokens are taken in any second: a full one, and what comes back. */
function paced(perSecond: number): BucketSize {
  const capacity = Math.max(1, Math.min(2, perSecond - 1), Math.floor(perSecond / 10));
  return { capacity, perMinute: 60 * Math.max(perSecond / 2, perSecond - capacity) };
}
