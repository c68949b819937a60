// Bad input to both approval paths, to the rejection, and to the preflight of a waiting cashout.

import type { Table } from './ask.ts';
import { field, raw } from './create-common.ts';
import { invalid, notObject, notPermitted, otherContent, refused, required } from './refusals.ts';

const badId = invalid(['id', 'must be a positive integer']);
const badDigest = invalid(['content_digest', 'must be 64 hexadecimal digits']);
const digestIsNoText = invalid(['content_digest', 'must be a string']);
const wrongStatus = refused('Transaction in wrong status');

export const preflightWaiting: Table = {
  route: 'GET /v3/cashouts/{id}/preflight',
  request: ({ newCashout }) => ({ path: `/v3/cashouts/${newCashout}/preflight` }),
  rows: [
    ['B023', 'no APPROVE', { by: 'creator' }, notPermitted('APPROVE')],
    ['B081', 'letters', { path: '/v3/cashouts/abc/preflight' }, badId],
    ['B083', 'an unknown id', { path: '/v3/cashouts/5/preflight' }, refused('Transaction not found')],
    [
      'B085',
      'one that is decided',
      ({ ended }) => ({ path: `/v3/cashouts/${ended.SUCCESS}/preflight` }),
      wrongStatus,
    ],
  ],
};

export const approve: Table = {
  route: 'POST /approve-cashout',
  request: ({ newCashout }) => ({ path: '/approve-cashout', fields: { id: newCashout } }),
  rows: [
    ['B023', 'no APPROVE', { by: 'creator' }, notPermitted('APPROVE')],
    ['B025', 'the id alone', { body: '12' }, notObject],
    ['B081', 'no id', field('id', undefined), required('id')],
    ['B081', 'null', field('id', null), badId],
    ['B081', 'digits in quotes', field('id', '12'), badId],
    ['B081', 'a fraction', field('id', 1.5), badId],
    ['B081', 'a whole number written as a fraction', raw('id', '12.0'), badId],
    ['B081', 'a negative id', field('id', -1), badId],
    ['B081', 'nought', field('id', 0), badId],
    ['B081', 'true', field('id', true), badId],
    ['B081', 'a list', field('id', [1]), badId],
    ['B082', 'an id beyond what is exact', raw('id', '9007199254740993'), badId],
    ['B082', 'an id with an exponent', raw('id', '1e21'), badId],
    ['B081', 'a digest of another kind', field('content_digest', 'abc'), badDigest],
    ['B081', 'a digest in capitals', field('content_digest', 'A'.repeat(64)), badDigest],
    ['B081', 'a number for a digest', field('content_digest', 5), digestIsNoText],
    ['B081', "another cashout's digest", field('content_digest', '0'.repeat(64)), otherContent],
    ['B083', 'an unknown id', field('id', 5), refused('Transaction not found')],
    ['B085', 'one that is PROCESSING', ({ ended }) => field('id', ended.PROCESSING), wrongStatus],
    ['B085', 'one that is SUCCESS', ({ ended }) => field('id', ended.SUCCESS), wrongStatus],
    ['B085', 'one that is ERROR', ({ ended }) => field('id', ended.ERROR), wrongStatus],
    ['B085', 'one that is CANCELLED', ({ ended }) => field('id', ended.CANCELLED), wrongStatus],
    ['B085', 'one that is REFUNDED', ({ ended }) => field('id', ended.REFUNDED), wrongStatus],
  ],
};

export const approveManual: Table = {
  route: 'POST /approve-cashout-manual',
  request: ({ secondCashout }) => ({ path: '/approve-cashout-manual', fields: { id: secondCashout } }),
  rows: [
    ['B023', 'no APPROVE', { by: 'creator' }, notPermitted('APPROVE')],
    ['B081', 'an empty id', field('id', ''), badId],
    ['B083', 'an unknown id', field('id', 5), refused('Transaction not found')],
    ['B087', 'what the other path has approved', ({ ended }) => field('id', ended.PROCESSING), wrongStatus],
  ],
};

const rejectionOf = (id: number | undefined) => ({ path: `/v3/cashouts/${id}/reject`, fields: { id } });
const tooManyCharacters = invalid(['reason', 'must be at most 200 characters']);

export const reject: Table = {
  route: 'POST /v3/cashouts/{id}/reject',
  request: ({ thirdCashout }) => {
    const { path, fields } = rejectionOf(thirdCashout);
    return { path, fields: { ...fields, reason: 'Wrong supplier' } };
  },
  rows: [
    ['B023', 'no APPROVE', { by: 'creator' }, notPermitted('APPROVE')],
    ['B081', 'letters for an id', { path: '/v3/cashouts/abc/reject' }, badId],
    ['L010', 'no id', field('id', undefined), required('id')],
    ['L010', 'the id of another one', field('id', 5), invalid(['id', 'must be that of the path'])],
    [
      'L010',
      'a body that was signed for another one',
      { path: '/v3/cashouts/5/reject' },
      invalid(['id', 'must be that of the path']),
    ],
    ['B083', 'an unknown id', rejectionOf(5), refused('Transaction not found')],
    ['B085', 'one that is PROCESSING', ({ ended }) => rejectionOf(ended.PROCESSING), wrongStatus],
    ['B085', 'one that is SUCCESS', ({ ended }) => rejectionOf(ended.SUCCESS), wrongStatus],
    ['B085', 'one that is CANCELLED', ({ ended }) => rejectionOf(ended.CANCELLED), wrongStatus],
    ['L010', 'no reason', field('reason', undefined), required('reason')],
    ['L010', 'a blank reason', field('reason', ' '), invalid(['reason', 'must not be empty'])],
    ['L010', 'a number for a reason', field('reason', 7), invalid(['reason', 'must be a string'])],
    ['L010', 'a reason of 201', field('reason', 'x'.repeat(201)), tooManyCharacters],
    [
      'L010',
      'a reason of which nothing can be seen',
      field('reason', '\u200b'),
      invalid(['reason', 'must not have control characters']),
    ],
    [
      'L010',
      'a reason of nothing but joiners',
      field('reason', '\u200d'),
      invalid(['reason', 'must not be empty']),
    ],
    [
      'L010',
      'a reason with a line break',
      field('reason', 'a\nb'),
      invalid(['reason', 'must not have control characters']),
    ],
  ],
};
