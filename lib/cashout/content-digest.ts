// What a cashout pays, as a digest: somebody who approves can name the content that they saw.

import { createHash } from 'node:crypto';
import type { Cashout } from './cashout.ts';
import { confirmedOfRecipient, confirmedOfRequest } from './request-fields.ts';

type Content = Pick<Cashout, 'id' | 'account' | 'request'> & {
  payeeShown?: Cashout['payeeShown'] | undefined;
};

/** Whether a digest is of this cashout: of what was asked, or of that with the payee that was shown. */
export const isOfContent = (digest: string, cashout: Cashout): boolean =>
  digest === contentDigest(cashout) || digest === contentDigest({ ...cashout, payeeShown: undefined });

/** SHA-256 in hex over id, account, and what the request says of amount, payee, start and message, which never changes, and the payee once it was shown. */
export function contentDigest({ id, account, request, payeeShown }: Content): string {
  const recipient = request.recipient && confirmedOfRecipient(request.recipient);
  const confirmed = confirmedOfRequest({ ...request, recipient });
  const { name, legalId, ispb, branch, accountNumber } = payeeShown?.recipient ?? {};
  const shown = payeeShown ? [{ payee: [name, legalId, ispb, branch, accountNumber] }] : [];
  const content = [id, account.branch, account.number, ...confirmed, ...shown];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
