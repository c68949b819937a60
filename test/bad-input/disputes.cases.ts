// Bad input to the calls about disputes of received payments: chargebacks and MED cases.

import type { Change, Table } from './ask.ts';
import { field, raw } from './create-common.ts';
import { invalid, notFound, notJson, notObject, of, refused, required, tooLong } from './refusals.ts';

const path = '/v2/finance/chargebacks-pix-copy-and-paste/';
const badQrCode = invalid(['qr_code_id', 'must be a positive integer']);
const noQrCode = refused('QR Code not found');
const noInformation = invalid(['information', 'must not be empty']);
const badAmount = invalid(['amount', 'must be greater than 0, with exactly 2 decimal places']);
const tooMuch = refused('Amount is greater than the value of the QR Code');
const badReturnId = invalid(['end_to_end_id', 'must be 1 to 64 letters and digits']);
const query = (name: string, value: string | undefined): Change => ({ query: { [name]: value } });

export const requestChargeback: Table = {
  route: 'POST /v2/finance/{proxy+}',
  request: ({ qrCodes }) => ({
    path,
    fields: { qr_code_id: qrCodes.paid, information: 'Pedido 42 cancelado', amount: '40.00' },
  }),
  rows: [
    ['B025', 'no body', { body: '' }, notJson],
    ['B025', 'a list', { body: '[]' }, notObject],
    ['B028', '65 KB', field('information', 'x'.repeat(65 * 1024)), tooLong],
    ['B108', 'no QR code', field('qr_code_id', undefined), required('qr_code_id')],
    ['B108', 'digits in quotes', field('qr_code_id', '5'), badQrCode],
    ['B108', 'nought', field('qr_code_id', 0), badQrCode],
    ['B108', 'a fraction', field('qr_code_id', 1.5), badQrCode],
    ['B108', 'an id beyond what is exact', raw('qr_code_id', '9007199254740993'), badQrCode],
    ['B109', 'no information', field('information', undefined), required('information')],
    ['B109', 'empty information', field('information', ''), noInformation],
    ['B109', 'information of spaces', field('information', '   '), noInformation],
    [
      'B109',
      'information of 10 KB',
      field('information', 'x'.repeat(10_240)),
      invalid(['information', 'must be at most 500 characters']),
    ],
    ['B110', 'no amount', field('amount', undefined), required('amount')],
    ['B110', 'an amount of 0', field('amount', 0), badAmount],
    ['B110', 'a negative amount', field('amount', -1), badAmount],
    ['B110', 'three places', field('amount', 10.999), badAmount],
    ['B110', 'letters', field('amount', 'abc'), badAmount],
    ['B110', 'null for an amount', field('amount', null), badAmount],
    ['B110', 'an exponent in a text', field('amount', '1e1'), badAmount],
    ['B110', 'an amount with a prototype', raw('amount', '{"__proto__":1,"text":5}'), badAmount],
    ['B111', 'three places in a text, all zero', field('amount', '100.000'), badAmount],
    ['B111', 'one place in quotes', field('amount', '50.5'), badAmount],
    ['B112', 'an unknown QR code', field('qr_code_id', 5), noQrCode],
    [
      'B113',
      'a QR code that is not paid',
      ({ qrCodes }) => field('qr_code_id', qrCodes.unpaid),
      refused('QR Code is not paid'),
    ],
    [
      'B114',
      'a QR code with a refund in processing',
      ({ qrCodes }) => field('qr_code_id', qrCodes.pending),
      refused('There is a refund in processing'),
    ],
    ['B115', 'a cent more than is left', field('amount', '100.01'), tooMuch],
    [
      'B115',
      'a QR code that is given back',
      ({ qrCodes }) => ({ fields: { qr_code_id: qrCodes.spent, amount: '0.01' } }),
      tooMuch,
    ],
    [
      'B116',
      'a closed account',
      ({ former }) => ({ by: 'former', fields: { qr_code_id: former.qrCode } }),
      refused('Cannot process chargeback for closed account'),
    ],
  ],
};

const neither = refused("Either 'id' or 'end_to_end_id' parameter is required");
const noChargeback = refused('Chargeback not found');
const badId = invalid(['id', 'must be a positive integer']);
const badEndToEndId = invalid(['end_to_end_id', 'must be 1 to 64 letters and digits']);

export const chargebackStatus: Table = {
  route: 'GET /v2/finance/chargebacks-pix-copy-and-paste/status',
  request: ({ chargeback }) => ({ path: `${path}status`, query: { id: String(chargeback) } }),
  rows: [
    ['B119', 'neither', query('id', undefined), neither],
    [
      'B119',
      'both, and neither of its shape',
      { query: { id: 'x', end_to_end_id: '?' } },
      refused("Only one parameter should be provided: 'id' or 'end_to_end_id'"),
    ],
    ['B119', 'one empty, the other not of its shape', { query: { id: '', end_to_end_id: '?' } }, badReturnId],
    ['B119', 'both, and empty', { query: { id: '', end_to_end_id: '' } }, neither],
    [
      'B120',
      'both',
      query('end_to_end_id', 'D5'),
      refused("Only one parameter should be provided: 'id' or 'end_to_end_id'"),
    ],
    ['B121', 'letters', query('id', 'abc'), badId],
    ['B121', 'an exponent', query('id', '1e3'), badId],
    ['B121', 'a negative id', query('id', '-1'), badId],
    [
      'B121',
      'an end-to-end id of 500',
      { query: { id: undefined, end_to_end_id: 'D'.repeat(500) } },
      badEndToEndId,
    ],
    ['B121', 'one with a space', { query: { id: undefined, end_to_end_id: 'D 5' } }, badEndToEndId],
    ['B122', 'an unknown id', query('id', '5'), noChargeback],
    ['B122', 'an unknown end-to-end id', { query: { id: undefined, end_to_end_id: 'D5' } }, noChargeback],
    ['B123', 'two ids', { rawQuery: '&id=2' }, invalid(['id', 'must be given once'])],
  ],
};

const badDay = (name: string) => invalid([name, 'must be a date, YYYY-MM-DD']);
const badLimit = invalid(['limit', 'must be an integer from 1 to 200']);
const longFilter = (name: string) => invalid([name, 'must be at most 64 characters']);

export const listMedCases: Table = {
  route: 'GET /v3/{proxy+}',
  request: () => ({ path: '/v3/meds/', query: {} }),
  rows: [
    ['B100', 'an unknown company', { by: 'orphan' }, refused('Company not found')],
    ['B124', 'a month of 13', query('filter_start_date', '2024-13-01'), badDay('filter_start_date')],
    ['B124', 'a time for a day', query('filter_end_date', '2024-01-01T00:00:00'), badDay('filter_end_date')],
    [
      'B124',
      'an end before the start',
      { query: { filter_start_date: '2026-01-02', filter_end_date: '2026-01-01' } },
      invalid(['filter_end_date', 'must not be before filter_start_date']),
    ],
    ['B124', 'a limit of 0', query('limit', '0'), badLimit],
    ['B124', 'a limit of 1000', query('limit', '1000'), badLimit],
    [
      'B124',
      'a direction sideways',
      query('direction', 'up'),
      invalid(['direction', 'must be next or previous']),
    ],
    ['B124', 'a cursor of no case', query('id', 'x'), invalid(['id', 'is not the id of a case'])],
    [
      'B124',
      'a cursor of somebody else’s case',
      ({ medCase }) => ({ by: 'stranger', query: { id: medCase } }),
      invalid(['id', 'is not the id of a case']),
    ],
    ['B124', 'a status of 65 characters', query('status', 'x'.repeat(65)), longFilter('status')],
    ['B124', 'two reasons', { rawQuery: 'reason=A&reason=B' }, invalid(['reason', 'must be given once'])],
  ],
};

const noCase = notFound('MED not found');

export const medCase: Table = {
  route: 'GET /v3/meds/{id}',
  request: ({ medCase: id }) => ({ path: `/v3/meds/${id}` }),
  rows: [
    ['B125', 'an unknown id', { path: '/v3/meds/71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d' }, noCase],
    ['B125', 'an id of 65 characters', { path: `/v3/meds/${'x'.repeat(65)}` }, longFilter('id')],
    ['B096', 'NUL', { path: '/v3/meds/%00' }, noCase],
    ['B096', 'a percent sign alone', { path: '/v3/meds/%' }, noCase],
  ],
};

const badText = (message: string) => invalid(['text', message]);
const noControl = badText('must not have control characters except line breaks');
const badPosition = invalid(['position', 'must be contest or accept']);

export const defendMedCase: Table = {
  route: 'POST /v3/meds/{id}/defence',
  request: ({ medCase: id }) => ({
    path: `/v3/meds/${id}/defence`,
    fields: { position: 'contest', text: 'Foi entregue\nem 20/11' },
  }),
  rows: [
    ['B025', 'no body', { body: '' }, notJson],
    ['B025', 'a list', { body: '[]' }, notObject],
    ['B028', 'a text of 100,000 characters', field('text', 'x'.repeat(100_000)), tooLong],
    [
      'B109',
      'a text of 2,001 characters',
      field('text', 'x'.repeat(2_001)),
      badText('must be at most 2000 characters'),
    ],
    ['B109', 'no text', field('text', undefined), required('text')],
    ['B109', 'a text of line breaks', field('text', '\r\n \n'), badText('must not be empty')],
    ['B109', 'a text with NUL', field('text', 'Foi\u0000 entregue'), noControl],
    ['B109', 'a text with a tab', field('text', 'Foi\tentregue'), noControl],
    ['B109', 'a text that runs backwards', field('text', 'Foi \u202eentregue'), noControl],
    ['B109', 'half a character', raw('text', '"\\ud83d"'), badText('must be well-formed Unicode')],
    ['B109', 'a number as text', field('text', 5), badText('must be a string')],
    ['B108', 'no position', field('position', undefined), badPosition],
    ['B108', 'a position in Portuguese', field('position', 'aceito'), badPosition],
    ['B108', 'an unknown field', field('files', []), invalid(['files', 'is not a field here'])],
    ['B125', 'an unknown id', { path: '/v3/meds/71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d/defence' }, noCase],
    ['B125', 'a case of another company', { by: 'stranger' }, of(404, 'MED not found')],
  ],
};
