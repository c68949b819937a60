// Bad input to POST /sandbox/rules.

import type { Row } from './ask.ts';
import { badBranch, field } from './create-common.ts';
import { invalid, notJson, refused } from './refusals.ts';
import { sandbox } from './sandbox.cases.ts';

const notAnAmount =
  'must be greater than 0, with at most 2 decimal places and no exponent, up to 9999999999.99';
const growing = 'must have growing amounts and growing numbers';
const band = (from: unknown, needed: unknown) => ({ from, needed });
const six = Array.from({ length: 6 }, (_, at) => band(at + 1, 2));

const wrong: [fields: object, name: string, message: string][] = [
  [{ expire_new_after_hours: 0 }, 'expire_new_after_hours', 'must be at least 1'],
  [{ expire_new_after_hours: 8_761 }, 'expire_new_after_hours', 'must be at most 8760'],
  [{ expire_new_after_hours: 1.5 }, 'expire_new_after_hours', 'must be a whole number'],
  [{ expire_new_after_hours: '48' }, 'expire_new_after_hours', 'must be a whole number'],
  [{ own_approval_up_to: -1 }, 'own_approval_up_to', 'must be an amount, or 0'],
  [{ own_approval_up_to: {} }, 'own_approval_up_to', 'must be an amount, or 0'],
  [{ approvals: {} }, 'approvals', 'must be a list'],
  [{ approvals: [5] }, 'approvals.0', 'must be an object'],
  [{ approvals: [band(0, 2)] }, 'approvals.0.from', notAnAmount],
  [{ approvals: [band(1, 1)] }, 'approvals.0.needed', 'must be at least 2'],
  [{ approvals: [band(1, 6)] }, 'approvals.0.needed', 'must be at most 5'],
  [{ approvals: [band(2, 2), band(1, 3)] }, 'approvals', growing],
  [{ approvals: [band(1, 2), band(2, 2)] }, 'approvals', growing],
  [{ approvals: six }, 'approvals', 'must be at most 5'],
  [{ limits: 5 }, 'limits', 'must be an object'],
  [{ limits: null }, 'limits', 'must be an object'],
  [{ limits: { per_day: 0 } }, 'limits.per_day', notAnAmount],
  [{ payees: 'some' }, 'payees', 'must be listed or any'],
  [{ duplicates: 'hold' }, 'duplicates', 'must be an object'],
  [{ duplicates: { within_hours: 721, action: 'tell' } }, 'duplicates.within_hours', 'must be at most 720'],
  [
    { duplicates: { within_hours: 1, action: 'no' } },
    'duplicates.action',
    'must be one of tell, hold, refuse',
  ],
  [{ low_balance: '1.001' }, 'low_balance', notAnAmount],
  [{ listed_payees: [5] }, 'listed_payees.0', 'must be an object'],
  [
    { listed_payees: [{ legal_id: '123' }] },
    'listed_payees.0.legal_id',
    'must be a CPF or CNPJ, without punctuation',
  ],
];

export const sandboxRulesTable = sandbox(
  '/sandbox/rules',
  ({ callers }) => ({ path: '/sandbox/rules', fields: { ...callers.owner.source, payees: 'any' } }),
  [
    ['B024', 'no body', { body: '' }, notJson],
    ['B046', 'a branch of letters', field('source_account_branch_identifier', 'ABCD'), badBranch],
    ['B048', 'an unknown account', field('source_account_number', '999999999'), refused('Account not found')],
    ['B078', 'no key', field('listed_payees', [{}]), refused('Invalid Pix Key')],
    ...wrong.map(
      ([fields, name, message]): Row => [
        'B041',
        JSON.stringify(fields),
        { fields: fields as Record<string, unknown> },
        invalid([name, message]),
      ],
    ),
  ],
);
