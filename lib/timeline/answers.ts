// Defines the schema of a cashout's timeline in the API's answers.

import * as z from 'zod';
import { instant, named } from '../base/meanings.ts';
import { all, id, orNull, text, time, worked } from '../base/pieces.ts';
import { status } from '../cashout/answers.ts';
import { deliveryFields } from '../webhook/answers.ts';
import type { What } from './timeline.ts';

const step = named(
  'TimelineEntry',
  z.object({
    at: time,
    what: all<What>()(
      'created',
      'payee_shown',
      'approved',
      'postponed',
      'started',
      'rejected',
      'expired',
      'asked',
      'reserved',
      'succeeded',
      'failed',
      'cancelled',
      'partially_returned',
      'refunded',
    ),
    by: orNull(text),
    by_name: orNull(text),
    text,
    code: orNull(text),
  }),
  {
    at: ['When it happened (UTC); a question to the network: when it was asked.', instant],
    what: ['What happened. asked: a question to the PIX network.', 'asked'],
    by: ['Id of the user who did it; null: none did.', null],
    by_name: ['How that user is called; null: it has no name.', null],
    text: ['What happened, for people.', 'Asked the network to pay: settled'],
    code: ['Reason code of the network; null: it gave none.', null],
  },
);

const { log: _, ...delivery } = deliveryFields;
const sent = named('TimelineDelivery', z.object({ webhook_id: id, ...delivery }), {
  id: ['Id of the delivery: the sequence number of its event.', 17],
  status: [
    'EXHAUSTED: every attempt has failed. HELD: the webhook is paused, or has too many pending deliveries. CANCELLED: the webhook was deleted.',
    'DELIVERED',
  ],
  created_at: ['When it was created.', instant],
});

export const timeline = named(
  'Timeline',
  z.object({
    worked,
    id,
    status,
    entries: z.array(step),
    deliveries: z.array(sent),
    deliveries_truncated: z.boolean(),
  }),
  {
    id: ['Id of the transaction.', 8_125_094_371_265],
    status: ['Its status now.', 'SUCCESS'],
    deliveries: ['The deliveries of its events, of the newest webhook first.'],
    deliveries_truncated: [
      'true: the account has more than twenty webhooks, and only the newest are shown.',
      false,
    ],
  },
);
