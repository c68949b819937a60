// Sends messages to the queues. A message only identifies rows, and the worker reads the rows. Exceptions are the
// network's notices and account events, because they have no row.

import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { chunks } from '../base/chunks.ts';
import type { WithQueues } from '../incoming/deps.ts';
import type { Config } from '../platform/config.ts';
import { type IdsMessage, idsMax } from '../platform/ids-message.ts';
import { offerTens, type Parcel, type Unsent } from '../platform/send-tens.ts';
import type { QueuedRow, QueueName } from '../platform/work-queues.ts';
import type { DeliveryMessage, DeliverySpeed } from '../webhook/delivery.ts';
import type { FeedPageRef } from '../webhook/deps.ts';
import { webhookTypes } from '../webhook/webhook.ts';

const account = z.object({ branch: z.string(), number: z.string() });

/** The message of a delivery. The row contains the other data, and shows whether the revision is still current. */
export const deliveryMessage = z.object({
  version: z.literal(1),
  webhook: z.object({
    id: z.int().positive(),
    account,
    createdAt: z.string(),
  }),
  sequence: z.int().positive(),
  page: z.int().positive(),
  revision: z.int().min(0),
  speed: z.enum(['fast', 'slow']),
  unstored: z.boolean().optional(),
});

/** A page of an account's feed, by the number of its first event. The worker starts the deliveries of the page. */
export const pageMessage = z.object({
  version: z.literal(1),
  account,
  page: z.int().positive(),
});

/** An event of an account that no row contains as pending. The worker records the event. */
export const eventMessage = z.object({
  version: z.literal(1),
  event: z.object({
    account,
    id: z.string().min(1),
    at: z.string(),
    type: z.string().min(1),
    types: z.array(z.enum(webhookTypes).exclude(['ALL'])),
    body: z.string(),
  }),
});

/** An export whose file the worker must make. */
export const exportMessage = z.object({ version: z.literal(1), account, id: z.string().min(1) });

/**
 * Work of a batch: its step, unless the row has another revision by then, or the return of the cashout of a line.
 */
export const batchMessage = z.object({
  version: z.literal(1),
  id: z.string(),
  revision: z.int().min(0).optional(),
  returned: z.int().positive().optional(),
});

export type Queues = WithQueues['queues'];

/** Returns JSON in ASCII. SQS refuses some other characters (such as U+FFFE), and a payer's name may contain these. */
function asciiJson(content: object): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(content).replace(/[^\x20-\x7e]/g, escaped);
}

/**
 * Returns the message group of an account. On a standard queue the group identifies a tenant, and SQS delivers messages
 * of quiet groups before those of a busy group.
 */
function groupOf(account: AccountRef | undefined): { MessageGroupId?: string } {
  return account ? { MessageGroupId: accountKey(account) } : {};
}

export function makeQueues(client: SQSClient, config: Config): Queues {
  const urls: Record<QueueName, string> = {
    transfers: config.TRANSFERS_QUEUE_URL,
    'webhook-events': config.WEBHOOK_EVENTS_QUEUE_URL,
    chargebacks: config.CHARGEBACKS_QUEUE_URL,
  };
  const deliveryUrls: Record<DeliverySpeed, string> = {
    fast: config.WEBHOOK_DELIVERIES_QUEUE_URL,
    slow: config.SLOW_WEBHOOK_DELIVERIES_QUEUE_URL,
  };
  const messageFor = ({ ids, account }: { ids: number[]; account?: AccountRef }, delaySeconds: number) => ({
    MessageBody: JSON.stringify({ version: 1, ids, ...(account ? { account } : {}) } satisfies IdsMessage),
    DelaySeconds: delaySeconds,
    ...groupOf(account),
  });

  const offer: Queues['offer'] = (queue, rows, delaySeconds = 0) =>
    offerTens(
      client,
      urls[queue],
      packed(rows).map((some) => ({ about: some.rows, message: messageFor(some, delaySeconds) })),
    );

  return {
    async send(queue, row, delaySeconds = 0) {
      const message = { QueueUrl: urls[queue], ...messageFor({ ...row, ids: [row.id] }, delaySeconds) };
      await client.send(new SendMessageCommand(message));
    },

    async sendEvent(event, delaySeconds = 0) {
      const QueueUrl = config.NETWORK_EVENTS_QUEUE_URL;
      const message = { QueueUrl, MessageBody: asciiJson(event), DelaySeconds: delaySeconds };
      await client.send(new SendMessageCommand(message));
    },

    async sendAccountEvent(event) {
      const body = { version: 1, event: { ...event, types: [...event.types] } } satisfies z.infer<
        typeof eventMessage
      >;
      const message = { QueueUrl: urls['webhook-events'], MessageBody: asciiJson(body) };
      await client.send(new SendMessageCommand({ ...message, ...groupOf(event.account) }));
    },

    async sendExport({ account, id }, delaySeconds = 0) {
      const body = { version: 1, account: { ...account }, id } satisfies z.infer<typeof exportMessage>;
      const message = { QueueUrl: config.EXPORTS_QUEUE_URL, MessageBody: JSON.stringify(body) };
      await client.send(
        new SendMessageCommand({ ...message, DelaySeconds: delaySeconds, ...groupOf(account) }),
      );
    },

    async sendBatch({ id, account, revision, returned }, delaySeconds = 0) {
      const body = { version: 1, id, revision, returned } satisfies z.infer<typeof batchMessage>;
      const message = { QueueUrl: config.BATCHES_QUEUE_URL, MessageBody: JSON.stringify(body) };
      await client.send(
        new SendMessageCommand({ ...message, DelaySeconds: delaySeconds, ...groupOf(account) }),
      );
    },

    async sendDelivery(message, delaySeconds = 0) {
      const QueueUrl = deliveryUrls[message.speed];
      const body = { version: 1, ...message } satisfies z.infer<typeof deliveryMessage>;
      const sent = { QueueUrl, MessageBody: asciiJson(body), DelaySeconds: delaySeconds };
      await client.send(new SendMessageCommand({ ...sent, ...groupOf(message.webhook.account) }));
    },

    async sendDeliveries(messages) {
      const parcels = messages.map((message): Parcel<DeliveryMessage> => {
        const body = { version: 1, ...message } satisfies z.infer<typeof deliveryMessage>;
        const sent = { MessageBody: asciiJson(body), ...groupOf(message.webhook.account) };
        return { message: sent, about: [message] };
      });
      requireAll(await offerTens(client, deliveryUrls.fast, parcels));
    },

    offerPages(pages) {
      const parcels = pages.map((page): Parcel<FeedPageRef> => {
        const body = { version: 1, ...page } satisfies z.infer<typeof pageMessage>;
        return { message: { MessageBody: JSON.stringify(body), ...groupOf(page.account) }, about: [page] };
      });
      return offerTens(client, urls['webhook-events'], parcels);
    },

    offer,

    async sendAll(queue, rows, delaySeconds) {
      requireAll(await offer(queue, rows, delaySeconds));
    },
  };
}

function requireAll({ unsent, error }: Unsent<unknown>): void {
  if (unsent.length > 0) throw error;
}

/**
 * Packs the rows into messages, each row once. A message contains rows of only one account. A row whose account is not
 * known has a message of its own.
 */
function packed<Row extends QueuedRow>(rows: readonly Row[]) {
  const known = rows.filter(({ account }) => account);
  const groups = [
    ...Map.groupBy(known, ({ account }) => accountKey(account as AccountRef)).values(),
    ...rows.filter(({ account }) => !account).map((row) => [row]),
  ];
  return groups.flatMap((group) => {
    const once = [...new Map(group.map((row) => [row.id, row])).values()];
    const of = group[0]?.account ? { account: group[0].account } : {};
    return chunks(once, idsMax).map((some) => ({ rows: some, ids: some.map(({ id }) => id), ...of }));
  });
}
