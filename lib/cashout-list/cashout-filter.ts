// Filters a list of cashouts. Fields of the request are compared, and the recipient's name as answers show it. Other
// recipient data from the directory is not compared, because answers mask it and filtering must not reveal it.

import type { Cents } from '../base/money.ts';
import { plainName } from '../base/plain-name.ts';
import type { Cashout, CashoutStatus } from '../cashout/cashout.ts';
import { presentCashout } from '../cashout/present.ts';

export type CashoutFilter = {
  status?: CashoutStatus | undefined;
  minCents?: Cents | undefined;
  maxCents?: Cents | undefined;
  pixKey?: string | undefined;
  /** The recipient's CPF or CNPJ in the request: in the bank details, as the key's owner, or as the PIX key. */
  legalId?: string | undefined;
  /** A part of the recipient's name, as answers show the name. */
  name?: string | undefined;
  /** A part of the recipient's name or of the tag, or the amount. Only the console's search box has this filter. */
  anything?: { text: string; amountCents: Cents | undefined } | undefined;
  tag?: string | undefined;
  /** Id of the user who created the cashout. */
  createdBy?: string | undefined;
};

/** Fields of a cashout that do not change after its creation. */
export type Asked = Pick<Cashout, 'request' | 'createdBy'>;

export function isAskedFor({ request, createdBy }: Asked, filter: CashoutFilter): boolean {
  const { amountCents, pixKey, ownerLegalId, recipient, tag } = request;
  const { minCents = amountCents, maxCents = amountCents, legalId } = filter;
  return (
    amountCents >= minCents &&
    amountCents <= maxCents &&
    (filter.pixKey === undefined || pixKey === filter.pixKey) &&
    (legalId === undefined || [recipient?.legalId, ownerLegalId, pixKey].includes(legalId)) &&
    (filter.tag === undefined || tag === filter.tag) &&
    (filter.createdBy === undefined || createdBy === filter.createdBy)
  );
}

/**
 * Returns whether the recipient's name, as a look-up shows it, contains the filter's text. Case and accents are ignored.
 */
export function hasName(row: Cashout, { name }: CashoutFilter): boolean {
  return name === undefined || contains(presentCashout(row, 'lookup').recipient_name, name);
}

/** Returns whether the amount is the filter's, or the recipient's name or the tag contains the filter's text. */
export function hasAnything(row: Cashout, { anything }: CashoutFilter): boolean {
  if (!anything) return true;
  const { text, amountCents } = anything;
  const { request } = row;
  if (request.amountCents === amountCents) return true;
  return contains(presentCashout(row, 'lookup').recipient_name, text) || contains(request.tag, text);
}

const contains = (text: string | null | undefined, part: string) =>
  typeof text === 'string' && plainName(text).includes(plainName(part));
