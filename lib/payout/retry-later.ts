// No final answer yet: counts the try on the row, moves its due time, and sends a new message with a growing
// delay. If SQS cannot delay it that long, the due index alone brings the row back.

import { addSeconds } from '../base/time.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { Core } from '../cashout/deps.ts';
import { recordPendingEvents } from '../cashout/record-pending-events.ts';
import { delaySecondsMax } from '../platform/work-queues.ts';
import type { WithQueues } from '../webhook/deps.ts';
import { aboutMoney } from './about-money.ts';
import { firstSeenLate, secondsInProgress } from './lateness.ts';

const waitSecondsMax = 3_600;

/** It doubles with each try. */
export const waitSeconds = ({ RETRY_FIRST_SECONDS: first }: Core['config'], { tries }: Cashout): number =>
  Math.min(waitSecondsMax, first * 2 ** Math.min(tries, 20));

export async function retryLater(deps: Core & WithQueues, cashout: Cashout): Promise<void> {
  const { RESUME_AFTER_SECONDS: grace } = deps.config;
  const wait = waitSeconds(deps.config, cashout);
  const hasMessage = wait <= delaySecondsMax;
  // With a message on its way the due index waits longer, so that it only steps in when the message is lost.
  const dueAt = addSeconds(deps.now(), hasMessage ? wait + grace : wait);
  const late = firstSeenLate(cashout, deps.now());
  const noted = await deps.cashouts.noteUnknown(cashout, dueAt, late);
  if (!noted.moved) return;
  deps.log.info('outcome unknown', { ...aboutMoney(cashout), tries: cashout.tries + 1 });
  deps.metrics.count('OutcomesUnknown');
  deps.metrics.count('UnknownAge', secondsInProgress(cashout, deps.now()));
  if (late.late) deps.metrics.count('CashoutsLate');
  // Only the run that counted the try sends the message: two concurrent runs must not start two chains of
  // messages.
  if (hasMessage) await deps.queues.send('transfers', cashout, wait);
  // The transfer takes longer than most: its events do not wait for its end.
  if (noted.cashout.pendingEvents.length > 0) await recordPendingEvents(deps, cashout.id);
}
