// Computes the id of a batch, and digests of its content, in hex.

import { createHash } from 'node:crypto';
import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { payeeAsked } from '../cashout/duplicate.ts';
import type { BatchContent } from './read-batch.ts';
import type { BatchLine } from './read-lines.ts';

const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/**
 * Returns the id of a batch. The same key of the same account gives the same id, so a repeated call finds its batch.
 * @param key in lower case
 */
export const batchIdOf = (companyId: string, account: AccountRef, key: string): string =>
  sha256(['batch', companyId, accountKey(account), key]).slice(0, 32);

/** Returns the digest of the whole content of a batch, with its lines in order. */
export const digestOfContent = ({
  account,
  name,
  scheduledFor,
  lines,
  totalCents,
  retryOf,
}: BatchContent): string => sha256([accountKey(account), name, scheduledFor, totalCents, lines, retryOf]);

/** Returns the digest of the lines' payees and amounts. The order of the lines does not change it. */
export const digestOfPayouts = (lines: readonly BatchLine[]): string =>
  sha256(lines.map(({ request }) => [payeeAsked(request), request.amountCents].join('#')).toSorted());
