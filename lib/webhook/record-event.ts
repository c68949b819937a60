// Records an event in its account's feed. Recording it twice changes nothing: its id comes from what happened.

import { eventSubject } from '../base/correlation.ts';
import type { Core } from './deps.ts';
import type { AccountEvent } from './event.ts';

export async function recordEvent({ events, log }: Core, event: AccountEvent): Promise<void> {
  await events.append(event);
  log.info('event recorded', { ...eventSubject(event.id), eventType: event.type });
}
