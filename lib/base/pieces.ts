// Defines schemas that several answers use.

import * as z from 'zod';

/** Makes an enum of exactly the values of a type. If a value is missing, the code does not compile. */
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
/** Matches a time in the service's format, without its zone. */
export const writtenTime = '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}';
/** Accepts São Paulo time, which the contract sends without a zone. */
export const localTime = z.string().regex(new RegExp(`^${writtenTime}$`));
export const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable();
/** Fields of a party of a payment, in receipts and statements. */
export const party = {
  name: orNull(text),
  legal_id: orNull(text),
  ispb: orNull(text),
  institution: orNull(text),
};
/** Always true. The type is boolean, because the compiler widens `true` in a handler's answer to boolean. */
export const worked: z.ZodType<boolean> = z.literal(true);

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ worked, next: orNull(text), previous: orNull(text), results: z.array(item) });
