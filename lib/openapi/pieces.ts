// What the schemas of the answers are made of.

import * as z from 'zod';

/** Every value of a type, and no other: one too few does not compile. */
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
export const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable();
export const worked = z.literal(true);

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ worked, next: orNull(text), previous: orNull(text), results: z.array(item) });
