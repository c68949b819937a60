// Records an event in its account's feed. Recording it again has no effect, because the event's id is made from the
// occasion.

import { eventSubject } from '../base/correlation.ts';
import type { Base } from '../platform/deps.ts';
import type { WithEvents } from './deps.ts';
import type { AccountEvent } from './event.ts';

export async function recordEvent({ events, log }: Base & WithEvents, event: AccountEvent): Promise<void> {
  await events.append(event);
  log.info('event recorded', { ...eventSubject(event.id), eventType: event.type });
}
