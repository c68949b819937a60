// The building blocks of the answers' schemas.

import * as z from 'zod';
import type { EntryType } from '../ledger/entry.ts';
import * as patterns from './patterns.ts';

/** An enum of exactly the values of a type: a missing one does not compile. */
export const all =
  <Value extends string>() =>
  <const Values extends readonly Value[]>(
    ...values: Values & ([Value] extends [Values[number]] ? unknown : never)
  ) =>
    z.enum(values as Values);

export const id = z.int().min(1);
export const money = z.number();
export const text = z.string();
export const time = z.iso.datetime();
/** São Paulo time, which the contract sends without a zone. */
export const localTime = z.string().regex(new RegExp(patterns.localTime));
export const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable();
/** A party of a payment, as receipts and statements name it. */
export const party = {
  name: orNull(text),
  legal_id: orNull(text),
  ispb: orNull(text),
  institution: orNull(text),
};
export const worked = z.literal(true);

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ worked, next: orNull(text), previous: orNull(text), results: z.array(item) });

export const entryType = all<EntryType>()(
  'PIX_CASHIN',
  'PIX_CASHOUT',
  'PIX_CASHIN_TAX',
  'PIX_CASHOUT_TAX',
  'PIX_CASHOUT_TAX_MED',
  'PIX_CHARGEBACK',
  'PIX_CHARGEBACK_REFUND',
  'PIX_CASHOUT_REFUND',
  'PIX_CREDIT_IN_ACCOUNT',
).meta({ id: 'EntryType' });
