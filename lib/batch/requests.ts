// The requests about batches. Ours, not the contract's (docs/decisions/product/batches.md).

import * as z from 'zod';
import {
  accountNumber,
  amount,
  branch,
  integer,
  line,
  list,
  pageLimit,
  startTime,
  text,
  words,
} from '../base/field-schemas.ts';
import { contentDigest } from '../cashout/schemas.ts';
import { linesMost } from './batch.ts';
import { type LineState, lineStates } from './line-progress.ts';

/** 32 hexadecimal digits. */
const id = text.regex(/^[0-9a-f]{32}$/, 'must be the id of a batch');

export const batchPath = z.object({ id });

/** What a CSV has beside its lines. JSON has it in the body. */
export const createQuery = z.object({
  name: text.optional(),
  total_lines: text.optional(),
  total_amount: text.optional(),
});

/** With the id, the signature is that of the decision about one batch. */
export const resumeBatchBody = z.object({ id });
export const approveBatchBody = resumeBatchBody.extend({
  content_digest: contentDigest,
});
export const batchName = line(60).nullish();
/** `lines`: corrections. Each is read as a line of a batch. */
export const retryBatchBody = resumeBatchBody.extend({
  name: batchName,
  scheduled_for: startTime.nullish(),
  total_lines: integer,
  total_amount: amount,
  lines: list(z.unknown()).max(linesMost, `must have at most ${linesMost} lines`).nullish(),
});
export const stopBatchBody = resumeBatchBody.extend({ reason: words(200) });

export const listBatchesQuery = z.object({
  source_account_branch_identifier: branch,
  source_account_number: accountNumber,
  before: text
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z-[0-9a-f]{32}$/, 'must be of a next URL')
    .optional(),
  limit: pageLimit,
});

/** The last line of the page before. */
export type LinePosition = { state: LineState; record: number };

function positionIn(text: string): LinePosition | undefined {
  const [, name, record] = /^([a-z_]+)-(\d{1,4})$/.exec(text) ?? [];
  const state = lineStates.find((one) => one === name);
  return state && { state, record: Number(record) };
}

export const listLinesQuery = z.object({
  status: z.enum(lineStates, { error: `must be one of ${lineStates.join(', ')}` }).optional(),
  after: text
    .refine((after) => positionIn(after) !== undefined, 'must be of a next URL')
    .transform((after) => positionIn(after) as LinePosition)
    .optional(),
  limit: pageLimit,
});
