// Makes the cashout of a line of an approved batch. Its id is derived from the line's key, so a second run finds the
// cashout of the first run.

import type { Cashout } from '../cashout/cashout.ts';
import { differingFields, identityOf, isSameIdentity, keyedCashoutId } from '../cashout/idempotency.ts';
import { newCashout } from '../cashout/new-cashout.ts';
import type { Base } from '../platform/deps.ts';
import type { Rules } from '../rules/rules.ts';
import type { Batch } from './batch.ts';
import { lineKey } from './line-key.ts';
import type { Line } from './line-pages.ts';
import type { BatchLine } from './read-lines.ts';

const keyOf = ({ key }: Batch, line: Line) => lineKey(key, line, line.progress.again);

const identityOfLine = (batch: Batch, line: Line) =>
  identityOf(batch.companyId, batch.account, keyOf(batch, line));

const requestOf = ({ request }: BatchLine) => ({ endpoint: 'v3/batches', ...request }) as const;

/**
 * Returns the id of a line's cashout.
 * @param probe the number of the try: the next one is used if another request's row has the id by chance
 */
export const lineCashoutId = (batch: Batch, line: Line, probe: number): number =>
  keyedCashoutId(identityOfLine(batch, line), probe);

/**
 * Compares the row that has a line's id with the line. `own`: the row is the cashout of this line. `other`: the row is
 * another payout with the same key, so the line is not paid. `chance`: the row belongs to a request with a different
 * key.
 */
export function ownerOf(batch: Batch, line: Line, row: Cashout): 'own' | 'other' | 'chance' {
  if (!isSameIdentity(row, identityOfLine(batch, line))) return 'chance';
  // The key of a batch can be used again after its rows are deleted, but the cashouts of the earlier batch still exist.
  const isSame = differingFields(row.request, requestOf(line)).length === 0;
  return row.batchId === batch.id && isSame ? 'own' : 'other';
}

/**
 * Makes the cashout. If the rules now require more approvals than the batch has, the cashout is NEW and waits for these
 * approvals.
 * @param rules of the account
 */
export function lineCashout(
  deps: Base,
  batch: Batch,
  line: Line,
  id: number,
  rules: Rules | undefined,
): Cashout {
  const { companyId, createdBy: userId, account, requires, approvals } = batch;
  const call = { caller: { companyId, userId }, account, idempotencyKey: keyOf(batch, line) };
  const made = { id, request: requestOf(line), startsAt: undefined, approved: { requires, approvals } };
  return { ...newCashout(deps, call, made, rules), batchId: batch.id };
}
