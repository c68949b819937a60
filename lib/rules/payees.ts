// Names payees in rules: by a PIX key, by bank details, or by a CPF or CNPJ. Keys of rows use a digest of the payee, so
// that they do not reveal who is paid.

import { createHash } from 'node:crypto';
import { isTaxId } from '../base/tax-id.ts';

/** The names under which a payee may be in an account's list. */
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

/** Returns the id of the money's destination. Another key or account of the same person is a different payee. */
export function payeeOf(pixKey: string | undefined, recipient: Recipient): string {
  if (pixKey !== undefined) return payeeId({ key: pixKey });
  const { ispb = '', branch = '', accountNumber = '' } = recipient;
  return payeeId({ ispb, branch: withoutZeros(branch), number: withoutZeros(accountNumber) });
}

/**
 * Returns the id of the payee for the limit for new payees. The payee is the owner, if the network or our tables name
 * the owner. Otherwise only the caller has named the owner, so the payee is the key, or the account at another bank.
 */
export function newPayeeOf(pixKey: string | undefined, recipient: Recipient): string {
  // Some directories write the owner's CPF or CNPJ with dots.
  const legalId = recipient.legalId?.replace(/[^0-9A-Z]/gi, '');
  const isKnown = pixKey !== undefined || recipient.ownAccount !== undefined;
  return isKnown && legalId !== undefined && isTaxId(legalId, true)
    ? payeeId({ legalId })
    : payeeOf(pixKey, recipient);
}

/** Returns the names under which this payee may be in the list. */
export function listableNames(pixKey: string | undefined, { legalId }: Recipient): ListableName[] {
  return [
    ...(pixKey === undefined ? [] : [{ key: pixKey }]),
    ...(legalId === undefined ? [] : [{ legalId }]),
  ];
}

/** Removes leading zeros, because some banks write account numbers with leading zeros and some do not. */
const withoutZeros = (digits: string) => digits.replace(/^0+/, '');
