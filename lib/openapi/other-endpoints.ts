// Tokens, chargebacks, MED cases and the doctor.

import * as z from 'zod';
import { chargebackBody, chargebackStatusQuery } from '../chargeback/schemas.ts';
import { listMedCasesQuery, medCasePath } from '../med-case/schemas.ts';
import * as answers from './answers.ts';
import * as disputes from './dispute-answers.ts';
import type { Endpoint } from './endpoint.ts';
import { publicKeys, token } from './sandbox-answers.ts';

const tokenForm = z
  .object({
    grant_type: z.literal('client_credentials'),
    client_id: z.string().optional(),
    client_secret: z.string().optional(),
  })
  .meta({ id: 'TokenRequest' });

const chargebacks = { tag: 'Chargebacks', auth: 'token', answer: disputes.chargeback } as const;

export const otherEndpoints: readonly Endpoint[] = [
  {
    route: 'POST /oauth2/token',
    name: 'issueToken',
    tag: 'Access',
    summary: 'Gives a token for client credentials',
    details: 'RFC 6749, section 4.4. The credentials go into HTTP Basic or into the form.',
    auth: 'client credentials',
    form: tokenForm,
    answer: token,
    refusals: ['invalid_client', 'invalid_request', 'unsupported_grant_type'],
    example: { grant_type: 'client_credentials' },
  },
  {
    route: 'GET /.well-known/jwks.json',
    name: 'getJwks',
    tag: 'Access',
    summary: 'Shows the public keys that verify tokens',
    details:
      'A JSON Web Key Set (RFC 7517). A key that is new here signs later: keep what you have read for five minutes at most.',
    auth: 'nothing',
    answer: publicKeys,
    refusals: [],
  },
  {
    ...chargebacks,
    route: 'POST /v2/finance/chargebacks-pix-copy-and-paste/',
    name: 'requestChargeback',
    summary: 'Gives a paid QR code back, all of it or a part',
    details:
      'Needs the permission REFUND, which every policy has unless it was taken away. One at a time per code. Between accounts of this institution it is done at once.',
    idempotencyKey: true,
    body: chargebackBody.meta({ id: 'ChargebackRequest' }),
    refusals: [
      'qr_code_not_found',
      'qr_code_not_paid',
      'refund_in_processing',
      'chargeback_account_closed',
      'amount_above_qr_code',
      'insufficient_funds',
      'refund_refused',
    ],
    example: { qr_code_id: 731_846_215_930, information: 'Pedido 42 devolvido', amount: '10.00' },
  },
  {
    ...chargebacks,
    route: 'GET /v2/finance/chargebacks-pix-copy-and-paste/status',
    name: 'getChargeback',
    summary: 'Tells where a chargeback is, by one of two identifiers',
    details: 'Give id or end_to_end_id, and not both. Ask at most every 30 seconds while it is PENDING.',
    query: chargebackStatusQuery,
    refusals: ['chargeback_id_missing', 'chargeback_id_twice', 'chargeback_not_found'],
  },
  {
    route: 'GET /v3/meds/',
    name: 'listMedCases',
    tag: 'MED cases',
    summary: 'Lists MED cases, newest report first',
    details:
      'Of all accounts of your company that you may see. For the pages after the first, follow next and previous as they are.',
    auth: 'token',
    query: listMedCasesQuery,
    answer: disputes.medCases,
    refusals: [],
  },
  {
    route: 'GET /v3/meds/{id}',
    name: 'getMedCase',
    tag: 'MED cases',
    summary: 'Shows a MED case',
    details: 'With what is due next, until when, and what has gone back of the payment.',
    auth: 'token',
    path: medCasePath,
    answer: disputes.medCase,
    refusals: ['med_not_found'],
  },
  {
    route: 'POST /v3/doctor/hmac',
    name: 'diagnoseHmac',
    tag: 'Doctor',
    summary: 'Says what is wrong with a signature',
    details:
      'Send the very request that is refused, body and hmac header as they are, to this path. Nothing is created, and the right signature is never told.',
    auth: 'token',
    raw: true,
    answer: answers.diagnosis,
    refusals: ['validation_error'],
  },
];
