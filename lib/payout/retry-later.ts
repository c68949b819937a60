// Prepares the next try of a cashout without a final answer: counts the try on the row, sets the row's next due time,
// and sends a new message with a growing delay. If the wait is longer, no message is sent; when the row is due,
// resume-stalled sends one.

import { addSeconds, ageSeconds } from '../base/time.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import { recordPendingEvents } from '../cashout/record-pending-events.ts';
import type { WithNetwork } from '../network/deps.ts';
import { isSendable } from '../network/end-to-end-id.ts';
import type { Base } from '../platform/deps.ts';
import { delaySecondsMax } from '../platform/work-queues.ts';
import type { WithQueues } from '../webhook/deps.ts';
import { aboutMoney } from './about-money.ts';
import type { WithMoney } from './deps.ts';
import { firstSeenLate, watchedSeconds } from './lateness.ts';
import { placeOf } from './stop-payouts.ts';

/** Longest wait between two tries (seconds). */
export const waitSecondsMax = 900;
/** Maximum wait of a payment that is too old to be sent again (seconds). It has an incident, and a person decides. */
const oldSecondsMax = 3_600;
/** Maximum wait while the PSP refuses us (seconds), so that payments go on soon after the fault is mended. */
const stoppedSecondsMax = 300;

type Waits = Pick<Base['config'], 'RESUME_AFTER_SECONDS'>;
/** Longest wait with a message of its own (seconds). */
export const messageSecondsMax = 120;

/** Holds a growing wait at a minute for a while, because a payee waits, and most PSPs answer again soon. */
const eased = (seconds: number) => Math.min(seconds, Math.max(60, seconds / 4));

/**
 * Returns the seconds until the next try. The wait doubles with each try, is a minute for some minutes, and then grows to
 * a quarter of an hour. It starts again when the PSP says that it has the payment, or answers after a silence.
 * @param heardAt when the PSP's last silence ended (ISO, UTC), if it did
 */
export function growingWait(
  { RETRY_FIRST_SECONDS: first }: Pick<Base['config'], 'RETRY_FIRST_SECONDS'>,
  { tries, acceptedAt = '', endToEndId }: Pick<Cashout, 'tries' | 'acceptedAt' | 'endToEndId'>,
  now: Date,
  heardAt = '',
): number {
  const isOld = endToEndId !== undefined && !isSendable(endToEndId, now);
  const doubled = eased(first * 2 ** Math.min(tries, 20));
  const newsAt = isOld || acceptedAt > heardAt ? acceptedAt : heardAt;
  const renewed = newsAt === '' ? doubled : first + eased(ageSeconds(newsAt, now));
  return Math.ceil(Math.min(doubled, renewed, isOld ? oldSecondsMax : waitSecondsMax));
}

/** Maximum wait for a turn at the PSP (seconds), unless the turn is known to come later. */
const turnSecondsMax = 10;

/**
 * Returns the next try of a payment that waits for its turn. It always has a message, because turns are spread over the
 * seconds, and resume-stalled sends many rows at the same moment. The wait grows, because many payments may wait.
 */
export function turnAfter(config: Waits, growing: number, waitSeconds: number) {
  const wait = Math.min(delaySecondsMax, Math.max(waitSeconds, Math.min(growing, turnSecondsMax)));
  return { wait, dueSeconds: wait + config.RESUME_AFTER_SECONDS, hasMessage: true };
}

/**
 * Returns the next try after a wait, and whether it gets a message. With a message, the row is due later than the
 * message, so that resume-stalled only acts when the message is lost.
 */
export const dueAfter = ({ RESUME_AFTER_SECONDS: grace }: Waits, wait: number) =>
  wait <= messageSecondsMax
    ? { wait, dueSeconds: wait + grace, hasMessage: true }
    : { wait, dueSeconds: wait, hasMessage: false };

/**
 * Returns the next try of a cashout without a final answer.
 * @param waitSeconds for how long it waits for its turn, if it does
 * @param heardAt as for `growingWait`
 */
export function nextTry({ config, now }: Base, cashout: Cashout, waitSeconds?: number, heardAt?: string) {
  const growing = growingWait(config, cashout, now(), heardAt);
  return waitSeconds === undefined ? dueAfter(config, growing) : turnAfter(config, growing, waitSeconds);
}

/** Returns the next try while the PSP refuses us: without a message, and soon after the fault is mended. */
function tryWhileStopped({ config, now }: Base, cashout: Cashout) {
  const wait = Math.min(growingWait(config, cashout, now()), stoppedSecondsMax);
  return { wait, dueSeconds: wait, hasMessage: false };
}

/**
 * No outcome. `state`: the PSP has the payment. `waitSeconds`, `busySeconds`: for how long the next request waits for its
 * turn at the PSP, or because the PSP asks us to wait.
 */
export type Open = {
  kind: 'unknown';
  state?: 'waiting' | 'under way';
  waitSeconds?: number;
  busySeconds?: number;
};

export async function retryLater(
  deps: Base & WithCashouts & WithMoney & WithNetwork & WithQueues,
  cashout: Cashout,
  { state, busySeconds, waitSeconds = busySeconds }: Open = { kind: 'unknown' },
): Promise<void> {
  const { stop, heard } = await deps.pspRows.get(placeOf(deps.network, cashout), deps.now());
  const seen = state && !cashout.acceptedAt ? { acceptedAt: deps.now().toISOString() } : {};
  const known = { ...cashout, ...seen };
  const { wait, dueSeconds, hasMessage } = stop
    ? tryWhileStopped(deps, known)
    : nextTry(deps, known, waitSeconds, heard?.at);
  const dueAt = addSeconds(deps.now(), dueSeconds);
  const late = firstSeenLate(cashout, deps.now());
  const noted = await deps.cashouts.noteUnknown(cashout, dueAt, { ...late, ...seen });
  if (!noted.moved) return;
  const what = waitSeconds === undefined ? 'outcome unknown' : 'waits for its turn at the network';
  deps.log.info(what, { ...aboutMoney(cashout), tries: cashout.tries + 1 });
  if (waitSeconds === undefined) deps.metrics.count('OutcomesUnknown', 1, cashout.sentTo);
  deps.metrics.count('UnknownAge', watchedSeconds(known, deps.now()));
  if (late.late) deps.metrics.count('CashoutInTime', 0);
  // Only the run that counted the try sends the message. Otherwise two concurrent runs would start two chains of
  // messages.
  if (hasMessage) await deps.queues.send('transfers', cashout, wait);
  // The events are recorded now and not at the end, because the transfer takes longer than most transfers.
  if (noted.cashout.pendingEvents.length > 0) await recordPendingEvents(deps, cashout.id);
}
