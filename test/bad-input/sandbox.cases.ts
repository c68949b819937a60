// Bad input to the sandbox.

import type { Table } from './ask.ts';
import { badAmount, badBranch, badNumber, field, raw } from './create-common.ts';
import { invalid, notFound, notJson, notObject, refused, required, tooLong, wrongKey } from './refusals.ts';

export const sandbox = (
  path: string,
  request: Table['request'],
  rows: Table['rows'],
  method = 'POST',
): Table => ({
  route: `${method} ${path}`,
  request,
  rows: [['B001', 'another key', { headers: { 'x-sandbox-key': 'locally' } }, wrongKey], ...rows],
});

const badInteger = (name: string) => invalid([name, 'must be a positive integer']);
const noAccount = refused('Account not found');
const noTransaction = refused('Transaction not found');
const unknownAccount = field('source_account_number', '999999999');
const noUuid = '00000000-0000-4000-8000-000000000000';

export const sandboxTables: Table[] = [
  sandbox('/sandbox/tenants', () => ({ path: '/sandbox/tenants', fields: { name: 'Loja' } }), [
    ['B025', 'a number', { body: '42' }, notObject],
    ['B028', '65 KB', field('name', 'x'.repeat(65 * 1024)), tooLong],
    [
      'B033',
      'a negative balance',
      field('balance', -1),
      invalid(['balance', 'must be 0 or more, with at most 2 decimal places']),
    ],
    ['B045', 'an empty name', field('name', ''), invalid(['name', 'must not be empty'])],
    ['B081', 'no accounts', field('accounts', 0), badInteger('accounts')],
    ['B081', '21 accounts', field('accounts', 21), invalid(['accounts', 'must be at most 20'])],
  ]),
  sandbox(
    '/sandbox/clients',
    ({ callers }) => ({ path: '/sandbox/clients', fields: { company_id: callers.owner.tenant.company_id } }),
    [
      ['B045', 'no company', field('company_id', undefined), required('company_id')],
      ['B100', 'an unknown company', field('company_id', noUuid), refused('Company not found')],
      [
        'B049',
        "another company's account",
        ({ callers }) => field('accounts', [callers.stranger.source]),
        noAccount,
      ],
      [
        'B041',
        'a number for an account',
        field('accounts', [5]),
        invalid(['accounts.0', 'must be an object']),
      ],
      [
        'B041',
        'a number for the permissions',
        field('permissions', 5),
        invalid(['permissions', 'must be a list']),
      ],
      [
        'B021',
        'an unknown permission',
        field('permissions', ['ROOT']),
        invalid(['permissions.0', 'must be CREATE or APPROVE']),
      ],
      [
        'B021',
        'a permission that does not come with every policy, to be taken away',
        field('without', ['CREATE']),
        invalid(['without.0', 'must be REFUND or WEBHOOK']),
      ],
      ['B006', 'an unknown audience', field('audience', 'all'), invalid(['audience', 'must be api or web'])],
    ],
  ),
  sandbox(
    '/sandbox/refunds',
    ({ ended }) => ({ path: '/sandbox/refunds', fields: { transaction_id: ended.SUCCESS, amount: '1.00' } }),
    [
      ['B081', 'no transaction', field('transaction_id', undefined), required('transaction_id')],
      ['B082', 'one beyond what is exact', raw('transaction_id', '1e21'), badInteger('transaction_id')],
      ['B083', 'an unknown transaction', field('transaction_id', 5), noTransaction],
      ['B033', 'an amount of 0', field('amount', 0), badAmount],
    ],
  ),
  sandbox(
    '/sandbox/returns',
    ({ paidEndToEndId }) => ({
      path: '/sandbox/returns',
      fields: { end_to_end_id: paidEndToEndId, amount: '1.00' },
    }),
    [
      ['B201', 'no payment', field('end_to_end_id', undefined), required('end_to_end_id')],
      [
        'B202',
        'a number for the payment',
        field('end_to_end_id', 5),
        invalid(['end_to_end_id', 'must be a string']),
      ],
      ['B203', 'an unknown payment', field('end_to_end_id', 'E1'), noTransaction],
      ['B203', 'an amount of 0', field('amount', 0), badAmount],
      [
        'B204',
        'a nature in small letters',
        field('nature', 'med'),
        invalid(['nature', 'must be capital letters and underscores']),
      ],
    ],
  ),
  sandbox(
    '/sandbox/qr-codes',
    ({ callers }) => ({ path: '/sandbox/qr-codes', fields: { ...callers.owner.source, amount: 10 } }),
    [
      ['B044', 'no amount', field('amount', undefined), required('amount')],
      ['B046', 'a branch of letters', field('source_account_branch_identifier', 'ABCD'), badBranch],
      ['B048', 'an unknown account', unknownAccount, noAccount],
      ['B102', 'a closed account', ({ callers }) => ({ fields: callers.former.source }), noAccount],
    ],
  ),
  sandbox(
    '/sandbox/pix-in',
    ({ callers }) => ({
      path: '/sandbox/pix-in',
      fields: { ...callers.owner.source, amount: 10, payer: { name: 'Maria Silva' } },
    }),
    [
      ['B024', 'no body', { body: '' }, notJson],
      ['B048', 'an unknown account', unknownAccount, noAccount],
      ['B041', 'a number for a payer', field('payer', 5), invalid(['payer', 'must be an object'])],
      ['B041', 'a list for a payer', field('payer', []), invalid(['payer', 'must be an object'])],
      [
        'B076',
        "a payer's id of two digits",
        field('payer', { legal_id: '12' }),
        invalid(['payer.legal_id', 'must be 11 or 14 digits']),
      ],
      ['B112', 'an unknown QR code', field('qr_code_id', 5), refused('QR Code not found')],
      [
        'B049',
        'the account as its own payer',
        ({ callers: { owner } }) => {
          const { source_account_branch_identifier: branch, source_account_number: number } = owner.source;
          return field('payer', { branch, number });
        },
        invalid(['payer', 'must be another account']),
      ],
    ],
  ),
  sandbox(
    '/sandbox/med-cases',
    ({ qrCodes }) => ({ path: '/sandbox/med-cases', fields: { qr_code_id: qrCodes.paid } }),
    [
      [
        'B124',
        'both identifiers',
        field('end_to_end_id', 'E1'),
        invalid(['qr_code_id', 'give either this or end_to_end_id']),
      ],
      [
        'B124',
        'a reason in lower case',
        field('reason', 'scam'),
        invalid(['reason', 'must be capital letters and underscores']),
      ],
      ['B125', 'an unknown QR code', field('qr_code_id', 5), noTransaction],
    ],
  ),
  sandbox(
    '/sandbox/med-cases/{id}',
    ({ medCase }) => ({
      path: `/sandbox/med-cases/${medCase}`,
      fields: { infraction_report_status: 'ACKNOWLEDGED' },
    }),
    [
      [
        'B124',
        'an unknown status',
        field('infraction_report_status', 'DONE'),
        invalid(['infraction_report_status', 'must be OPEN, ACKNOWLEDGED, CLOSED or CANCELLED']),
      ],
      [
        'B124',
        'a depth below zero',
        field('transaction_depth', -1),
        invalid(['transaction_depth', 'must be an integer from 0 to 1000']),
      ],
      [
        'B124',
        'a depth as text',
        field('transaction_depth', '1'),
        invalid(['transaction_depth', 'must be an integer from 0 to 1000']),
      ],
      [
        'B124',
        'an id with a blank',
        field('refund_id', 'a b'),
        invalid(['refund_id', 'must be 1 to 64 letters, digits and hyphens']),
      ],
      [
        'B124',
        'a request that is neither open nor over',
        field('refund_status', 'ACKNOWLEDGED'),
        invalid(['refund_status', 'must be OPEN, CLOSED or CANCELLED']),
      ],
      ['B125', 'an unknown case', { path: `/sandbox/med-cases/${noUuid}` }, notFound('MED not found')],
    ],
    'PUT',
  ),
  sandbox(
    '/sandbox/accounts/close',
    ({ callers }) => ({ path: '/sandbox/accounts/close', fields: callers.spare.source }),
    [
      ['B045', 'a number of letters', field('source_account_number', 'x'), badNumber],
      ['B048', 'an unknown account', unknownAccount, noAccount],
      [
        'B085',
        'an account with money on its way',
        ({ callers }) => ({ fields: callers.owner.source }),
        refused('Account has transfers in progress'),
      ],
    ],
  ),
  sandbox(
    '/sandbox/network/{reference}',
    ({ openCashout }) => ({ path: `/sandbox/network/${openCashout}`, fields: { outcome: 'settled' } }),
    [
      ['B081', 'letters', { path: '/sandbox/network/x' }, invalid(['reference', 'must be a transaction id'])],
      [
        'B082',
        'a payment that there cannot be',
        { path: '/sandbox/network/9999999999999999' },
        refused('Payment is not open at the network'),
      ],
      [
        'B083',
        'a payment that is not open',
        { path: '/sandbox/network/5' },
        refused('Payment is not open at the network'),
      ],
      [
        'B085',
        'an unknown outcome',
        field('outcome', 'maybe'),
        invalid(['outcome', 'must be settled, failed or refused']),
      ],
    ],
  ),
];
