import { expect, test } from 'vitest';
import type { Account } from '../../lib/account/account.ts';
import type { AccountRef } from '../../lib/base/account-ref.ts';
import type { ManualRecipient } from '../../lib/cashout/cashout.ts';
import { resolveRecipient } from '../../lib/payout/resolve-recipient.ts';
import { newPayeeOf, payeeOf } from '../../lib/rules/payees.ts';

const ispb = '99999010';

/** Finds an account by its exact branch and number, as the tables do. */
function resolve(own: AccountRef, given: Partial<ManualRecipient>) {
  const row = { ...own, holderName: 'Fulano', holderLegalId: '12345678909', status: 'ACTIVE' } as Account;
  const get = async ({ branch, number }: AccountRef) =>
    branch === own.branch && number === own.number ? row : undefined;
  const deps = { config: { OUR_ISPB: ispb }, accounts: { get } } as unknown as Parameters<
    typeof resolveRecipient
  >[0];
  const recipient = { ispb, legalId: '12345678909', name: 'Fulano', ...given } as ManualRecipient;
  return resolveRecipient(deps, { companyId: 'one', isPayout: true }, { recipient }, async () => {
    throw new Error('nobody else is asked');
  });
}

test.each([
  ['0001', '12345678', '4'],
  ['1', '12345678', '4'],
  ['001', '12345678', '4'],
  ['0001', '00012345678', '4'],
  ['1', '000000000012345678', '4'],
])(
  'an account of this institution is found by branch %s and number %s-%s',
  async (branch, accountNumber, accountDigit) => {
    const own = { branch: '0001', number: '123456784' };
    const found = await resolve(own, { branch, accountNumber, accountDigit });

    expect(found).toMatchObject({ kind: 'found', recipient: { ownAccount: own } });
    const { recipient } = found as { recipient: Parameters<typeof payeeOf>[1] };
    const spelled = { ispb, branch, accountNumber: accountNumber + accountDigit };
    expect(payeeOf(undefined, recipient)).toBe(payeeOf(undefined, spelled));
    expect(newPayeeOf(undefined, recipient)).toBe(newPayeeOf(undefined, { ...recipient, ...own }));
  },
);

test.each(['00123456', '123456', '00000123456'])(
  'an account of this institution whose number begins with zeros is found as %s-7',
  async (accountNumber) => {
    const own = { branch: '0001', number: '001234567' };

    expect(await resolve(own, { branch: '1', accountNumber, accountDigit: '7' })).toMatchObject({
      kind: 'found',
      recipient: { ownAccount: own },
    });
  },
);

test.each([
  ['10', '12345678', '4'],
  ['0001', '1234567', '8'],
  ['0001', '123456784', '0'],
])(
  'an unknown account is not found: branch %s and number %s-%s',
  async (branch, accountNumber, accountDigit) => {
    const own = { branch: '0001', number: '123456784' };

    expect(await resolve(own, { branch, accountNumber, accountDigit })).toMatchObject({
      kind: 'failed',
      failure: { code: 'AC03' },
    });
  },
);
