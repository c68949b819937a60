// Defines how operators name a person, which of the person's data is shown, and how long the data must be kept. Pure:
// no calls.

import { maskTaxId } from '../base/tax-id.ts';

/** The known data of a person. Each value is compared with whole stored values. */
export type Sought = { legalIds: readonly string[]; keys: readonly string[] };

/** Values by dotted field name. All values belong to one person. */
export type Fields = Readonly<Record<string, string>>;

/**
 * The certainty that fields belong to the person. `perhaps`: only the digits of a tax id that a PSP shows are stored,
 * or the row contains a key of the person and a tax id that the operator did not name. The key may have belonged to
 * somebody else before.
 */
export type Matched = 'certain' | 'perhaps';

/**
 * Compares fields with the person.
 * @returns undefined if the fields belong to somebody else
 */
export function matchOf({ legalIds, keys }: Sought, fields: Fields): Matched | undefined {
  const taxIds = Object.entries(fields).flatMap(([name, value]) => (/legalId$/i.test(name) ? value : []));
  if (taxIds.some((one) => legalIds.includes(one))) return 'certain';
  const isTheirsMasked = taxIds.some((one) => legalIds.some((id) => one === maskTaxId(id)));
  const hasKey = Object.values(fields).some((value) => keys.includes(value) || legalIds.includes(value));
  if (!hasKey) return isTheirsMasked ? 'perhaps' : undefined;
  if (taxIds.length === 0 || isTheirsMasked) return 'certain';
  return legalIds.length > 0 ? undefined : 'perhaps';
}

/** Masks a value, so that only a reader who already knows it can recognise it. */
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
 * Years for which a record is kept, from the first day of the following year. It is the longest period in
 * docs/personal-data.md.
 */
const retentionYears = 10;

/**
 * Returns the first day on which a record need not be kept.
 * @param at ISO, UTC
 */
export function keptUntil(at: string): string {
  return `${Number(at.slice(0, 4)) + 1 + retentionYears}-01-01`;
}
