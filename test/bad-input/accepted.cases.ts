// Input that looks wrong but is accepted: by a decision (docs/decisions/), or because a caller may write it in several
// ways.

import { expect } from 'vitest';
import type { HttpCall } from '../../local/gateway/event.ts';
import { tokens } from './access.cases.ts';
import { approveManual } from './approve.cases.ts';
import type { Change, Table } from './ask.ts';
import { createByKey } from './create-by-key.cases.ts';
import { field, idempotencyKey, raw } from './create-common.ts';
import { createManual } from './create-manual.cases.ts';
import { listMedCases, requestChargeback } from './disputes.cases.ts';
import { statement } from './look-ups.cases.ts';
import { network, pix } from './network.cases.ts';
import type { Scene } from './scene.ts';
import { listWebhooks } from './webhooks.cases.ts';

/** The row in the catalogue, what is unusual, the valid request, the change to it, and the expected answer. */
export type AcceptedRow = [
  row: string,
  what: string,
  table: Table,
  change: Change | ((scene: Scene) => Change),
  answer: object | ((scene: Scene) => object),
  reshape?: (call: HttpCall) => HttpCall,
];

const contentType = (value: string): Change => ({ headers: { 'content-type': value } });
const upperCaseHmac = ({ headers, ...call }: HttpCall) => ({
  ...call,
  headers: { ...headers, hmac: headers?.hmac?.toUpperCase() ?? '' },
});
const start = (value: string): Change => ({ query: { start: value } });

const payer =
  (nome: string) =>
  ({ callers: { owner } }: Scene): Change =>
    field('pix', [{ ...pix, chave: owner.tenant.accounts[0]?.pix_key, pagador: { nome } }]);

export const acceptedRows: AcceptedRow[] = [
  [
    'B009',
    'the scheme in lower case',
    tokens,
    ({ callers }) => ({ headers: { authorization: `bearer ${callers.owner.token}` } }),
    { worked: true },
  ],
  ['B013', 'a signature in upper case', createByKey, {}, { status: 'NEW' }, upperCaseHmac],
  ['B016', 'a body in base64', createByKey, {}, { status: 'NEW' }, (call) => ({ ...call, base64: true })],
  ['B026', 'a content type of plain text', createByKey, contentType('text/plain'), { status: 'NEW' }],
  ['B026', 'a content type of XML', createByKey, contentType('application/xml'), { status: 'NEW' }],
  [
    'B027',
    'a type in capitals',
    createByKey,
    contentType('Application/JSON; charset=utf-8'),
    { status: 'NEW' },
  ],
  [
    'B030',
    'a prototype beside the fields',
    createByKey,
    raw('__proto__', '{"status":"SUCCESS"}'),
    { status: 'NEW' },
  ],
  ['B030', 'a constructor beside the fields', createByKey, raw('constructor', '{"id":1}'), { status: 'NEW' }],
  [
    'B032',
    'a body with fields that only the service sets',
    createByKey,
    { fields: { status: 'SUCCESS', id: 1, fee: -5, company_id: 'x' } },
    { status: 'NEW', fee: 0 },
  ],
  ['B040', 'an amount in quotes', createByKey, field('amount', '100.00'), { amount: 100 }],
  ['B037', 'a number with an exponent', createByKey, raw('amount', '1.005e2'), { amount: 100.5 }],
  ['B037', 'a number with zeros at its end', createByKey, raw('amount', '100.000'), { amount: 100 }],
  ['B076', 'an empty start', createByKey, field('scheduled_for', ''), { status: 'NEW' }],
  ['B076', 'an empty owner of the key', createByKey, field('recipient_legal_id', ''), { status: 'NEW' }],
  ['B043', '35.41', createByKey, raw('amount', '35.41'), { amount: 35.41 }],
  ['B043', '4.35', createByKey, raw('amount', '4.35'), { amount: 4.35 }],
  ['B043', '1.15', createByKey, raw('amount', '1.15'), { amount: 1.15 }],
  ['B043', '0.01', createByKey, raw('amount', '0.01'), { amount: 0.01 }],
  ['B043', '1000', createByKey, raw('amount', '1000'), { amount: 1000 }],
  [
    'B060',
    'an e-mail in capitals',
    createByKey,
    field('key', 'USER@Example.com'),
    { key: 'user@example.com' },
  ],
  ['B063', 'null for a tag', createByKey, field('tag', null), { tag: '' }],
  ['B063', 'a tag of 1000 bytes', createByKey, field('tag', 'é'.repeat(500)), { tag: 'é'.repeat(500) }],
  ['B063', 'a tag of script', createByKey, field('tag', '<script>'), { tag: '<script>' }],
  ['B063', 'a tag of formula', createByKey, field('tag', '=cmd()'), { tag: '=cmd()' }],
  ['B063', 'a tag of emoji', createByKey, field('tag', '😀'), { tag: '😀' }],
  ['B064', 'an idempotency key that is no UUID', requestChargeback, idempotencyKey('abc'), { worked: true }],
  [
    'B065',
    'a used key in capitals',
    createByKey,
    ({ usedKey }) => idempotencyKey(usedKey.toUpperCase()),
    ({ newCashout }) => ({ id: newCashout }),
  ],
  [
    'B066',
    'a used key with the amount written otherwise',
    createByKey,
    ({ usedKey }) => ({ ...raw('amount', '10.0'), ...idempotencyKey(usedKey) }),
    ({ newCashout }) => ({ id: newCashout }),
  ],
  ['B062', 'a payer’s name with emoji', network, payer('Maria 😀'), { worked: true }],
  ['B062', 'a payer’s name with noncharacters', network, payer('Maria\ufffe\uffff'), { worked: true }],
  [
    'B078',
    'no branch digit',
    createManual,
    field('recipient_account_branch_digit', undefined),
    { status: 'NEW' },
  ],
  [
    'B078',
    'a null branch digit',
    createManual,
    field('recipient_account_branch_digit', null),
    { status: 'NEW' },
  ],
  ['B080', 'a PIX key beside bank details', createManual, field('key', 'a@b.co'), { key: null }],
  [
    'B088',
    'another amount with an approval',
    approveManual,
    field('amount', 1),
    { amount: 10, status: 'PROCESSING' },
  ],
  ['B092', 'a time in UTC', statement, start('2020-01-01T00:00:00Z'), { worked: true }],
  ['B092', 'a time in São Paulo', statement, start('2020-01-01T00:00:00-03:00'), { worked: true }],
  ['B092', 'an offset with an encoded plus', statement, start('2020-01-01T00:00:00+00:00'), { worked: true }],
  ['B092', 'an offset in hours alone', statement, start('2020-01-01T00:00:00-03'), { worked: true }],
  [
    'B092',
    'an offset whose plus has become a space',
    statement,
    { query: { start: undefined }, rawQuery: '&start=2020-01-01T00:00:00+03:00' },
    { worked: true },
  ],
  ['B093', 'an empty limit', statement, { query: { limit: '' } }, { worked: true }],
  ['B095', 'a cursor without its time', statement, { query: { cursor_id: '1' } }, { results: [] }],
  [
    'B095',
    'an explicit default direction',
    statement,
    { query: { cursor_direction: 'next' } },
    { worked: true },
  ],
  [
    'B124',
    'an explicit default direction of MED cases',
    listMedCases,
    { query: { direction: 'next' } },
    { worked: true },
  ],
  ['B124', 'empty filters', listMedCases, { rawQuery: 'status=&reason=&id=&dt=' }, { worked: true }],
  ['B124', '200 cases a page', listMedCases, { query: { limit: '200' } }, { worked: true }],
  [
    'B103',
    'empty filters of webhooks',
    listWebhooks,
    { rawQuery: '&webhook_id=&type_webhook=' },
    expect.arrayContaining([expect.objectContaining({ type_webhook: 'ALL' })]),
  ],
  ['B099', 'a type with a space', listWebhooks, { rawQuery: '&type_webhook=INTERNAL+APPROVE' }, []],
  ['B103', 'a filter that matches nothing', listWebhooks, { query: { webhook_id: '5' } }, []],
  ['B127', 'a header of 10 KB', tokens, { headers: { 'x-anything': 'x'.repeat(10_240) } }, { worked: true }],
  [
    'B127',
    '200 parameters',
    statement,
    { rawQuery: Array.from({ length: 200 }, (_, index) => `&x${index}=1`).join('') },
    { worked: true },
  ],
  [
    'B127',
    'a prototype in the query',
    statement,
    { rawQuery: '&__proto__=1&constructor=2' },
    { worked: true },
  ],
];

/** Rows that need more than one request: the tests that cover them, by file and name. */
export const provenElsewhere: Record<string, [file: string, words: string]> = {
  B069: ['functions/create-cashout.test.ts', 'the same idempotency key on two accounts makes two cashouts'],
  B070: ['functions/create-cashout.test.ts', 'a refused create does not use up its idempotency key'],
  B071: ['functions/create-cashout.test.ts', 'twenty concurrent creates with the same key'],
  B072: ['functions/create-cashout-self-approve.test.ts', 'firstAndReplay'],
  B086: ['functions/approve-cashout.test.ts', 'twenty concurrent approvals of one cashout give one 200'],
  B117: ['functions/request-chargeback.test.ts', 'only one of 30 concurrent chargebacks is accepted'],
  B118: ['functions/request-chargeback.test.ts', 'an immediate refusal by the network gives a 400'],
};
