// Bad input to all calls about webhooks.

import type { Change, Table } from './ask.ts';
import { badBranch, badNumber, field } from './create-common.ts';
import { invalid, noHmac, notFound, notJson, refused, required } from './refusals.ts';

const types =
  'ALL, INTERNAL, INTERNAL APPROVE, INTEGRATION, CASHIN, CASHOUT, PIX_CASHOUT_CREATED, PIX_CASHOUT_SUCCESS';
const badType = invalid(['type_webhook', `must be one of ${types}`]);
const badId = invalid(['webhook_id', 'must be a positive integer']);
export const noWebhook = notFound('Webhook not found');
const noAccount = refused('Account not found');
export const closed = refused('Account is closed');
const noCompany = refused('Company not found');
const notAHeader = 'must be printable ASCII, without spaces around it';
export const query = (name: string, value: string | undefined): Change => ({ query: { [name]: value } });

export const listWebhooks: Table = {
  route: 'GET /api/webhooks',
  request: ({ callers }) => ({ path: '/api/webhooks', query: callers.owner.source }),
  rows: [
    [
      'B098',
      'no branch',
      query('source_account_branch_identifier', undefined),
      required('source_account_branch_identifier'),
    ],
    ['B098', 'no number', query('source_account_number', undefined), required('source_account_number')],
    ['B098', 'a short branch', query('source_account_branch_identifier', '1'), badBranch],
    [
      'B098',
      'a number given twice',
      { rawQuery: '&source_account_number=1' },
      invalid(['source_account_number', 'must be given once']),
    ],
    ['B098', 'an id of letters', query('webhook_id', 'abc'), badId],
    ['B099', 'a type in lower case', query('type_webhook', 'cashout'), badType],
    ['B099', 'an unknown type', query('type_webhook', 'PIX'), badType],
    ['B100', 'an unknown company', { by: 'orphan' }, noCompany],
    ['B101', 'an unknown account', query('source_account_number', '999999999'), noAccount],
    ['B102', 'a closed account', ({ callers }) => ({ by: 'former', query: callers.former.source }), closed],
  ],
};

export const createWebhook: Table = {
  route: 'POST /api/webhooks',
  request: ({ callers }) => ({
    path: '/api/webhooks',
    fields: { ...callers.owner.source, url: 'https://receiver.example.com/', type_webhook: 'ALL' },
  }),
  rows: [
    ['B025', 'no body', { body: '' }, notJson],
    ['B045', 'an account of letters', field('source_account_number', 'x'), badNumber],
    ['B099', 'no type', field('type_webhook', undefined), badType],
    ['B099', 'a type with an underscore', field('type_webhook', 'INTERNAL_APPROVE'), badType],
    ['S14', 'no url', field('url', undefined), required('url')],
    ['S14', 'plain http', field('url', 'http://receiver.example.com/'), invalid(['url', 'must be https'])],
    [
      'S14',
      'an address inside',
      field('url', 'https://169.254.169.254/'),
      invalid(['url', 'must have a host name, not an IP address']),
    ],
    [
      'S14',
      'credentials',
      field('url', 'https://a:b@receiver.example.com/'),
      invalid(['url', 'must not contain credentials']),
    ],
    [
      'S19',
      'a token with a line break',
      field('authorization_token', 'a\r\nx-evil: 1'),
      invalid(['authorization_token', notAHeader]),
    ],
    [
      'S19',
      'a key that is no text',
      field('x_functions_key', 5),
      invalid(['x_functions_key', 'must be a string']),
    ],
    ['B100', 'an unknown company', { by: 'orphan' }, noCompany],
    ['B102', 'a closed account', ({ callers }) => ({ by: 'former', fields: callers.former.source }), closed],
  ],
};

export const updateWebhook: Table = {
  route: 'PUT /api/webhooks/{webhook_id}',
  request: ({ webhook }) => ({ path: `/api/webhooks/${webhook}`, fields: { type_webhook: 'CASHOUT' } }),
  rows: [
    ['B025', 'no body', { body: '' }, notJson],
    [
      'S06',
      'a body that was signed for another webhook',
      field('webhook_id', 5),
      invalid(['webhook_id', 'must be that of the path']),
    ],
    ['B099', 'an unknown type', field('type_webhook', 'PIX'), badType],
    ['B104', 'an id of letters', { path: '/api/webhooks/abc' }, noWebhook],
    ['B105', 'an unknown id', { path: '/api/webhooks/5' }, noWebhook],
    [
      'B106',
      'a closed account',
      ({ former }) => ({ by: 'former', path: `/api/webhooks/${former.webhook}` }),
      closed,
    ],
    [
      'S14',
      'another scheme',
      field('url', 'file:///etc/passwd'),
      invalid(['url', 'must be an absolute https URL']),
    ],
    ['S19', 'an empty token', field('authorization_token', ''), invalid(['authorization_token', notAHeader])],
    ['S11', 'a pause of its own', field('paused', true), invalid(['paused', 'must be false'])],
    [
      'S11',
      'a rotation in quotes',
      field('rotate_secret', 'true'),
      invalid(['rotate_secret', 'must be true or false']),
    ],
  ],
};

export const deleteWebhook: Table = {
  route: 'DELETE /api/webhooks/{webhook_id}',
  request: ({ doomedWebhook }) => ({ path: `/api/webhooks/${doomedWebhook}` }),
  rows: [
    ['B104', 'an id of letters', { path: '/api/webhooks/abc' }, noWebhook],
    ['B104', 'a fraction', { path: '/api/webhooks/1.5' }, noWebhook],
    ['B104', 'a negative id', { path: '/api/webhooks/-1' }, noWebhook],
    ['B104', 'an id beyond what is exact', { path: '/api/webhooks/1000000000000000000000' }, noWebhook],
    ['B105', 'an unknown id', { path: '/api/webhooks/5' }, noWebhook],
    [
      'B106',
      'a closed account',
      ({ former }) => ({ by: 'former', path: `/api/webhooks/${former.webhook}` }),
      closed,
    ],
    ['B106', 'an unknown company', { by: 'orphan' }, noCompany],
    ['B107', 'no signature over no bytes', { headers: { hmac: undefined } }, noHmac],
  ],
};
