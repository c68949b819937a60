// Reads a batch from JSON or a file, or lists its faults. If a batch has a fault, nothing is stored and its idempotency
// key stays unused.

import * as z from 'zod';
import type { AccountRef } from '../base/account-ref.ts';
import {
  accountNumber,
  amount,
  amountText,
  branch,
  integer,
  list,
  pathInteger,
  startTime,
} from '../base/field-schemas.ts';
import { parseJson } from '../base/json.ts';
import { type Cents, cents, toDecimalText } from '../base/money.ts';
import { unknownNames } from '../base/unknown-names.ts';
import { type Batch, linesMost } from './batch.ts';
import type { Column } from './columns.ts';
import { type Faults, type FileFault, noFaults, type Refused } from './faults.ts';
import type { Line } from './line-pages.ts';
import { type BatchLine, type Given, readLines } from './read-lines.ts';
import { readSheet, type Sheet } from './read-sheet.ts';
import { batchName, type retryBatchBody } from './requests.ts';
import { centsOf } from './tally.ts';

export type BatchContent = {
  account: AccountRef;
  name?: string;
  /** A day in São Paulo (YYYY-MM-DD), or an instant (ISO, UTC). */
  scheduledFor?: string;
  lines: BatchLine[];
  totalCents: Cents;
  /** The batch whose unpaid lines this batch contains. */
  retryOf?: string;
};

const head = {
  source_account_branch_identifier: branch,
  source_account_number: accountNumber,
  name: batchName,
  scheduled_for: startTime.nullish(),
};
const jsonHead = z.strictObject({
  ...head,
  total_lines: integer,
  total_amount: amount,
  lines: z.unknown().optional(),
});
const csvHead = z.object({ ...head, total_lines: pathInteger, total_amount: amountText });
const jsonLines = z.object({
  lines: list(z.unknown())
    .min(1, 'must have at least one line')
    .max(linesMost, `must have at most ${linesMost} lines`),
});

type Head = z.output<typeof csvHead>;

/** The fields of a batch that a call with a file sends in the query. A file may name the account itself. */
export type FileQuery = {
  name?: string | undefined;
  total_lines?: string | undefined;
  total_amount?: string | undefined;
  source_account_branch_identifier?: string | undefined;
  source_account_number?: string | undefined;
};

/**
 * Reads a batch from JSON.
 * @param cnpjLetters whether the stage accepts CNPJs with letters
 */
export function readJsonBatch(bytes: Uint8Array, cnpjLetters: boolean): BatchContent | Refused {
  const json = parseJson(bytes);
  if (!json) return refused([{ field: 'body', message: 'must be JSON in UTF-8 without duplicate fields' }]);
  const [parsed, lines] = [jsonHead.safeParse(json.value), jsonLines.safeParse(json.value)];
  const given = (lines.data?.lines ?? []).map((fields, index) => ({ record: index + 1, fields }));
  const before = lines.success ? [] : faultsOf(lines.error);
  return join(parsed, before, { given, count: given.length }, cnpjLetters);
}

/** A file that was refused, and what was read of it. `columns`: as the file names them. */
export type RefusedFile = Refused & { sheet?: Sheet; columns?: readonly Column[] };

/**
 * Reads a batch from the rows of a file.
 * @param sheet the rows, or why the file has none
 */
export function readSheetBatch(
  sheet: Sheet | FileFault,
  query: FileQuery,
  cnpjLetters: boolean,
): BatchContent | RefusedFile {
  if ('message' in sheet) return refused([sheet]);
  const faults = noFaults();
  const file = readSheet(sheet, query, cnpjLetters, faults);
  if ('message' in file) return { ...refused([file]), sheet };
  const { columns, batch } = file;
  if (!batch) return { ...refused([], faults), sheet, columns };
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  const parsed = csvHead.safeParse({ ...batch, ...Object.fromEntries(asked) });
  const read = join(parsed, otherAccount(batch, query), file, cnpjLetters, faults);
  return 'lines' in read ? read : { ...read, sheet, columns };
}

/** A file and a query that name different accounts are refused: nobody knows which one is meant. */
function otherAccount(batch: Readonly<Record<string, string>>, query: FileQuery): FileFault[] {
  const names = ['source_account_branch_identifier', 'source_account_number'] as const;
  return names
    .filter((name) => query[name] && batch[name] && query[name] !== batch[name])
    .map((name) => ({ field: name, message: 'must be the same in the file and in the request' }));
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
  const totalCents = cents(centsOf(lines));
  if (parsed.data && before.length === 0) wrong.push(...wrongTotals(parsed.data, count, totalCents, faults));
  if (!parsed.success || wrong.length > 0 || faults.count() > 0) return refused(wrong, faults);
  const { source_account_branch_identifier, source_account_number, ...named } = parsed.data;
  return {
    account: { branch: source_account_branch_identifier, number: source_account_number },
    ...said(named),
    lines,
    totalCents,
  };
}

/**
 * Makes a batch from the unpaid lines of another batch, with corrections. If a line already had a cashout, the line's
 * own key is used up, so the line gets a derived key.
 */
export function readCorrectedBatch(
  { id, account, name }: Batch,
  unpaid: readonly Line[],
  asked: z.output<typeof retryBatchBody>,
  cnpjLetters: boolean,
): BatchContent | Refused {
  const faults = noFaults();
  const given = (asked.lines ?? []).map((fields, index) => ({ record: index + 1, fields }));
  const known = new Set(unpaid.map(({ lineId }) => lineId));
  const corrected = new Map(
    readLines(given, faults, cnpjLetters, known).map((line) => [line.lineId, line] as const),
  );
  const lines = unpaid.map(
    ({ lineId, idempotencyKey, request, progress }): BatchLine =>
      corrected.get(lineId) ?? {
        lineId,
        ...(idempotencyKey && progress.state === 'not_started' && !progress.again ? { idempotencyKey } : {}),
        request,
      },
  );
  const totalCents = cents(centsOf(lines));
  const wrong = wrongTotals(asked, lines.length, totalCents, faults);
  if (wrong.length > 0 || faults.count() > 0) return refused(wrong, faults);
  return { account, ...said({ ...asked, name: asked.name ?? name }), lines, totalCents, retryOf: id };
}

const said = ({ name, scheduled_for: scheduledFor }: Pick<Head, 'name' | 'scheduled_for'>) => ({
  ...(name ? { name } : {}),
  ...(scheduledFor ? { scheduledFor } : {}),
});

function wrongTotals(
  { total_lines, total_amount }: Pick<Head, 'total_lines' | 'total_amount'>,
  count: number,
  totalCents: Cents,
  faults: Faults,
): FileFault[] {
  if (total_lines !== count)
    return [{ field: 'total_lines', message: `must be the number of lines, which is ${count}` }];
  // If a line is wrong, the sum is not known.
  if (faults.count() > 0 || total_amount === totalCents) return [];
  const message = `must be the sum of the lines, which is ${toDecimalText(totalCents)}`;
  return [{ field: 'total_amount', message }];
}

const refused = (faults: FileFault[], ofLines: Faults = noFaults()): Refused => ({
  faults,
  lineFaults: ofLines.first(),
  lineFaultCount: ofLines.count(),
});

const faultsOf = (error: z.ZodError): FileFault[] =>
  error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return unknownNames('field', issue.keys);
    const { path, message, code } = issue;
    const isNoObject = code === 'invalid_type' && path.length === 0;
    return { field: path.join('.') || 'body', message: isNoObject ? 'must be an object' : message };
  });
