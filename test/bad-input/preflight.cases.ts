// Bad input to the preflight. It accepts the body of every create, and refuses the same bodies.

import type { Table } from './ask.ts';
import { commonRows, field } from './create-common.ts';
import { manually, recipientRows } from './create-manual.cases.ts';
import { badCode, brCode } from './create-otherwise.cases.ts';
import { pixKeyRows } from './pix-keys.cases.ts';
import { invalid, notObject, notPermitted, refused, required } from './refusals.ts';
import { plantedKey, type Scene } from './scene.ts';

const path = '/v3/cashouts/preflight';
const notOne = invalid(['body', 'must have one of key, copy_and_paste and bank details of the recipient']);
const notOfCode = invalid(['recipient_legal_id', 'must be given with a key or bank details only']);
/** Replaces the key with a copy-and-paste code. */
const byCode = (code: unknown, more: object = {}) => ({
  fields: { key: undefined, copy_and_paste: code, ...more },
});
/** Replaces the key with bank details. */
const byBank = (more: object) => (scene: Scene) => ({
  fields: { ...manually(path)(scene).fields, key: undefined, ...more },
});

export const preflight: Table = {
  route: `POST ${path}`,
  request: ({ callers }) => ({ path, fields: { ...callers.owner.source, amount: 10, key: plantedKey } }),
  rows: [
    // The preflight ignores idempotency keys, and a body without a key may have a code or bank details.
    ...commonRows.filter(([number]) => number !== 'B064'),
    ...pixKeyRows.filter(([, what]) => !['no key', 'null for a key'].includes(what)),
    ...recipientRows.map(
      ([number, what, change, refusal]) =>
        [
          number,
          what,
          (scene: Scene) => byBank('fields' in change ? (change.fields ?? {}) : {})(scene),
          refusal,
        ] as Table['rows'][number],
    ),
    ['B021', 'no CREATE', { by: 'approver' }, notPermitted('CREATE')],
    ['B025', 'null', { body: 'null' }, notObject],
    ['B025', 'a number', { body: '42' }, notObject],
    [
      'B030',
      'everything hidden in the prototype',
      { body: '{"__proto__":{"amount":10,"key":"fulano@example.com"}}' },
      notOne,
    ],
    ['B045', 'no account', field('source_account_number', undefined), required('source_account_number')],
    ['B044', 'no amount', field('amount', undefined), required('amount')],
    ['B044', 'no amount for bank details', byBank({ amount: undefined }), required('amount')],
    ['B050', 'a list for a code', byCode([brCode]), invalid(['copy_and_paste', 'must be a string'])],
    ['B051', 'an empty code', byCode(''), badCode],
    ['B052', 'a code with a wrong check sum', byCode(brCode.replace('10.00', '10.01')), badCode],
    [
      'B044',
      "another amount than the code's",
      byCode(brCode, { amount: 11 }),
      invalid(['amount', 'must be the amount of the code']),
    ],
    [
      'B076',
      'an owner with a wrong digit',
      field('recipient_legal_id', '12345678901'),
      invalid(['recipient_legal_id', 'must be a CPF or CNPJ, without punctuation']),
    ],
    [
      'B078',
      'no account digit',
      byBank({ recipient_account_number_digit: undefined }),
      required('recipient_account_number_digit'),
    ],
    [
      'B102',
      'a closed account',
      ({ callers }) => ({ by: 'former', fields: callers.former.source }),
      refused('Account not found'),
    ],
    ['L020', 'no key', field('key', undefined), notOne],
    ['L020', 'null for a key', field('key', null), notOne],
    ['L020', 'a legal id alone', { fields: { key: undefined, recipient_legal_id: '12345678909' } }, notOne],
    ['L020', 'a key and a code', field('copy_and_paste', brCode), notOne],
    ['L020', 'a key and one of the bank details', field('recipient_account_branch', '0123'), notOne],
    ['L020', 'a code and bank details', byBank({ copy_and_paste: brCode }), notOne],
    ['L020', 'a code and a legal id', byCode(brCode, { recipient_legal_id: '12345678909' }), notOfCode],
    ['L020', 'a code and a number for a legal id', byCode(brCode, { recipient_legal_id: 5 }), notOfCode],
  ],
};
