// Collects the faults in the lines of a batch. All faults are counted. The first hundred are reported with the line,
// the field and the rule, but never with the value.

import type * as z from 'zod';
import { type FieldError, Refusal, wordsOf } from '../base/errors.ts';
import { lineFields, lineIdForm } from './schemas.ts';

/** The position of a fault. `record`: number of the line, from 1. `row`: its row in the text of a CSV file. */
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

/** Returns the id of a line if it has the right format. A fault shows no other value of a line. */
export const lineIdIn = (id: unknown): string | undefined =>
  typeof id === 'string' && lineIdForm.test(id) ? id : undefined;

/**
 * Adds the issues that a schema found in a line.
 * @param hint returns a more precise message for a field, if there is one
 */
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

/** A reason why a file cannot be read at all. `row`: a row of the text. */
export type FileFault = { field: string; message: string; row?: number };

/**
 * A batch that is refused. `faults`: faults of the batch as a whole. `lineFaults`: the first hundred faults in lines;
 * `lineFaultCount`: the number of all faults in lines.
 */
export type Refused = { faults: FileFault[]; lineFaults: readonly LineFault[]; lineFaultCount: number };

/** Refuses with a 422 and the faults. If some faults are not listed, the text contains the number of all faults. */
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
