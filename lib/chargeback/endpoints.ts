// Defines the endpoints of chargebacks.

import * as z from 'zod';
import { as, type Endpoint } from '../access/endpoint.ts';
import { tell } from '../access/tell.ts';
import { chargeback } from './answers.ts';
import { chargebackBody, chargebackStatusQuery } from './schemas.ts';

export const requestChargeback = {
  route: 'POST /v2/finance/chargebacks-pix-copy-and-paste/',
  auth: 'token',
  lenient: true,
  needs: ['REFUND'],
  idempotencyKey: 'if valid',
  body: chargebackBody,
  stranger: 'qr_code_not_found',
  closed: 'chargeback_account_closed',
  // The refusals are in the order of the contract.
  refusals: [
    'qr_code_not_found',
    'qr_code_not_paid',
    'refund_in_processing',
    'chargeback_account_closed',
    'amount_above_qr_code',
    'insufficient_funds',
    'refund_refused',
  ],
  answer: as<typeof chargeback>,
} as const satisfies Endpoint;

export const getChargeback = {
  route: 'GET /v2/finance/chargebacks-pix-copy-and-paste/status',
  auth: 'token',
  lenient: true,
  // Any query is accepted here, because the number of identifiers is checked before their format.
  query: z.record(z.string(), z.string()),
  stranger: 'chargeback_not_found',
  refusals: ['chargeback_id_missing', 'chargeback_id_twice', 'chargeback_not_found'],
  answer: as<typeof chargeback>,
} as const satisfies Endpoint;

export const told = () =>
  tell(
    'Chargebacks',
    { requestChargeback, getChargeback },
    {
      requestChargeback: {
        summary: 'Refunds a paid QR code, fully or in part',
        details:
          'Each QR code can have one PENDING chargeback at a time. Between accounts of this institution the chargeback completes at once.',
        body: 'ChargebackRequest',
        fields: {
          information: ['Reason for the refund.', 'Pedido 42 devolvido'],
          amount: [
            'In reais, with exactly two decimal places. At most the amount of the QR code that is not refunded yet.',
            '10.00',
          ],
        },
        answer: chargeback,
        example: { qr_code_id: 731_846_215_930, information: 'Pedido 42 devolvido', amount: '10.00' },
        parameters: {
          'idempotency-key': [
            'UUID version 4 that you choose, one per chargeback. The same call with the same key is the same chargeback. Any other value is ignored.',
            '0b6f2f0e-0c07-4e3f-9a51-2f3c1a7e5d42',
          ],
        },
      },
      getChargeback: {
        summary: 'Shows a chargeback, by one of two identifiers',
        details:
          'Give either id or end_to_end_id. While it is PENDING, wait at least 30 seconds between calls.',
        query: chargebackStatusQuery,
        answer: chargeback,
        parameters: {
          id: ['Id of the chargeback. Give either this or end_to_end_id.', 6_928_153_729_222],
          end_to_end_id: [
            'End-to-end id of the refund. Give either this or id.',
            'D99999010202611211200abcdefghijk',
          ],
        },
      },
    },
  );
