// What a cashout pays, as a digest: somebody who approves can name the content that they saw.

import { createHash } from 'node:crypto';
import type { Cashout } from './cashout.ts';

/** SHA-256 in hex over id, account, amount and payee, and over start and message if it has them. None of them ever changes. */
export function contentDigest({ id, account, request }: Cashout): string {
  const { amountCents, pixKey, ownerLegalId, recipient, copyAndPaste, scheduledFor, messageToPayee } =
    request;
  const payee = recipient && [
    recipient.ispb,
    recipient.branch,
    recipient.branchDigit,
    recipient.accountNumber,
    recipient.accountDigit,
    recipient.accountType,
    recipient.name,
    recipient.legalId,
  ];
  const content = [
    id,
    account.branch,
    account.number,
    amountCents,
    pixKey,
    ownerLegalId,
    payee,
    copyAndPaste,
    ...(scheduledFor ? [scheduledFor] : []),
    ...(messageToPayee ? [{ messageToPayee }] : []),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
