// Defines the types of settings. Each type converts a text to a value, because the environment contains only texts.

import * as z from 'zod/mini';
import { parseContestDays } from './contest-days.ts';
import { parsePsps } from './psp-list.ts';

export const atLeast = (least: number) => z.coerce.number().check(z.int(), z.minimum(least));
export const present = z.string().check(z.minLength(1));
export const maybe = z.optional(z.string());
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
/** The list of PSPs. */
export const pspList = z.pipe(
  z._default(z.string(), ''),
  z.transform((text: string, { issues }) => {
    const psps = parsePsps(text);
    if (typeof psps !== 'string') return psps;
    issues.push({ code: 'custom', input: text, message: psps });
    return z.NEVER;
  }),
);
/** A time of day: HH:MM. */
export const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
/** Periods with their numbers of days, such as `30,2026-09-01=80`. */
export const contestDays = z.pipe(
  z.string(),
  z.transform((text: string, { issues }) => {
    const periods = parseContestDays(text);
    if (periods) return periods;
    issues.push({ code: 'custom', input: text, message: 'must be days, then later periods as date=days' });
    return z.NEVER;
  }),
);
/** Comma-separated waits in seconds. */
export const waits = z
  .pipe(
    z.string(),
    z.transform((texts) => texts.split(',').map(Number)),
  )
  .check(z.refine((seconds) => seconds.every((one) => one > 0)));
