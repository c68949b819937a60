// Defines the query of GET /v3/cashouts, which selects cashouts. Only the shape is checked; the operations decide what
// the caller may see.

import * as z from 'zod';
import { parsePixKey } from '../account/pix-key.ts';
import type { AccountRef } from '../base/account-ref.ts';
import {
  accountNumber,
  amountText,
  branch,
  idempotencyKey,
  instant,
  pageLimit,
  pathInteger,
  text,
} from '../base/field-schemas.ts';
import { toDecimalText } from '../base/money.ts';
import { type Direction, type Page, pageUrl } from '../base/page.ts';
import { type CashoutStatus, transitions } from '../cashout/cashout.ts';
import type { KeyOfOne } from '../cashout/find-cashout.ts';
import type { NameOfOne } from '../cashout/name-of-one.ts';
import type { CashoutQuery } from './list-cashouts.ts';

const statuses = Object.keys(transitions) as [CashoutStatus, ...CashoutStatus[]];
const filterText = (most: number) => text.max(most, `must be at most ${most} characters`).optional();
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `must be ${values.join(' or ')}` }).optional();

const fields = z.object({
  source_account_branch_identifier: branch.optional(),
  source_account_number: accountNumber.optional(),
  /** The idempotency key of one cashout. The account must be given too, because a key is only unique in an account. */
  idempotency_key: idempotencyKey.optional(),
  /** Each of these three parameters names one cashout of any account, so no other parameter may be given with it. */
  code_transaction: text.regex(/^PX(?:-[0-9A-Z]{4}){3}$/, 'must be a code like PX-0000-1A2B-3C4D').optional(),
  end_to_end_id: text
    .regex(/^E[0-9]{20}[0-9A-Za-z]{11}$/, 'must be E, twenty digits and eleven letters or digits')
    .optional(),
  receipt_code: text
    .regex(/^[0-9A-Za-z_-]{31}$/, 'must be the 31 characters of a receipt’s address')
    .optional(),
  awaiting: oneOf(['approval', 'start']),
  order: oneOf(['oldest', 'largest']),
  status: oneOf(statuses),
  from: instant('first').optional(),
  to: instant('last').optional(),
  min_amount: amountText.optional(),
  max_amount: amountText.optional(),
  key: filterText(77),
  recipient_legal_id: text
    .regex(/^(?:\d{11}|[0-9A-Z]{12}\d{2})$/, 'must be a CPF or CNPJ, without punctuation')
    .optional(),
  recipient_name: text
    .min(3, 'must have at least three characters')
    .max(150, 'must be at most 150 characters')
    .optional(),
  tag: filterText(1_000),
  created_by: filterText(64),
  limit: pageLimit,
  cursor_id: pathInteger.optional(),
  cursor_datetime: instant('first').optional(),
  cursor_direction: oneOf(['next', 'previous']),
});
type Fields = z.output<typeof fields>;
const namesOfOne = ['code_transaction', 'end_to_end_id', 'receipt_code'] as const;

export const listCashoutsQuery = fields.superRefine(refine).transform(readQuery);

function refine(query: Fields, context: z.RefinementCtx<Fields>): void {
  const fault = (field: keyof Fields, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  const account = ['source_account_branch_identifier', 'source_account_number'] as const;
  if (query.idempotency_key || account.some((field) => query[field]))
    for (const field of account) if (!query[field]) fault(field, 'is required');
  const { limit: _, ...asked } = query;
  const isAlone = Object.values(asked).filter((value) => value !== undefined).length === 1;
  for (const name of namesOfOne) if (query[name] && !isAlone) fault(name, 'must be given alone');
  const { awaiting, order, status, from, to, min_amount: least, max_amount: most } = query;
  if (awaiting && (status ?? 'NEW') !== 'NEW') fault('status', 'must be NEW with awaiting');
  if (order && awaiting !== 'approval') fault('order', 'needs awaiting=approval');
  if (order && query.cursor_direction === 'previous') fault('cursor_direction', 'must be next with order');
  if (from && to && to < from) fault('to', 'must not be before the value of from');
  if (least && most && most < least) fault('max_amount', 'must not be less than min_amount');
  const cursor = ['cursor_id', 'cursor_datetime'] as const;
  if (query.cursor_direction || cursor.some((field) => query[field]))
    for (const field of cursor)
      if (!query[field]) fault(field, 'is required with the other cursor parameters');
}

/**
 * Returns a PIX key. No key contains blanks. So a blank before a phone number or in an e-mail address is a plus sign
 * that the caller did not escape in the query.
 */
function keyOf(given: string): string {
  const key = given.includes('@') ? given.replaceAll(' ', '+') : given.replace(/^ /, '+');
  return parsePixKey(key, true)?.value ?? key;
}

function nameOf(query: Fields, account: AccountRef | undefined): NameOfOne | KeyOfOne | undefined {
  const { code_transaction: codeTransaction, end_to_end_id: endToEndId, receipt_code: receiptCode } = query;
  if (codeTransaction) return { codeTransaction };
  if (endToEndId) return { endToEndId };
  if (receiptCode) return { receiptCode };
  const { idempotency_key: idempotencyKey } = query;
  return account && idempotencyKey ? { account, idempotencyKey } : undefined;
}

/** Reads the query. `one`: the name of a single cashout. `given`: the parameters in the URL of every page. */
function readQuery(query: Fields) {
  const { cursor_id: id, cursor_datetime: at, cursor_direction: direction = 'next', ...given } = query;
  const { source_account_branch_identifier: branch, source_account_number: number } = query;
  const account: { account?: AccountRef } = branch && number ? { account: { branch, number } } : {};
  const wanted: CashoutQuery = {
    ...account,
    ...(query.awaiting ? { awaiting: query.awaiting } : {}),
    start: query.from ?? new Date(0).toISOString(),
    end: query.to ?? '9999-12-31T23:59:59.999Z',
    limit: query.limit,
    direction,
    filter: {
      status: query.awaiting ? 'NEW' : query.status,
      minCents: query.min_amount,
      maxCents: query.max_amount,
      pixKey: query.key && keyOf(query.key),
      legalId: query.recipient_legal_id,
      name: query.recipient_name,
      tag: query.tag,
      createdBy: query.created_by,
    },
    ...(id && at ? { cursor: { id, at } } : {}),
  };
  return { one: nameOf(query, account.account), order: query.order, wanted, given };
}

/**
 * Returns the URLs of the next and previous page: the same parameters with another cursor, and amounts in reais again.
 */
export function pagesOf(
  base: string,
  { given }: z.output<typeof listCashoutsQuery>,
  page: Pick<Page<unknown>, Direction>,
) {
  const { min_amount: least, max_amount: most } = given;
  const amounts = {
    ...(least ? { min_amount: toDecimalText(least) } : {}),
    ...(most ? { max_amount: toDecimalText(most) } : {}),
  };
  const url = (side: Direction) => pageUrl(base, '', { ...given, ...amounts }, page[side], side);
  return { next: url('next'), previous: url('previous') };
}
