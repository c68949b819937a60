// Reads the format in which a caller requests the statement, from the header Accept. If the caller does not clearly
// request a file, the answer is JSON.

import type { FileForm } from './file-form.ts';

const types: Readonly<Record<string, FileForm>> = {
  'text/csv': 'csv',
  'application/x-ofx': 'ofx',
  'application/xml': 'camt.053',
};

export const fileTypes = Object.keys(types);

type Range = { type: string; weight: number };

/**
 * Reads the ranges of the header, with their weights (RFC 9110). A weight that is not a number from 0 to 1 counts as 0.
 */
function rangesOf(accept: string): Range[] {
  return accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
    const given = parameters.find((one) => one.startsWith('q='))?.slice(2);
    const weight = given === undefined ? 1 : /^(0(\.\d{1,3})?|1(\.0{1,3})?)$/.test(given) ? Number(given) : 0;
    return { type, weight };
  });
}

/**
 * Returns the file format whose type the header prefers to all others. Returns undefined (JSON) without the header,
 * with a wildcard, for an unknown type, and if two types have the same weight. So callers that were written before
 * files existed still get the same answer.
 */
export function askedForm(accept: string | undefined): FileForm | undefined {
  const ranges = rangesOf(accept ?? '').toSorted((one, other) => other.weight - one.weight);
  const [first, second] = ranges;
  if (!first || first.weight === 0 || first.weight === second?.weight) return undefined;
  return Object.hasOwn(types, first.type) ? types[first.type] : undefined;
}
