// Defines the endpoint that shows a cashout.

import { as, type Endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import { cashout } from './answers.ts';
import { cashoutPath } from './schemas.ts';

export const getCashout = {
  route: 'GET /v3/cashouts/{id}',
  auth: 'token',
  path: cashoutPath,
  stranger: 'transaction_not_found',
  answer: as<typeof cashout>,
} as const satisfies Endpoint;

export const told = () =>
  tell(
    'Cashouts',
    { getCashout },
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
    },
  );
