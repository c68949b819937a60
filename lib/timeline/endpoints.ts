// Defines the endpoint that shows the history of a cashout.

import { as, type Endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import { cashoutPath } from '../cashout/schemas.ts';
import { timeline } from './answers.ts';

export const getTimeline = {
  route: 'GET /v3/cashouts/{id}/timeline',
  auth: 'token',
  path: cashoutPath,
  stranger: 'transaction_not_found',
  answer: as<typeof timeline>,
} as const satisfies Endpoint;

export const told = () =>
  tell(
    'Cashouts',
    { getTimeline },
    {
      getTimeline: {
        summary: 'Shows what has happened to a cashout, step by step',
        details:
          'Who created, approved or rejected it, what the PIX network was asked and answered, how it ended, and the deliveries of its events to the account’s webhooks. For people: the texts may change; use the look-up and the events in programs.',
        answer: timeline,
        parameters: {
          id: ['Id of the transaction.', 8_125_094_371_265],
        },
      },
    },
  );
