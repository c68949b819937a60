// Payees as rules know them: a PIX key, bank details, or a CPF or CNPJ. A digest stands for each, so that no row's key
// tells who is paid.

import { createHash } from 'node:crypto';
import { isTaxId } from '../base/tax-id.ts';

/** What a list of payees may have. */
export type ListableName = { key: string } | { legalId: string };
type Recipient = {
  legalId?: string;
  ispb?: string;
  branch?: string;
  accountNumber?: string;
  ownAccount?: object;
};
type PayeeName = ListableName | { ispb: string; branch: string; number: string };

export function payeeId(name: PayeeName): string {
  return createHash('sha256').update(JSON.stringify(name)).digest('hex').slice(0, 32);
}

/** Where the money goes: another key or account of the same person is another payee. */
export function payeeOf(pixKey: string | undefined, recipient: Recipient): string {
  if (pixKey !== undefined) return payeeId({ key: pixKey });
  const { ispb = '', branch = '', accountNumber = '' } = recipient;
  return payeeId({ ispb, branch: withoutZeros(branch), number: withoutZeros(accountNumber) });
}

/**
 * Whom the limit for new payees counts: the owner, where the network or we know whose the key or the account is. Else the key, or
 * the account at another bank, whose owner only the caller names.
 */
export function newPayeeOf(pixKey: string | undefined, recipient: Recipient): string {
  // A directory may write it with dots.
  const legalId = recipient.legalId?.replace(/[^0-9A-Z]/gi, '');
  const isKnown = pixKey !== undefined || recipient.ownAccount !== undefined;
  return isKnown && legalId !== undefined && isTaxId(legalId, true)
    ? payeeId({ legalId })
    : payeeOf(pixKey, recipient);
}

/** The names under which a list may have a payee. */
export function listableNames(pixKey: string | undefined, { legalId }: Recipient): ListableName[] {
  return [
    ...(pixKey === undefined ? [] : [{ key: pixKey }]),
    ...(legalId === undefined ? [] : [{ legalId }]),
  ];
}

/** Banks write numbers with and without zeros in front. */
const withoutZeros = (digits: string) => digits.replace(/^0+/, '');
