// A person as operators name one, what of theirs is shown, and how long it has to be kept. Pure.

import { maskTaxId } from '../base/tax-id.ts';

/** What is known of a person: each is compared with whole values, as they are stored. */
export type Sought = { legalIds: readonly string[]; keys: readonly string[] };

/** Dotted names of fields, and their values. All of them are of one person. */
export type Fields = Readonly<Record<string, string>>;

/**
 * `perhaps`: of a tax id only the digits are there that a PSP shows, or the row has a key of the person and a tax id
 * that was not given. A key may have been somebody else's before.
 */
export type Matched = 'certain' | 'perhaps';

/** @returns undefined if the fields are somebody else's */
export function matchOf({ legalIds, keys }: Sought, fields: Fields): Matched | undefined {
  const taxIds = Object.entries(fields).flatMap(([name, value]) => (/legalId$/i.test(name) ? value : []));
  if (taxIds.some((one) => legalIds.includes(one))) return 'certain';
  const isTheirsMasked = taxIds.some((one) => legalIds.some((id) => one === maskTaxId(id)));
  const hasKey = Object.values(fields).some((value) => keys.includes(value) || legalIds.includes(value));
  if (!hasKey) return isTheirsMasked ? 'perhaps' : undefined;
  if (taxIds.length === 0 || isTheirsMasked) return 'certain';
  return legalIds.length > 0 ? undefined : 'perhaps';
}

/** Enough to tell which it is, for who knows it already. */
export function masked(value: string): string {
  const at = value.indexOf('@');
  if (at > 0) return `${value.slice(0, 1)}***${value.slice(at)}`;
  if (/^\+?[0-9A-Z.-]{3,}$/.test(value)) return `***${value.slice(-2)}`;
  return value
    .split(/\s+/)
    .slice(0, 8)
    .map((word) => `${word.slice(0, 1)}***`)
    .join(' ');
}

/**
 * Years for which a record is kept, from the first day of the year after it: the longest period that
 * docs/personal-data.md names.
 */
const retentionYears = 10;

/** The day from which it need not be kept. @param at ISO, UTC */
export function keptUntil(at: string): string {
  return `${Number(at.slice(0, 4)) + 1 + retentionYears}-01-01`;
}
