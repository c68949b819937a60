// Common schemas for answers.

import * as z from 'zod';

/** An enum with exactly the values of a type. A missing value does not compile. */
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
/** A time in the service's format, without its zone. */
export const writtenTime = '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}';
/** São Paulo time, which the contract sends without a zone. */
export const localTime = z.string().regex(new RegExp(`^${writtenTime}$`));
export const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable();
/** A party of a payment, in receipts and statements. */
export const party = {
  name: orNull(text),
  legal_id: orNull(text),
  ispb: orNull(text),
  institution: orNull(text),
};
/** Typed as boolean, because the compiler widens `true` in a handler's answer. */
export const worked: z.ZodType<boolean> = z.literal(true);

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ worked, next: orNull(text), previous: orNull(text), results: z.array(item) });
