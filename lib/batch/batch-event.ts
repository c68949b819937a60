// Makes the events of a batch. Each cashout of the batch also has its own events.

import { type AccountEvent, makeEvent } from '../webhook/event.ts';
import { eventTypes } from '../webhook/event-types.ts';
import type { Batch, OwedEvent } from './batch.ts';
import { presentBatch } from './present-batch.ts';

export function batchEvent(batch: Batch, { name, at, number }: OwedEvent): AccountEvent {
  const type = `batch.${name}` as const;
  const about = { account: batch.account, id: `batch-${batch.id}-${number}`, at, type };
  return makeEvent({ ...about, types: eventTypes[type] }, presentBatch(batch));
}
