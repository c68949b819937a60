// Retries the unpaid lines of a finished batch in a new batch. The new batch has its own key, and is judged and
// approved like any batch.

import type { z } from 'zod';
import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { requirePermissions } from '../account/policy.ts';
import { refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { Batch } from './batch.ts';
import { createBatch } from './create-batch.ts';
import type { WithBatches, WithBatchQueue } from './deps.ts';
import { refuseFaults } from './faults.ts';
import { findBatch } from './find-batch.ts';
import type { Line } from './line-pages.ts';
import type { LineState } from './line-progress.ts';
import { readCorrectedBatch } from './read-batch.ts';
import type { retryBatchBody } from './requests.ts';

type Deps = Base & WithAccounts & WithBatches & WithBatchQueue;

/**
 * States of lines that a retry pays. Refunded lines are not among them: the payee got the money and returned it, so the
 * payee may not want it again.
 */
export const unpaid: ReadonlySet<LineState> = new Set(['failed', 'not_started', 'cancelled']);

/**
 * Creates the retry.
 * @param key the idempotency key of the new batch, in the caller's spelling
 */
export async function retryBatch(
  deps: Deps,
  caller: Identity,
  id: string,
  key: string,
  asked: z.output<typeof retryBatchBody>,
): Promise<{ batch: Batch; replayed: boolean }> {
  const { row: source, policy } = await findBatch(deps, caller, id);
  requirePermissions(policy, ['CREATE']);
  if (source.status !== 'FINISHED') refuse('batch_in_wrong_status');
  const content = readCorrectedBatch(source, await readUnpaid(deps, source), asked, deps.config.CNPJ_LETTERS);
  return 'lines' in content ? createBatch(deps, caller, key, content, source) : refuseFaults(content);
}

async function readUnpaid({ batches }: Deps, source: Batch): Promise<Line[]> {
  const pages = await batches.getPages(source, [...source.tallies.keys()]);
  return pages.flatMap(({ lines }) => lines.filter(({ progress }) => unpaid.has(progress.state)));
}
