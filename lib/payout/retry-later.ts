// Prepares the next try of a cashout without a final answer: counts the try on the row, sets the row's next due time,
// and sends a new message with a growing delay. If the delay is too long for SQS, no message is sent; when the row is
// due, resume-stalled sends one.

import { addSeconds } from '../base/time.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { Core } from '../cashout/deps.ts';
import { recordPendingEvents } from '../cashout/record-pending-events.ts';
import type { WithNetwork } from '../network/deps.ts';
import { delaySecondsMax } from '../platform/work-queues.ts';
import type { WithQueues } from '../webhook/deps.ts';
import { aboutMoney } from './about-money.ts';
import type { WithMoney } from './deps.ts';
import { firstSeenLate, watchedSeconds } from './lateness.ts';
import { placeOf } from './stop-payouts.ts';

const waitSecondsMax = 3_600;
/** Maximum wait while the PSP refuses us (seconds), so that payments go on soon after the fault is mended. */
const stoppedSecondsMax = 300;

/** Returns the seconds until the next try. The wait doubles with each try, up to an hour. */
export const waitSeconds = ({ RETRY_FIRST_SECONDS: first }: Core['config'], { tries }: Cashout): number =>
  Math.min(waitSecondsMax, first * 2 ** Math.min(tries, 20));

export async function retryLater(
  deps: Core & WithMoney & WithNetwork & WithQueues,
  cashout: Cashout,
  seen: Pick<Cashout, 'acceptedAt'> = {},
): Promise<void> {
  const { RESUME_AFTER_SECONDS: grace } = deps.config;
  const { stop } = await deps.pspRows.get(placeOf(deps.network, cashout), deps.now());
  const isStopped = stop !== undefined;
  const wait = Math.min(waitSeconds(deps.config, cashout), isStopped ? stoppedSecondsMax : waitSecondsMax);
  const hasMessage = !isStopped && wait <= delaySecondsMax;
  // If a message was sent, the due time is later than the message, so that resume-stalled only acts when the message is
  // lost.
  const dueAt = addSeconds(deps.now(), hasMessage ? wait + grace : wait);
  const late = firstSeenLate(cashout, deps.now());
  const noted = await deps.cashouts.noteUnknown(cashout, dueAt, { ...late, ...seen });
  if (!noted.moved) return;
  deps.log.info('outcome unknown', { ...aboutMoney(cashout), tries: cashout.tries + 1 });
  deps.metrics.count('OutcomesUnknown', 1, cashout.sentTo);
  deps.metrics.count('UnknownAge', watchedSeconds({ ...cashout, ...seen }, deps.now()));
  if (late.late) deps.metrics.count('CashoutInTime', 0);
  // Only the run that counted the try sends the message. Otherwise two concurrent runs would start two chains of
  // messages.
  if (hasMessage) await deps.queues.send('transfers', cashout, wait);
  // The events are recorded now and not at the end, because the transfer takes longer than most transfers.
  if (noted.cashout.pendingEvents.length > 0) await recordPendingEvents(deps, cashout.id);
}
