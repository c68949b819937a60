// Bad input to the two calls that create a cashout to bank details.

import { bankDetails } from '../support/bank-details.ts';
import type { Request, Row, Table } from './ask.ts';
import { commonRows, field, used } from './create-common.ts';
import { conflict, invalid, notPermitted, required } from './refusals.ts';
import { plantedCpf, type Scene } from './scene.ts';

const recipient = { ...bankDetails, recipient_account_branch_digit: '', recipient_legal_id: plantedCpf };
export const manually =
  (path: string) =>
  (scene: Scene): Request => ({
    path,
    fields: { ...scene.callers.owner.source, amount: 10, ...recipient },
  });

const typeRule = 'must be CURRENT_ACCOUNT, PAYMENT_ACCOUNT or SAVING_ACCOUNT';
const badType = invalid(['recipient_account_type', typeRule]);
const badModel = invalid(['recipient_account_model', 'must be Movement']);
const badIspb = invalid(['recipient_instution', 'must be 8 digits']);
const badLegalId = invalid(['recipient_legal_id', 'must be a CPF or CNPJ, digits only']);
const badDigit = invalid(['recipient_account_number_digit', 'must be one digit']);
// The directory allows at most 20 digits, including the check digit.
const longNumber = invalid(['recipient_account_number', 'must be 1 to 19 digits']);
const shortName = invalid(['recipient_name', 'must be at least 2 characters']);

export const recipientRows: Row[] = [
  ['B073', 'another word for savings', field('recipient_account_type', 'SAVINGS_ACCOUNT'), badType],
  ['B074', 'a model in lower case', field('recipient_account_model', 'movement'), badModel],
  ['B075', 'an ISPB of seven digits', field('recipient_instution', '1234567'), badIspb],
  ['B076', 'a CPF with a wrong digit', field('recipient_legal_id', '12345678901'), badLegalId],
  ['B077', 'an empty name', field('recipient_name', ''), shortName],
  ['B078', 'an account digit of two', field('recipient_account_number_digit', 'XX'), badDigit],
  ['B078', 'a number of 20 before its digit', field('recipient_account_number', '1'.repeat(20)), longNumber],
];

export const createManual: Table = {
  route: 'POST /create-cashout-manual',
  request: manually('/create-cashout-manual'),
  rows: [
    ...commonRows,
    ...recipientRows,
    ['B021', 'no CREATE', { by: 'approver' }, notPermitted('CREATE')],
    ['B073', 'a type in lower case', field('recipient_account_type', 'current_account'), badType],
    ['B073', 'an empty type', field('recipient_account_type', ''), badType],
    ['B074', 'no model', field('recipient_account_model', undefined), badModel],
    ['B075', 'an ISPB of nine digits', field('recipient_instution', '123456789'), badIspb],
    [
      'B075',
      'an ISPB as a number',
      field('recipient_instution', 12345678),
      invalid(['recipient_instution', 'must be a string']),
    ],
    ['B075', 'an ISPB of letters', field('recipient_instution', 'ABCDEFGH'), badIspb],
    ['B076', 'a CPF with dots', field('recipient_legal_id', '123.456.789-09'), badLegalId],
    ['B076', 'twelve digits', field('recipient_legal_id', '123456789012'), badLegalId],
    ['B076', 'a CNPJ with a wrong digit', field('recipient_legal_id', '11222333000150'), badLegalId],
    ['B077', 'a name of one character', field('recipient_name', 'F'), shortName],
    ['B077', 'a name of one character that takes two UTF-16 units', field('recipient_name', '𐀀'), shortName],
    [
      'B077',
      'a name of 300',
      field('recipient_name', 'F'.repeat(300)),
      invalid(['recipient_name', 'must be at most 150 characters']),
    ],
    [
      'B077',
      'a name with control characters',
      field('recipient_name', 'Ful\u0007ano'),
      invalid(['recipient_name', 'must not have control characters']),
    ],
    [
      'B077',
      'a name with a sign that turns around what follows it',
      field('recipient_name', 'Ful\u202eano'),
      invalid(['recipient_name', 'must not have control characters']),
    ],
    ['B077', 'a name of spaces', field('recipient_name', '   '), shortName],
    [
      'B078',
      'no account digit',
      field('recipient_account_number_digit', undefined),
      required('recipient_account_number_digit'),
    ],
    ['B078', 'an empty account digit', field('recipient_account_number_digit', ''), badDigit],
    [
      'B079',
      'the institution under its right spelling',
      { fields: { recipient_instution: undefined, recipient_institution: '00000000' } },
      required('recipient_instution'),
    ],
    [
      'B068',
      'a key used on another path',
      used({}),
      conflict(
        'endpoint',
        'key',
        'recipient_account_branch',
        'recipient_account_number',
        'recipient_account_number_digit',
        'recipient_account_type',
        'recipient_name',
        'recipient_legal_id',
        'recipient_instution',
      ),
    ],
  ],
};

export const createManualAndApprove: Table = {
  ...createManual,
  route: 'POST /create-cashoutmanual-self-approve',
  request: manually('/create-cashoutmanual-self-approve'),
  rows: [
    ...commonRows,
    ...recipientRows,
    ['B022', 'CREATE alone', { by: 'creator' }, notPermitted('APPROVE')],
    ['B022', 'APPROVE alone', { by: 'approver' }, notPermitted('CREATE')],
  ],
};
