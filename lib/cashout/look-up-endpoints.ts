// The endpoints that show a cashout.

import { as, endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import { cashout } from './answers.ts';
import { cashoutPath } from './schemas.ts';
import { timeline } from './timeline-answers.ts';

const ofCashout = { auth: 'token', path: cashoutPath, stranger: 'transaction_not_found' } as const;

export const getCashout = /* @__PURE__ */ endpoint(ofCashout, {
  route: 'GET /v3/cashouts/{id}',
  answer: as<typeof cashout>,
});

export const getTimeline = /* @__PURE__ */ endpoint(ofCashout, {
  route: 'GET /v3/cashouts/{id}/timeline',
  answer: as<typeof timeline>,
});

export const told = () =>
  tell(
    'Cashouts',
    { getCashout, getTimeline },
    {
      getCashout: {
        summary: 'Shows a cashout',
        details:
          'Shows the current status, and the recipient once the transfer has succeeded. PROCESSING is not final: call again later, or register a webhook.',
        answer: cashout,
        parameters: {
          id: ['Id of the transaction.', 8_125_094_371_265],
        },
      },
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
