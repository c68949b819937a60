// Defines the requests about batches. They are ours, not the contract's (docs/decisions/product/batches.md).

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

/** The query of a call with a file, with the fields that a JSON call has in its body. */
export const createQuery = z.object({
  name: text.optional(),
  total_lines: text.optional(),
  total_amount: text.optional(),
  source_account_branch_identifier: branch.optional(),
  source_account_number: accountNumber.optional(),
});

/** The body contains the id, so that its signature is only valid for a decision about this batch. */
const decision = z.object({ id });
export const approveBatchBody = decision.extend({ content_digest: contentDigest });
/** The digest is required if the resumption is an approval. Only the operation knows that. */
export const resumeBatchBody = decision.extend({ content_digest: contentDigest.nullish() });
export const batchName = line(60).nullish();
/** Body of a retry. `lines`: corrected lines, each with the fields of a line of a batch. */
export const retryBatchBody = decision.extend({
  name: batchName,
  scheduled_for: startTime.nullish(),
  total_lines: integer,
  total_amount: amount,
  lines: list(z.unknown()).max(linesMost, `must have at most ${linesMost} lines`).nullish(),
});
export const stopBatchBody = decision.extend({ reason: words(200) });

export const listBatchesQuery = z.object({
  source_account_branch_identifier: branch,
  source_account_number: accountNumber,
  before: text
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z-[0-9a-f]{32}$/, 'must be of a next URL')
    .optional(),
  limit: pageLimit,
});

/** Position of the last line of the previous page. */
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
