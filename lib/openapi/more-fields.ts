// The fields of webhooks, events, tokens and the sandbox; see fields.ts.

import type { Field } from './fields.ts';

const instant = '2026-11-21T15:04:05.123Z';
const webhookId: Field = ['The webhook.', 7_292_262_688_376];
const deliveryId: Field = ['The delivery: the number of its event in the feed.', 17];

export const moreFields: Record<string, Field> = {
  // Webhooks and their deliveries
  webhook_id: webhookId,
  delivery_id: deliveryId,
  'Webhook.id': webhookId,
  'WebhookHealth.id': webhookId,
  'WebhookHealth.status': ['PAUSED: nothing is sent to it.', 'ACTIVE'],
  url: ['Where events are posted to: https, a public host.', 'https://receiver.example.com/pix'],
  type_webhook: ['Which events it gets.', 'ALL'],
  authorization_token: ['Sent with every delivery as the header authorization.', null],
  x_functions_key: ['Sent with every delivery as the header x-functions-key.', null],
  'Webhook.created_at': ['When it was registered.', instant],
  secret: ['Signs the deliveries (Standard Webhooks). Shown once.', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  rotate_secret: ['true: a new secret; the old one signs as well for a day.', false],
  paused: ['false: deliveries go out again.', false],
  'Webhook.status': [
    'PAUSED: nothing is sent, since its receiver has only failed for days, or said 410.',
    'ACTIVE',
  ],
  paused_reason: ['Why it is paused.', null],
  paused_at: ['Since when it is paused.', null],
  failing_since: ['Since when its receiver has only failed.', null],
  webhook: ['How the receiver is doing.', undefined],
  before: ['Deliveries older than the one of that id.', 17],
  'Delivery.id': deliveryId,
  'Delivery.status': [
    'EXHAUSTED: every attempt has failed. HELD: the webhook is paused. CANCELLED: it is gone.',
    'DELIVERED',
  ],
  event_id: ['The event: the header webhook-id of its delivery.', 'cashout-8125094371265-succeeded'],
  event_type: ['What happened.', 'cashout.succeeded'],
  attempts: ['How often it was tried.', 1],
  last_status: ['HTTP status of the last attempt.', 200],
  last_attempt_at: ['When it was last tried.', instant],
  next_attempt_at: ['When it is tried again.', null],
  log: ['The last attempts.', undefined],
  at: ['When it was tried.', instant],
  result: ['Whether anybody answered.', 'answered'],
  'Attempt.status': ['HTTP status, if anybody answered.', 200],
  milliseconds: ['How long it took.', 84],

  // Events
  after: ['Events after that number; 0 is the beginning.', 0],
  cursor: ['The last number on this page: what to ask `after` next time.', 17],
  sequence: ['Place in the account’s feed: without gaps, from 1.', 17],
  'Event.id': [
    'The event, the same at every attempt: what to recognise a second delivery by.',
    'cashout-8125094371265-succeeded',
  ],
  'Event.type': ['What happened.', 'cashout.succeeded'],
  types: ['The kinds of webhook that get it, besides ALL.', ['PIX_CASHOUT_SUCCESS', 'CASHOUT']],
  'Event.created_at': ['When it happened.', instant],
  data: ['The record as the API would have answered at that moment.', undefined],
  'ReceivedPayment.amount': ['In reais.', 50],

  // The doctor
  valid: ['Whether a call with this signature is let in.', false],
  findings: ['What is wrong, or odd.', undefined],
  problem: ['In one word.', 'reserialised'],
  advice: ['In words, with what to do.', undefined],

  // Tokens
  access_token: [
    'Goes into the header Authorization, after Bearer.',
    'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2ln',
  ],
  token_type: ['Always Bearer.', 'Bearer'],
  expires_in: ['Seconds it is good for.', 1_800],
  grant_type: ['Always client_credentials.', 'client_credentials'],
  client_id: ['The client, unless HTTP Basic says it.', '5b1f9d2e-7a3c-4c1d-8e2f-0a9b8c7d6e5f'],
  client_secret: ['Its secret, unless HTTP Basic says it.', 'of-your-client'],
  keys: ['JSON Web Keys.', undefined],
  kty: ['As in RFC 7517.', 'EC'],
  kid: ['As in RFC 7517.', '1'],
  alg: ['As in RFC 7517.', 'ES256'],
  use: ['As in RFC 7517.', 'sig'],
  crv: ['As in RFC 7518.', 'P-256'],
  x: ['As in RFC 7518.', 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU'],
  y: ['As in RFC 7518.', 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0'],

  // The sandbox
  name: ['A name.', 'Demo company'],
  permissions: ['What its policies on the accounts permit.', ['CREATE', 'APPROVE']],
  audience: ['api signs its calls; web has one-time codes.', 'api'],
  accounts: ['Accounts.', undefined],
  'SandboxTenant.accounts': ['How many accounts to open.', 1],
  'SandboxTenant.balance': ['Opening balance of each, in reais.', '10000.00'],
  'SandboxAccount.balance': ['In reais.', 10_000],
  company_id: ['The company.', '1f0e7c3a-52d4-4b6e-9d5c-6a1b2c3d4e5f'],
  user_id: ['The user that the client speaks for.', '2a1e8d4b-63e5-4c7f-8e6d-7b2c3d4e5f60'],
  hmac_secret: ['Signs the requests of this client.', 'of-your-client'],
  mfa_secret: ['Secret of the user’s one-time codes, base32.', 'JBSWY3DPEHPK3PXP'],
  pix_key: ['PIX key of the account.', '9e107d9d-372b-4b6e-8d5c-1a2b3c4d5e6f'],
  reference: ['The transaction, or the chargeback’s reference.', '8125094371265'],
  outcome: ['What the network is to say.', 'settled'],
  'NetworkVerdict.code': ['Reason code, with failed or refused.', 'AC03'],
  'SandboxReturn.transaction_id': ['A SUCCESS of yours.', 8_125_094_371_265],
  'SandboxReturn.reason': ['Reason code of the return.', 'MD06'],
  return_id: ['The network’s id of the return.', 'D99999011202611211200abcdefghijk'],
  payer: ['Who pays. Both of branch and number: an account of this institution.', undefined],
  legal_id: ['CPF or CNPJ, digits only.', '12345678909'],
  ispb: ['The institution, eight digits.', '60701190'],
  'RehearsedMedCase.id': ['The case.', '3fa8f8a8-66b4-470d-a56c-1fe888da7d18'],
  'rehearseMedProgress.id': ['The case.', '3fa8f8a8-66b4-470d-a56c-1fe888da7d18'],
  situation_type: ['What kind of fraud is reported.', 'SCAM'],
  'SandboxMedCase.reason': ['Why the payment is reported.', 'RETURN_REQUEST'],

  // The network's callback
  pix: ['Payments received, and refunds of them.', undefined],
  endToEndId: ['End-to-end id of the payment.', 'E6070119020261121150400000000001'],
  valor: ['In reais, two decimal places.', '50.00'],
  horario: ['When it was settled.', instant],
  txid: ['Of the QR code.', 'PEDIDO42'],
  chave: ['PIX key that was paid.', 'loja@example.com'],
  pagador: ['Who paid.', undefined],
  nome: ['Name.', 'Maria Silva'],
  cpf: ['CPF, digits only.', '12345678909'],
  cnpj: ['CNPJ, digits only.', '11222333000181'],
  devolucoes: ['Refunds that have ended: what became of each is looked up.', undefined],
  'devolucoes.id': ['The chargeback.', '6928153729222'],
};
