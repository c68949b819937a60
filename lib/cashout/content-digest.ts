// Computes a digest of the content of a cashout: what is paid, and to whom. An approver can send the digest to confirm
// the content that was shown.

import { createHash } from 'node:crypto';
import { maskTaxId } from '../base/tax-id.ts';
import type { Cashout } from './cashout.ts';
import { confirmedOfRecipient, confirmedOfRequest } from './request-fields.ts';

type Content = Pick<Cashout, 'id' | 'account' | 'request'> & {
  payeeShown?: Cashout['payeeShown'] | undefined;
};

/**
 * Returns whether a digest matches this cashout. The digest may be that of the request alone, or that of the request
 * with the payee that was shown.
 */
export const isOfContent = (digest: string, cashout: Cashout): boolean =>
  digest === contentDigest(cashout) || digest === askedDigest(cashout);

/**
 * Returns the digest of the request alone, without the payee that was shown. Users who may not approve get this digest.
 */
export const askedDigest = (cashout: Content): string => contentDigest({ ...cashout, payeeShown: undefined });

/**
 * Returns SHA-256 in hex over the id, the account, the fixed fields of the request (amount, payee, start, message), and
 * the payee if it was shown to an approver.
 */
export function contentDigest({ id, account, request, payeeShown }: Content): string {
  const recipient = request.recipient && confirmedOfRecipient(request.recipient);
  const confirmed = confirmedOfRequest({ ...request, recipient });
  const { name, legalId, ispb, branch, accountNumber } = payeeShown?.recipient ?? {};
  // The CPF is masked before it enters the digest. Otherwise anyone could find the masked digits by trying all possible
  // values.
  const masked = legalId && maskTaxId(legalId);
  const shown = payeeShown ? [{ payee: [name, masked, ispb, branch, accountNumber] }] : [];
  const content = [id, account.branch, account.number, ...confirmed, ...shown];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
