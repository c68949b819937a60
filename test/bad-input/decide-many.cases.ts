// Bad input to the calls that approve or reject many cashouts. These refusals concern the whole call. A refusal of a
// single cashout is reported in its row.

import type { Table } from './ask.ts';
import { field } from './create-common.ts';
import { invalid, notObject, required, tooLong } from './refusals.ts';

const digest = '0'.repeat(64);
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, content_digest: digest }));
const of = (change: object) => field('cashouts', [{ id: 5, content_digest: digest, ...change }]);
const badCount = invalid(['cashouts', 'must have 1 to 100 cashouts']);
const badId = invalid(['cashouts.0.id', 'must be a positive integer']);
const badDigest = invalid(['cashouts.0.content_digest', 'must be 64 hexadecimal digits']);
const noEntry = invalid(['cashouts.0', 'must be an object']);

const rows: Table['rows'] = [
  ['B025', 'a list', { body: JSON.stringify(many(1)) }, notObject],
  ['B028', 'more than 64 KB', { body: JSON.stringify({ cashouts: many(900) }) }, tooLong],
  ['L010', 'no list', field('cashouts', undefined), invalid(['cashouts', 'must be a list'])],
  ['L010', 'null for a list', field('cashouts', null), invalid(['cashouts', 'must be a list'])],
  [
    'L010',
    'an object for a list',
    field('cashouts', { 0: many(1)[0] }),
    invalid(['cashouts', 'must be a list']),
  ],
  ['L010', 'an empty list', field('cashouts', []), badCount],
  ['L010', '101 entries', field('cashouts', many(101)), badCount],
  ['L010', '500 entries', field('cashouts', many(500)), badCount],
  ['L010', 'a number for an entry', field('cashouts', [5]), noEntry],
  ['L010', 'null for an entry', field('cashouts', [null]), noEntry],
  ['L010', 'no id', of({ id: undefined }), required('cashouts.0.id')],
  ['L010', 'digits in quotes', of({ id: '12' }), badId],
  ['L010', 'a negative id', of({ id: -1 }), badId],
  ['L010', 'no digest', of({ content_digest: undefined }), required('cashouts.0.content_digest')],
  [
    'L010',
    'null for a digest',
    of({ content_digest: null }),
    invalid(['cashouts.0.content_digest', 'must be a string']),
  ],
  ['L010', 'a digest of another kind', of({ content_digest: 'abc' }), badDigest],
  [
    'L010',
    'an id twice',
    field('cashouts', [...many(3), { id: 2, content_digest: 'f'.repeat(64) }]),
    invalid(['cashouts.3.id', 'must be there once']),
  ],
  [
    'L010',
    'an entry without anything beside one that is there twice',
    field('cashouts', [{}, ...many(1), ...many(1)]),
    invalid(['cashouts.0.id', 'is required'], ['cashouts.0.content_digest', 'is required']),
  ],
];

const request = (path: string, more: object) => () => ({ path, fields: { cashouts: many(1), ...more } });

export const approveMany: Table = {
  route: 'POST /v3/cashouts/approve-many',
  request: request('/v3/cashouts/approve-many', {}),
  rows,
};

export const rejectMany: Table = {
  route: 'POST /v3/cashouts/reject-many',
  request: request('/v3/cashouts/reject-many', { reason: 'Wrong supplier' }),
  rows: [
    ...rows,
    ['L010', 'no reason', field('reason', undefined), required('reason')],
    ['L010', 'a blank reason', field('reason', ' '), invalid(['reason', 'must not be empty'])],
    [
      'L010',
      'a reason of 201',
      field('reason', 'x'.repeat(201)),
      invalid(['reason', 'must be at most 200 characters']),
    ],
  ],
};
