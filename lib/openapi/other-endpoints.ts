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
    summary: 'Issues an access token for client credentials',
    details: 'RFC 6749, section 4.4. Send the credentials by HTTP Basic or in the form.',
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
    summary: 'Shows the public keys that verify tokens and receipts',
    details:
      'A JSON Web Key Set (RFC 7517). A new key is listed here before it signs: cache the set for at most five minutes. Keys of receipts have ids that begin with receipt-, and stay for years.',
    auth: 'nothing',
    answer: publicKeys,
    refusals: [],
  },
  {
    ...chargebacks,
    route: 'POST /v2/finance/chargebacks-pix-copy-and-paste/',
    name: 'requestChargeback',
    summary: 'Refunds a paid QR code, fully or in part',
    details:
      'Needs the permission REFUND. Every policy has it by default. Each QR code can have one PENDING chargeback at a time. Between accounts of this institution the chargeback completes at once.',
    idempotencyKey: 'if valid',
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
    summary: 'Shows a chargeback, by one of two identifiers',
    details: 'Give either id or end_to_end_id. While it is PENDING, wait at least 30 seconds between calls.',
    query: chargebackStatusQuery,
    refusals: ['chargeback_id_missing', 'chargeback_id_twice', 'chargeback_not_found'],
  },
  {
    route: 'GET /v3/meds/',
    name: 'listMedCases',
    tag: 'MED cases',
    summary: 'Lists MED cases, newest report first',
    details:
      'Lists the cases of every account that this client has a policy on. For other pages, call the URLs in next and previous unchanged.',
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
    details: 'Shows the next duty, its deadline, and the returns of the payment.',
    auth: 'token',
    path: medCasePath,
    answer: disputes.medCase,
    refusals: ['med_not_found'],
  },
  {
    route: 'POST /v3/doctor/hmac',
    name: 'diagnoseHmac',
    tag: 'Doctor',
    summary: 'Explains what is wrong with a signature',
    details:
      'Send the refused request to this path, with the same body and the same hmac header. It creates nothing, and never shows the right signature.',
    auth: 'token',
    raw: true,
    answer: answers.diagnosis,
    refusals: ['validation_error'],
  },
];
