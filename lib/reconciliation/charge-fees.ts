// Charges the PSP's fees to the accounts, in stages where accounts bear them. Each fee of a day's statement is charged
// to the account of its payment. The fees are sent as notices to the network's queue, and each is applied once.

import type { WithQueues } from '../incoming/deps.ts';
import type { FeeCharged } from '../network/event.ts';
import type { Statement, StatementLine } from '../network/psp-books.ts';
import type { Judging } from './judge-their-movement.ts';
import type { Pair } from './psp-reconciliation.ts';

const words: Readonly<Record<string, { type: FeeCharged['type']; undoes?: string }>> = {
  TPE: { type: 'PIX_CASHOUT_TAX' },
  TPR: { type: 'PIX_CASHIN_TAX' },
  ETPE: { type: 'PIX_CASHOUT_TAX', undoes: 'TPE' },
  ETPR: { type: 'PIX_CASHIN_TAX', undoes: 'TPR' },
};

/**
 * Sends the notices of the fees.
 * @returns whether the notices were sent; the fees of an incomplete statement are not charged
 */
export async function chargeFees(
  deps: Judging & WithQueues,
  { lines, faults }: Statement,
  pairs: readonly Pair[],
): Promise<boolean> {
  if (deps.config.FEES_BORNE_BY !== 'account' || faults.length > 0) return false;
  const payments = new Map(pairs.map(({ ours }) => [ours.id, ours]));
  for (const line of lines) {
    const event = feeOf(line, payments, deps.at.place);
    if (event) await deps.queues.sendEvent(event);
  }
  return true;
}

function feeOf(
  { word, amountCents, endToEndId }: StatementLine,
  payments: ReadonlyMap<string, Pair['ours']>,
  place: string,
): FeeCharged | undefined {
  const fee = Object.hasOwn(words, word) ? words[word] : undefined;
  const payment = endToEndId === undefined ? undefined : payments.get(endToEndId);
  // If our books do not contain the payment, this institution bears its fee.
  if (!fee || !payment || endToEndId === undefined) return undefined;
  const [branch = '', number = ''] = payment.account.split('#');
  return {
    version: 1,
    kind: 'fee_charged',
    feeId: `${word}#${endToEndId}`,
    ...(fee.undoes ? { undoes: `${fee.undoes}#${endToEndId}` } : {}),
    account: { branch, number },
    type: fee.type,
    amountCents,
    endToEndId,
    place,
    ...(payment.transactionId === undefined ? {} : { transactionId: payment.transactionId }),
  };
}
