// Opens an empty account with a new number for a company. If the company is frozen, the account is frozen too.

import type { Account } from '../account/account.ts';
import { parsePixKey } from '../account/pix-key.ts';
import { ownNumberLength } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import { cents } from '../base/money.ts';
import type { Base } from '../platform/deps.ts';
import type { WithOperating } from './deps.ts';

const branch = '0001';

export type NewAccount = {
  companyId: string;
  holderName: string;
  /** The holder's CPF or CNPJ, digits only. */
  holderLegalId: string;
  pixKey?: string | undefined;
};

export async function openAccount(
  deps: Base & WithOperating,
  { pixKey, ...wanted }: NewAccount,
): Promise<Account> {
  const letters = deps.config.CNPJ_LETTERS;
  const key = pixKey === undefined ? undefined : (parsePixKey(pixKey, letters) ?? refuse('invalid_pix_key'));
  for (;;) {
    const company = await deps.companies.getCompany(wanted.companyId);
    if (!company) refuse('company_not_found');
    const account: Account = {
      ...wanted,
      branch,
      number: withCheckDigit(deps.ids.digits(ownNumberLength - 1)),
      status: 'ACTIVE',
      availableCents: cents(0),
      heldCents: cents(0),
      heldForRefundsCents: 0,
      postedCents: cents(0),
      seq: 0,
      lastTime: deps.now().toISOString(),
      ...(key ? { pixKey: key.value } : {}),
    };
    const inserted = await deps.companies.insertAccount(account, company);
    if (inserted === 'inserted') return account;
    if (inserted === 'pix_key_taken') refuse('pix_key_taken');
  }
}

/** Adds the check digit of an account number: weights 2 to 9 from the right, modulo 11. */
function withCheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 8)), 0);
  return `${digits}${((sum * 10) % 11) % 10}`;
}
