// What a cashout pays, as a digest: somebody who approves can name the content that they saw.

import { createHash } from 'node:crypto';
import type { Cashout } from './cashout.ts';
import { confirmedOfRecipient, confirmedOfRequest } from './request-fields.ts';

/** SHA-256 in hex over id, account, and what the request says of amount, payee, start and message. None of them ever changes. */
export function contentDigest({ id, account, request }: Cashout): string {
  const recipient = request.recipient && confirmedOfRecipient(request.recipient);
  const confirmed = confirmedOfRequest({ ...request, recipient });
  const content = [id, account.branch, account.number, ...confirmed];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
