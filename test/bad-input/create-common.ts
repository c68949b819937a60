// Bad input that all calls that create a cashout refuse in the same way.

import type { Change, Row } from './ask.ts';
import { invalid, notJson, notObject, refused } from './refusals.ts';
import type { Scene } from './scene.ts';

const amountRule =
  'must be greater than 0, with at most 2 decimal places and no exponent, up to 9999999999.99';
export const badAmount = invalid(['amount', amountRule]);
export const badBranch = invalid(['source_account_branch_identifier', 'must be 4 digits']);
export const badNumber = invalid(['source_account_number', 'must be 1 to 20 digits']);
export const badIdempotencyKey = invalid(['idempotency-key', 'must be a UUID version 4']);

const badStart = invalid([
  'scheduled_for',
  'must be a date (YYYY-MM-DD), or a date and time with an offset (RFC 3339)',
]);

export const field = (name: string, value: unknown): Change => ({ fields: { [name]: value } });
export const raw = (name: string, text: string): Change => ({ raw: { [name]: text } });
export const idempotencyKey = (key: string): Change => ({ headers: { 'idempotency-key': key } });

/** Uses an idempotency key with which a cashout of 10.00 to a PIX key was already made. */
export function used(fields: Record<string, unknown>) {
  return ({ usedKey }: Scene): Change => ({ fields, headers: { 'idempotency-key': usedKey } });
}

const strangers = ({ callers }: Scene): Change => ({ fields: callers.stranger.source });

export const commonRows: Row[] = [
  ['B024', 'no body', { body: '' }, notJson],
  ['B025', 'a list', { body: '[]' }, notObject],
  ['B033', 'an amount of 0.00', raw('amount', '0.00'), badAmount],
  ['B037', 'an exponent in a text', field('amount', '1e2'), badAmount],
  ['B048', 'an unknown account', field('source_account_number', '999999999'), refused('Account not found')],
  ['B049', "another company's account", strangers, refused('Account not found')],
  ['B076', 'a start on 30 February', field('scheduled_for', '2027-02-30'), badStart],
  ['B076', 'a start without an offset', field('scheduled_for', '2027-02-01T08:00:00'), badStart],
  [
    'B076',
    'a message of 141 characters',
    field('message_to_payee', 'x'.repeat(141)),
    invalid(['message_to_payee', 'must be at most 140 characters']),
  ],
  [
    'B076',
    'a message that turns around what follows it',
    field('message_to_payee', 'a\u202eb'),
    invalid(['message_to_payee', 'must not have control characters']),
  ],
  [
    'B076',
    'a message that is a number',
    field('message_to_payee', 7),
    invalid(['message_to_payee', 'must be a string']),
  ],
  ['B064', 'an idempotency key that is no UUID', idempotencyKey('abc'), badIdempotencyKey],
  ['B064', 'an empty idempotency key', idempotencyKey(''), badIdempotencyKey],
];
