// Sends messages to a queue by tens, several calls at once. What the queue does not take is told, so that whoever sends
// knows what to send again.

import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { chunks } from '../base/chunks.ts';
import { atOnce } from './at-once.ts';

/** A message, and what it is about. */
export type Parcel<Item> = {
  message: Omit<SendMessageBatchRequestEntry, 'Id'>;
  about: readonly Item[];
};

/** `error`: why the queue did not take them. `isDown`: it took nothing, and no call to it was answered. */
export type Unsent<Item> = { unsent: Item[]; error?: unknown; isDown?: boolean };

/** Messages in one call. */
const entriesMax = 10;
/** So many calls to a queue that does not answer end together, well before their Lambda does. */
const callsAtOnce = 10;
const tries = 3;

export async function offerTens<Item>(
  client: SQSClient,
  QueueUrl: string,
  parcels: readonly Parcel<Item>[],
): Promise<Unsent<Item>> {
  const tens = chunks(parcels, entriesMax);
  const told: Unsent<Item> = { unsent: [] };
  let unanswered = 0;
  await atOnce(callsAtOnce, tens, async (ten) => {
    const { left, error, isAnswered } = await offerTen(client, QueueUrl, ten);
    if (!isAnswered) unanswered += 1;
    if (left.length === 0) return;
    told.unsent.push(...left.flatMap(({ about }) => about));
    told.error = error;
  });
  return unanswered === tens.length ? { ...told, isDown: tens.length > 0 } : told;
}

async function offerTen<Item>(client: SQSClient, QueueUrl: string, parcels: readonly Parcel<Item>[]) {
  let left = parcels.map((parcel, index) => ({ ...parcel, Id: String(index) }));
  let isAnswered = false;
  for (let attempt = 1; left.length > 0 && attempt <= tries; attempt++) {
    const Entries = left.map(({ Id, message }) => ({ Id, ...message }));
    try {
      const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
      isAnswered = true;
      // A 200 may still carry refused entries: only those go again.
      const refused = new Set(Failed.map(({ Id }) => Id));
      left = left.filter(({ Id }) => refused.has(Id));
    } catch (error) {
      return { left, error, isAnswered };
    }
  }
  return { left, error: new Error(`${left.length} messages were not accepted`), isAnswered };
}
