// Payees in rules: a PIX key, bank details, or a CPF or CNPJ. Row keys use a digest of the payee, so that they do not
// reveal who is paid.

import { createHash } from 'node:crypto';
import { isTaxId } from '../base/tax-id.ts';

/** The entries that a list of payees may have. */
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

/** The destination of the money. Another key or account of the same person is a different payee. */
export function payeeOf(pixKey: string | undefined, recipient: Recipient): string {
  if (pixKey !== undefined) return payeeId({ key: pixKey });
  const { ispb = '', branch = '', accountNumber = '' } = recipient;
  return payeeId({ ispb, branch: withoutZeros(branch), number: withoutZeros(accountNumber) });
}

/**
 * The payee that the limit for new payees counts. It is the owner, if the network or our tables name the owner.
 * Otherwise it is the key, or the account at another bank, because only the caller names its owner.
 */
export function newPayeeOf(pixKey: string | undefined, recipient: Recipient): string {
  // Some directories write it with dots.
  const legalId = recipient.legalId?.replace(/[^0-9A-Z]/gi, '');
  const isKnown = pixKey !== undefined || recipient.ownAccount !== undefined;
  return isKnown && legalId !== undefined && isTaxId(legalId, true)
    ? payeeId({ legalId })
    : payeeOf(pixKey, recipient);
}

/** The ids under which a list may have a payee. */
export function listableNames(pixKey: string | undefined, { legalId }: Recipient): ListableName[] {
  return [
    ...(pixKey === undefined ? [] : [{ key: pixKey }]),
    ...(legalId === undefined ? [] : [{ legalId }]),
  ];
}

/** Banks write numbers with and without leading zeros. */
const withoutZeros = (digits: string) => digits.replace(/^0+/, '');
