// Bad input to the calls that only read: cashouts, the statement, and the event feed.

import { receiptCode } from '../../lib/cashout/receipt-code.ts';
import type { Change, Table } from './ask.ts';
import { badBranch, badNumber } from './create-common.ts';
import { invalid, notFound, refused, required } from './refusals.ts';

const badId = invalid(['id', 'must be a positive integer']);
const noTransaction = refused('Transaction not found');
const noAccount = refused('Account not found');
const query = (name: string, value: string | undefined): Change => ({ query: { [name]: value } });

export const getCashout: Table = {
  route: 'GET /v3/cashouts/{id}',
  request: ({ newCashout }) => ({ path: `/v3/cashouts/${newCashout}` }),
  rows: [
    ['B081', 'letters', { path: '/v3/cashouts/abc' }, badId],
    ['B081', 'nought', { path: '/v3/cashouts/0' }, badId],
    ['B082', 'an id beyond what is exact', { path: '/v3/cashouts/9007199254740993' }, badId],
    ['B083', 'an unknown id', { path: '/v3/cashouts/5' }, noTransaction],
  ],
};

export const getTimeline: Table = {
  ...getCashout,
  route: 'GET /v3/cashouts/{id}/timeline',
  request: ({ newCashout }) => ({ path: `/v3/cashouts/${newCashout}/timeline` }),
  rows: [
    ['B081', 'letters', { path: '/v3/cashouts/abc/timeline' }, badId],
    ['B083', 'an unknown id', { path: '/v3/cashouts/5/timeline' }, noTransaction],
  ],
};

export const getReceipt: Table = {
  ...getCashout,
  route: 'GET /v3/cashouts/{id}/receipt',
  request: ({ ended }) => ({ path: `/v3/cashouts/${ended.SUCCESS}/receipt` }),
  rows: [
    ['B081', 'letters', { path: '/v3/cashouts/abc/receipt' }, badId],
    ['B083', 'an unknown id', { path: '/v3/cashouts/5/receipt' }, noTransaction],
    [
      'B085',
      'one that is not paid',
      ({ newCashout }) => ({ path: `/v3/cashouts/${newCashout}/receipt` }),
      refused('Transaction in wrong status'),
    ],
    ['B086', 'an unknown language', query('lang', 'xx'), invalid(['lang', 'must be pt or en'])],
  ],
};

export const showReceipt: Table = {
  route: 'GET /receipts/{code}',
  request: ({ stack, ended }) => ({
    path: `/receipts/${receiptCode(ended.SUCCESS, stack.config.RECEIPT_CODE_KEY ?? '')}`,
  }),
  rows: [
    [
      'B087',
      'a code that nobody has',
      { path: `/receipts/${'A'.repeat(31)}` },
      notFound('Receipt not found'),
    ],
    ['B087', 'a short code', { path: '/receipts/5' }, notFound('Receipt not found')],
    ['B086', 'an unknown language', query('lang', 'xx'), invalid(['lang', 'must be pt or en'])],
  ],
};

const badTime = (name: string) => invalid([name, 'must be an ISO 8601 date and time']);
const badLimit = invalid(['limit', 'must be an integer from 1 to 100']);
/** Without an idempotency key the call returns a list. */
const list = (parameters: Record<string, string>): Change => ({
  query: { idempotency_key: undefined, ...parameters },
});
const badAmount =
  'must be greater than 0, with at most 2 decimal places and no exponent, up to 9999999999.99';
const withCursor = 'is required with the other cursor parameters';

export const listCashouts: Table = {
  route: 'GET /v3/cashouts',
  request: ({ callers, usedKey }) => ({
    path: '/v3/cashouts',
    query: { ...callers.owner.source, idempotency_key: usedKey },
  }),
  rows: [
    [
      'B064',
      'no branch',
      query('source_account_branch_identifier', undefined),
      required('source_account_branch_identifier'),
    ],
    ['B064', 'no number', query('source_account_number', undefined), required('source_account_number')],
    [
      'B064',
      'a key that is no UUID',
      query('idempotency_key', 'abc'),
      invalid(['idempotency_key', 'must be a UUID version 4']),
    ],
    [
      'B083',
      'a key never used',
      query('idempotency_key', '71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d'),
      noTransaction,
    ],
    ['B098', 'a branch given twice', { rawQuery: '&source_account_branch_identifier=0001' }, twice()],
    ['L001', "a list of another company's account", { ...list({}), by: 'stranger' }, noAccount],
    [
      'L002',
      'an unknown status',
      list({ status: 'new' }),
      invalid(['status', 'must be NEW or PROCESSING or SUCCESS or ERROR or CANCELLED or REFUNDED']),
    ],
    [
      'L003',
      'waiting for rain',
      list({ awaiting: 'rain' }),
      invalid(['awaiting', 'must be approval or start']),
    ],
    [
      'L003',
      'waiting for approval, and paid',
      list({ awaiting: 'approval', status: 'SUCCESS' }),
      invalid(['status', 'must be NEW with awaiting']),
    ],
    ['L004', 'from yesterday', list({ from: 'yesterday' }), badTime('from')],
    [
      'L004',
      'to before from',
      list({ from: '2026-02-01', to: '2026-01-31' }),
      invalid(['to', 'must not be before the value of from']),
    ],
    ['L005', 'at least nothing', list({ min_amount: '0' }), invalid(['min_amount', badAmount])],
    ['L005', 'at most a thousandth', list({ max_amount: '0.001' }), invalid(['max_amount', badAmount])],
    [
      'L005',
      'more than is at most',
      list({ min_amount: '2', max_amount: '1.99' }),
      invalid(['max_amount', 'must not be less than min_amount']),
    ],
    ['L006', 'a key of 78', list({ key: 'x'.repeat(78) }), invalid(['key', 'must be at most 77 characters'])],
    [
      'L006',
      'a legal id with punctuation',
      list({ recipient_legal_id: '123.456.789-09' }),
      invalid(['recipient_legal_id', 'must be a CPF or CNPJ, without punctuation']),
    ],
    ['L007', 'a limit of 101', list({ limit: '101' }), badLimit],
    ['L008', 'a cursor without its time', list({ cursor_id: '1' }), invalid(['cursor_datetime', withCursor])],
    [
      'L008',
      'a direction alone',
      list({ cursor_direction: 'previous' }),
      invalid(['cursor_id', withCursor], ['cursor_datetime', withCursor]),
    ],
  ],
};

export const listAccounts: Table = {
  route: 'GET /v3/accounts',
  request: () => ({ path: '/v3/accounts' }),
  rows: [
    ['L007', 'a limit of nought', query('limit', '0'), badLimit],
    [
      'L009',
      'after no account',
      query('after', '1'),
      invalid(['after', 'must be an account: branch/number']),
    ],
  ],
};

export const getBalance: Table = {
  route: 'GET /v3/accounts/{branch}/{number}/balance',
  request: ({ callers: { owner } }) => {
    const { source_account_branch_identifier: branch, source_account_number: number } = owner.source;
    return { path: `/v3/accounts/${branch}/${number}/balance` };
  },
  rows: [
    ['B096', 'letters in the number', balanceOf('0001/12x'), invalid(['number', 'must be 1 to 20 digits'])],
    ['B097', 'an unknown account', balanceOf('0001/999999999'), noAccount],
  ],
};

function balanceOf(account: string): Change {
  return { path: `/v3/accounts/${account}/balance` };
}

function twice() {
  return invalid(['source_account_branch_identifier', 'must be given once']);
}

const statementOf = (account: string): Change => ({ path: `/v3/account-statements/${account}` });

export const statement: Table = {
  route: 'GET /v3/account-statements/{branch}/{number}',
  request: ({ callers: { owner } }) => {
    const { source_account_branch_identifier: branch, source_account_number: number } = owner.source;
    return {
      path: `/v3/account-statements/${branch}/${number}`,
      query: { start: '2020-01-01', end: '2099-12-31' },
    };
  },
  rows: [
    ['B089', 'no start', query('start', undefined), required('start')],
    ['B089', 'no end', query('end', undefined), required('end')],
    ['B089', 'yesterday', query('start', 'yesterday'), badTime('start')],
    ['B089', 'an empty end', query('end', ''), required('end')],
    ['B090', '30 February', query('start', '2024-02-30T00:00:00'), badTime('start')],
    [
      'B091',
      'an end before the start',
      query('end', '2019-12-31'),
      invalid(['end', 'must not be before start']),
    ],
    ['B091', 'the year nought', query('start', '0000-01-01'), badTime('start')],
    ['B091', 'the year 275760', query('end', '275760-09-13T00:00:00Z'), badTime('end')],
    ['B092', 'an offset of letters', query('start', '2026-01-01T00:00:00+xx'), badTime('start')],
    ['B092', 'a space for a T', query('start', '2026-01-01 00:00:00'), badTime('start')],
    ['B093', 'a limit of 0', query('limit', '0'), badLimit],
    ['B093', 'a limit of 101', query('limit', '101'), badLimit],
    ['B093', 'a negative limit', query('limit', '-1'), badLimit],
    ['B093', 'a fractional limit', query('limit', '1.5'), badLimit],
    ['B093', 'letters for a limit', query('limit', 'abc'), badLimit],
    ['B093', 'a hexadecimal limit', query('limit', '0x10'), badLimit],
    ['B093', 'a limit with an exponent', query('limit', '1e1'), badLimit],
    ['B094', 'two limits', { rawQuery: '&limit=1&limit=100' }, invalid(['limit', 'must be given once'])],
    [
      'B095',
      'a direction sideways',
      query('cursor_direction', 'sideways'),
      invalid(['cursor_direction', 'must be next or previous']),
    ],
    ['B096', 'a slash in the branch, which makes it another path', statementOf('00%2F1/123'), notFound()],
    ['B096', 'NUL in the number', statementOf('0001/12%003'), invalid(['number', 'must be 1 to 20 digits'])],
    ['B096', 'a percent sign alone', statementOf('0001/%zz'), invalid(['number', 'must be 1 to 20 digits'])],
    ['B096', 'a path with two dots', statementOf('../0001'), invalid(['branch', 'must be 4 digits'])],
    ['B097', 'an unknown account', statementOf('0001/999999999'), noAccount],
  ],
};

export const events: Table = {
  route: 'GET /v3/events',
  request: ({ callers }) => ({ path: '/v3/events', query: callers.owner.source }),
  rows: [
    ['B046', 'a branch of five', query('source_account_branch_identifier', '12345'), badBranch],
    ['B045', 'a number of letters', query('source_account_number', 'x'), badNumber],
    ['B093', 'a limit of 101', query('limit', '101'), badLimit],
    ['B095', 'a negative place', query('after', '-1'), invalid(['after', 'must be an integer'])],
    [
      'B095',
      'a place beyond what is exact',
      query('after', '9007199254740993'),
      invalid(['after', 'must be an integer']),
    ],
    ['B098', 'a branch given twice', { rawQuery: '&source_account_branch_identifier=0001' }, twice()],
  ],
};
