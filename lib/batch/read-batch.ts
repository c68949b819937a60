// Reads a batch from JSON or CSV, or lists its faults. A batch with a fault stores nothing and uses up no key.

import * as z from 'zod';
import type { AccountRef } from '../base/account-ref.ts';
import {
  accountNumber,
  amount,
  amountText,
  branch,
  integer,
  line,
  list,
  pathInteger,
  startTime,
} from '../base/field-schemas.ts';
import { parseJson } from '../base/json.ts';
import { type Cents, cents, toDecimalText } from '../base/money.ts';
import { type Faults, type LineFault, noFaults } from './faults.ts';
import { type FileFault, readCsv } from './read-csv.ts';
import { type BatchLine, type Given, linesMost, readLines } from './read-lines.ts';

export type BatchContent = {
  account: AccountRef;
  name?: string;
  /** A day in São Paulo (YYYY-MM-DD), or an instant (ISO, UTC). */
  scheduledFor?: string;
  lines: BatchLine[];
  totalCents: Cents;
};

/** `faults`: of the whole. `lineFaults`: the first hundred of `lineFaultCount`. */
export type Refused = { faults: FileFault[]; lineFaults: readonly LineFault[]; lineFaultCount: number };

const head = {
  source_account_branch_identifier: branch,
  source_account_number: accountNumber,
  name: line(60).nullish(),
  scheduled_for: startTime.nullish(),
};
const jsonHead = z.object({ ...head, total_lines: integer, total_amount: amount });
const csvHead = z.object({ ...head, total_lines: pathInteger, total_amount: amountText });
const jsonLines = z.object({
  lines: list(z.unknown())
    .min(1, 'must have at least one line')
    .max(linesMost, `must have at most ${linesMost} lines`),
});

type Head = z.output<typeof jsonHead>;

/** What is sent beside the text of a CSV: in the query. */
export type CsvQuery = {
  name?: string | undefined;
  total_lines?: string | undefined;
  total_amount?: string | undefined;
};

/** @param cnpjLetters whether the stage takes CNPJs with letters */
export function readJsonBatch(bytes: Uint8Array, cnpjLetters: boolean): BatchContent | Refused {
  const json = parseJson(bytes);
  if (!json) return refused([{ field: 'body', message: 'must be JSON in UTF-8 without duplicate fields' }]);
  const [parsed, lines] = [jsonHead.safeParse(json.value), jsonLines.safeParse(json.value)];
  const given = (lines.data?.lines ?? []).map((fields, index) => ({ record: index + 1, fields }));
  const before = lines.success ? [] : faultsOf(lines.error);
  return join(parsed, before, { given, count: given.length }, cnpjLetters);
}

/** @param charset of the content type */
export function readCsvBatch(
  bytes: Uint8Array,
  charset: string,
  query: CsvQuery,
  cnpjLetters: boolean,
): BatchContent | Refused {
  const faults = noFaults();
  const file = readCsv(bytes, charset, faults);
  if ('message' in file) return refused([file]);
  if (!file.batch) return refused([], faults);
  const parsed = csvHead.safeParse({ ...file.batch, ...query });
  return join(parsed, [], file, cnpjLetters, faults);
}

function join(
  parsed: z.ZodSafeParseResult<Head>,
  before: FileFault[],
  { given, count }: { given: readonly Given[]; count: number },
  cnpjLetters: boolean,
  faults = noFaults(),
): BatchContent | Refused {
  const wrong = [...before, ...(parsed.success ? [] : faultsOf(parsed.error))];
  const lines = readLines(given, faults, cnpjLetters);
  const totalCents = cents(lines.reduce((sum, { request }) => sum + request.amountCents, 0));
  if (parsed.data && before.length === 0) {
    if (parsed.data.total_lines !== count)
      wrong.push({ field: 'total_lines', message: `must be the number of lines, which is ${count}` });
    // With a wrong line the sum is not known.
    else if (faults.count() === 0 && parsed.data.total_amount !== totalCents)
      wrong.push({
        field: 'total_amount',
        message: `must be the sum of the lines, which is ${toDecimalText(totalCents)}`,
      });
  }
  if (!parsed.success || wrong.length > 0 || faults.count() > 0) return refused(wrong, faults);
  const { source_account_branch_identifier, source_account_number, name, scheduled_for } = parsed.data;
  return {
    account: { branch: source_account_branch_identifier, number: source_account_number },
    ...(name ? { name } : {}),
    ...(scheduled_for ? { scheduledFor: scheduled_for } : {}),
    lines,
    totalCents,
  };
}

const refused = (faults: FileFault[], ofLines: Faults = noFaults()): Refused => ({
  faults,
  lineFaults: ofLines.first(),
  lineFaultCount: ofLines.count(),
});

const faultsOf = (error: z.ZodError): FileFault[] =>
  error.issues.map(({ path, message, code }) => ({
    field: path.join('.') || 'body',
    message: code === 'invalid_type' && path.length === 0 ? 'must be an object' : message,
  }));
