// Records an event in its account's feed. Recording it again has no effect, because the event's id is made from the
// occasion.

import { eventSubject } from '../base/correlation.ts';
import type { Core } from './deps.ts';
import type { AccountEvent } from './event.ts';

export async function recordEvent({ events, log }: Core, event: AccountEvent): Promise<void> {
  await events.append(event);
  log.info('event recorded', { ...eventSubject(event.id), eventType: event.type });
}
