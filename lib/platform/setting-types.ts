// What a setting may be. The environment has texts only.

import * as z from 'zod/mini';

export const atLeast = (least: number) => z.coerce.number().check(z.int(), z.minimum(least));
export const present = z.string().check(z.minLength(1));
export const maybe = z.optional(z.string());
/** Comma-separated values. */
export const list = z.pipe(
  z._default(z.string(), ''),
  z.transform((values) => values.split(',').filter(Boolean)),
);
