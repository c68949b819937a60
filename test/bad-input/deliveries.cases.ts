// Bad input to the paths below one webhook: tests, deliveries and redeliveries.

import type { Row, Table } from './ask.ts';
import { invalid, notFound, refused } from './refusals.ts';
import { closed, noWebhook, query } from './webhooks.cases.ts';

const underWebhook = (rest: string): Row[] => [
  ['B104', 'an id of letters', { path: `/api/webhooks/abc/${rest}` }, noWebhook],
  ['B105', 'an unknown id', { path: `/api/webhooks/5/${rest}` }, noWebhook],
  [
    'B106',
    'a closed account',
    ({ former }) => ({ by: 'former', path: `/api/webhooks/${former.webhook}/${rest}` }),
    closed,
  ],
];

export const testWebhook: Table = {
  route: 'POST /api/webhooks/{webhook_id}/test',
  request: ({ webhook }) => ({ path: `/api/webhooks/${webhook}/test` }),
  rows: [
    ...underWebhook('test'),
    [
      'B105',
      'a paused webhook',
      ({ pausedWebhook }) => ({ path: `/api/webhooks/${pausedWebhook}/test` }),
      refused('Webhook is paused'),
    ],
  ],
};

export const deliveries: Table = {
  route: 'GET /api/webhooks/{webhook_id}/deliveries',
  request: ({ webhook }) => ({ path: `/api/webhooks/${webhook}/deliveries` }),
  rows: [
    ...underWebhook('deliveries'),
    ['B093', 'a limit of 0', query('limit', '0'), invalid(['limit', 'must be an integer from 1 to 100'])],
    ['B095', 'a place of 0', query('before', '0'), invalid(['before', 'must be a positive integer'])],
    ['B095', 'a place of letters', query('before', 'x'), invalid(['before', 'must be a positive integer'])],
  ],
};

export const redeliver: Table = {
  route: 'POST /api/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
  request: ({ webhook, delivery }) => ({ path: `/api/webhooks/${webhook}/deliveries/${delivery}/redeliver` }),
  rows: [
    ...underWebhook('deliveries/1/redeliver'),
    [
      'B104',
      'a delivery of letters',
      ({ webhook }) => ({ path: `/api/webhooks/${webhook}/deliveries/x/redeliver` }),
      invalid(['delivery_id', 'must be a positive integer']),
    ],
    [
      'B105',
      'an unknown delivery',
      ({ webhook }) => ({ path: `/api/webhooks/${webhook}/deliveries/999/redeliver` }),
      notFound('Delivery not found'),
    ],
  ],
};
