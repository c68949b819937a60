// The fields of a cashout's timeline; see fields.ts.

import { type Field, instant } from './fields.ts';

export const timelineFields: Record<string, Field> = {
  'getTimeline.id': ['Id of the transaction.', 8_125_094_371_265],
  'Timeline.id': ['Id of the transaction.', 8_125_094_371_265],
  'Timeline.status': ['Its status now.', 'SUCCESS'],
  entries: ['What has happened, oldest first.', undefined],
  'TimelineEntry.at': ['When it happened (UTC); a question to the network: when it was asked.', instant],
  what: ['What happened. asked: a question to the PIX network.', 'asked'],
  by: ['Id of the user who did it; null: none did.', null],
  text: ['What happened, for people.', 'Asked the network to pay: settled'],
  'TimelineEntry.code': ['Reason code of the network; null: it gave none.', null],
  deliveries: ['The deliveries of its events, of the newest webhook first.', undefined],
  deliveries_truncated: [
    'true: the account has more than twenty webhooks, and only the newest are shown.',
    false,
  ],
  'TimelineDelivery.id': ['Id of the delivery: the sequence number of its event.', 17],
  'TimelineDelivery.status': [
    'EXHAUSTED: every attempt has failed. HELD: the webhook is paused, or has too many pending deliveries. CANCELLED: the webhook was deleted.',
    'DELIVERED',
  ],
  'TimelineDelivery.created_at': ['When it was created.', instant],
};
