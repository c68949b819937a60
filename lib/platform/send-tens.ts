// Sends messages to a queue: ten messages in a call, and several calls at the same time. Returns the messages that the
// queue did not accept, so that the sender can send them again.

import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { chunks } from '../base/chunks.ts';
import { atOnce } from './at-once.ts';

/** A message, and the item for which it is sent. */
export type Parcel<Item> = {
  message: Omit<SendMessageBatchRequestEntry, 'Id'>;
  about: readonly Item[];
};

/**
 * Items whose messages were not accepted. `error`: the reason. `isDown`: the queue accepted no message and answered no
 * call.
 */
export type Unsent<Item> = { unsent: Item[]; error?: unknown; isDown?: boolean };

/** Maximum number of messages in one call. */
const entriesMax = 10;
/**
 * Number of concurrent calls. With this number, all calls end well before the Lambda's timeout, even if the queue does
 * not answer.
 */
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
      // An answer 200 may contain refused messages. Only the refused messages are sent again.
      const refused = new Set(Failed.map(({ Id }) => Id));
      left = left.filter(({ Id }) => refused.has(Id));
    } catch (error) {
      return { left, error, isAnswered };
    }
  }
  return { left, error: new Error(`${left.length} messages were not accepted`), isAnswered };
}
