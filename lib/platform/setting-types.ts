// Defines the types of settings. They convert from text, because the environment contains only text.

import * as z from 'zod/mini';

export const atLeast = (least: number) => z.coerce.number().check(z.int(), z.minimum(least));
export const present = z.string().check(z.minLength(1));
export const maybe = z.optional(z.string());
export const maybeHttps = z.optional(z.union([z.url({ protocol: /^https$/ }), z.literal('')]));
/** A list of comma-separated values. */
export const list = z.pipe(
  z._default(z.string(), ''),
  z.transform((values) => values.split(',').filter(Boolean)),
);
/** A list of keys, each 32 bytes in base64. */
export const keyList = list.check(
  z.refine(
    (keys) => keys.every((key) => Buffer.from(key, 'base64').length === 32),
    'each key must be 32 bytes in base64',
  ),
);
/** A time of day: HH:MM. */
export const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
