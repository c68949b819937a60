// Packs entries into bytes: JSON with a list of values for each field, compressed with a dictionary of frequent
// content.

import { invariant } from '../base/errors.ts';
import { type PackedForm, packJson, unpackJson } from '../platform/packed.ts';
import type { Entry } from './entry.ts';

/** Maximum number of entries that are packed together. Without tags they stay below 1 KB, which is one write unit. */
export const packedMax = 16;

/**
 * The dictionary is part of the stored format: with another dictionary, the same bytes give other entries. The most
 * frequent text is last, where the compression reaches it with the fewest bits.
 */
const dictionary = Buffer.from(
  [
    '"imposed":[true,null,"qrCodeId":["tag":[',
    '"PIX_CHARGEBACK","PIX_CHARGEBACK_REFUND","PIX_CASHOUT_REFUND","CREDIT","PIX_CASHIN",',
    '{"type":["PIX_CASHOUT"],"direction":["DEBIT"],"amountCents":["identification":["E","codeTransaction":["PX-"],',
    '"transactionId":["seq":["time":["2027-01-01T00:00:00.000Z"],"balanceCents":[',
  ].join(''),
);

/** The size limit is larger than sixteen entries with the longest tags in any characters. */
const form: PackedForm = { unpackedBytesMax: 256 * 1024, dictionary };

type Fields = Record<string, unknown>;

/** Packs entries. A field that an entry does not have is stored as null. */
export function packEntries(entries: readonly Entry[]): Uint8Array {
  invariant(entries.length > 0 && entries.length <= packedMax, 'one to sixteen entries are packed together');
  const names = new Set(entries.flatMap((entry) => Object.keys(entry)));
  const lists = [...names].map((name) => [name, entries.map((entry) => (entry as Fields)[name] ?? null)]);
  return packJson(Object.fromEntries(lists), form);
}

/** Unpacks entries. Throws if the bytes were not made by `packEntries` from this number of entries. */
export function unpackEntries(bytes: Uint8Array, count: number): Entry[] {
  const lists = Object.entries(unpackJson(bytes, form) as Record<string, unknown[]>);
  invariant(
    lists.length > 0 && lists.every(([, values]) => values.length === count),
    'each field has a value for each entry',
  );
  return Array.from({ length: count }, (_, index) => {
    const fields = lists.map(([name, values]) => [name, values[index]] as const);
    return Object.fromEntries(fields.filter(([, value]) => value !== null)) as Entry;
  });
}
