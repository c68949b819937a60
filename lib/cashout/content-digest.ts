// What a cashout pays, as a digest: somebody who approves can name the content that they saw.

import { createHash } from 'node:crypto';
import { maskTaxId } from '../base/tax-id.ts';
import type { Cashout } from './cashout.ts';
import { confirmedOfRecipient, confirmedOfRequest } from './request-fields.ts';

type Content = Pick<Cashout, 'id' | 'account' | 'request'> & {
  payeeShown?: Cashout['payeeShown'] | undefined;
};

/** Whether a digest is of this cashout: of what was asked, or of that with the payee that was shown. */
export const isOfContent = (digest: string, cashout: Cashout): boolean =>
  digest === contentDigest(cashout) || digest === askedDigest(cashout);

/** Of what was asked alone: for whoever may not approve it, and the same whoever has looked. */
export const askedDigest = (cashout: Content): string => contentDigest({ ...cashout, payeeShown: undefined });

/** SHA-256 in hex over id, account, and what the request says of amount, payee, start and message, which never changes, and the payee once it was shown. */
export function contentDigest({ id, account, request, payeeShown }: Content): string {
  const recipient = request.recipient && confirmedOfRecipient(request.recipient);
  const confirmed = confirmedOfRequest({ ...request, recipient });
  const { name, legalId, ispb, branch, accountNumber } = payeeShown?.recipient ?? {};
  // As it is shown: of a whole CPF a digest would tell what its mask hides, by trying a thousand.
  const masked = legalId && maskTaxId(legalId);
  const shown = payeeShown ? [{ payee: [name, masked, ispb, branch, accountNumber] }] : [];
  const content = [id, account.branch, account.number, ...confirmed, ...shown];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
