// The faults of the lines of a batch. All are counted. The first hundred are reported: the line, the field and the rule, but never
// the value.

import type * as z from 'zod';
import { type FieldError, Refusal, wordsOf } from '../base/errors.ts';
import { lineFields, lineIdForm } from './schemas.ts';

/** `record`: the number of the line, from 1. `row`: of the text, in CSV. */
export type Place = { record: number; row?: number };
export type LineFault = Place & { line_id: string | null; field: string; message: string };

const toldMost = 100;

export type Faults = ReturnType<typeof noFaults>;

export function noFaults() {
  const first: LineFault[] = [];
  let count = 0;
  return {
    add(at: Place, lineId: string | undefined, field: string, message: string): void {
      count += 1;
      if (count <= toldMost) first.push({ ...at, line_id: lineId ?? null, field, message });
    },
    count: () => count,
    first: (): readonly LineFault[] => first,
  };
}

/** The id of a line, if it has the form of one. A fault names no other value. */
export const lineIdIn = (id: unknown): string | undefined =>
  typeof id === 'string' && lineIdForm.test(id) ? id : undefined;

/** @param hint a more precise message for a field, if there is one */
export function addIssues(
  faults: Faults,
  at: Place,
  lineId: string | undefined,
  issues: readonly z.core.$ZodIssue[],
  hint: (field: string) => string | undefined,
): void {
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const name of issue.keys.slice(0, 10))
        if (lineFields.includes(name)) faults.add(at, lineId, name, 'must not be in a line with a key');
        else faults.add(at, lineId, 'line', 'has a field that is not one of a line');
    } else {
      const field = issue.path.join('.') || 'line';
      faults.add(at, lineId, field, hint(field) ?? (field === 'line' ? 'must be an object' : issue.message));
    }
  }
}

/** Why nothing of a file can be read. `row`: of the text. */
export type FileFault = { field: string; message: string; row?: number };

/** `faults`: of the whole. `lineFaults`: the first hundred of `lineFaultCount`. */
export type Refused = { faults: FileFault[]; lineFaults: readonly LineFault[]; lineFaultCount: number };

/** A 422 with the faults, and their number if not all are listed. */
export function refuseFaults({ faults, lineFaults, lineFaultCount }: Refused): never {
  const fields: FieldError[] = [...faults, ...lineFaults];
  const count = faults.length + lineFaultCount;
  const said =
    count > fields.length
      ? {
          detail: `${wordsOf('validation_error')}: ${count} faults, of which the first ${fields.length} are listed`,
        }
      : {};
  throw new Refusal('validation_error', fields, undefined, said);
}
