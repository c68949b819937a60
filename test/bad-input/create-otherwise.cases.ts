// Bad input to the calls that create a cashout from a BR Code, and with a one-time code from the web.

import type { Table } from './ask.ts';
import { commonRows, field, used } from './create-common.ts';
import { manually, recipientRows } from './create-manual.cases.ts';
import { conflict, invalid, noCode, notForWeb, notPermitted, refused, required } from './refusals.ts';

export const brCode =
  '00020126400014br.gov.bcb.pix0118fulano@example.com520400005303986540510.005802BR5907SANDBOX6009SAO PAULO62120508PEDIDO4263047094';
export const badCode = refused('Invalid copy and paste code');

export const createFromCode: Table = {
  route: 'POST /create-copy-and-paste-transfer',
  request: ({ callers }) => ({
    path: '/create-copy-and-paste-transfer',
    fields: { ...callers.owner.source, amount: 10, copy_and_paste: brCode },
  }),
  rows: [
    ...commonRows,
    ['B022', 'CREATE alone', { by: 'creator' }, notPermitted('APPROVE')],
    ['B050', 'no code', field('copy_and_paste', undefined), required('copy_and_paste')],
    [
      'B050',
      'a list for a code',
      field('copy_and_paste', [brCode]),
      invalid(['copy_and_paste', 'must be a string']),
    ],
    ['B051', 'an empty code', field('copy_and_paste', ''), badCode],
    [
      'B052',
      'a code with a wrong check sum',
      field('copy_and_paste', brCode.replace('10.00', '10.01')),
      badCode,
    ],
    ['B062', 'a code of 60 KB', field('copy_and_paste', brCode.repeat(450)), badCode],
    ['B062', 'a code with NUL', field('copy_and_paste', brCode.replace('SANDBOX', 'SAND\0OX')), badCode],
    ['B068', 'a key used on another path', used({}), conflict('endpoint', 'copy_and_paste')],
    [
      'B044',
      "another amount than the code's",
      field('amount', 11),
      invalid(['amount', 'must be the amount of the code']),
    ],
  ],
};

export const createOnWeb: Table = {
  route: 'POST /create-manual-transfer',
  request: (scene) => {
    const { fields, ...request } = manually('/create-manual-transfer')(scene);
    return { ...request, by: 'web', fields: { ...fields, mfa_code: scene.mfaCode() } };
  },
  rows: [
    ...commonRows,
    ...recipientRows,
    ['B006', 'an API client', { by: 'owner' }, notForWeb],
    ['B022', 'CREATE alone', { by: 'webCreator' }, notPermitted('APPROVE')],
    ['S22', 'no code', field('mfa_code', undefined), noCode],
    ['S22', 'a code of five digits', field('mfa_code', '12345'), noCode],
    ['S22', 'a code and a line break', ({ mfaCode }) => field('mfa_code', `${mfaCode()}\n`), noCode],
    ['S22', 'a code as a number', ({ mfaCode }) => field('mfa_code', Number(mfaCode())), noCode],
    ['S22', 'a list for a code', ({ mfaCode }) => field('mfa_code', [mfaCode()]), noCode],
  ],
};
