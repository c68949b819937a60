// Makes the content of a receipt from the cashout's row. The owner and anybody with the address see the same content,
// without account, PIX key, tag, creator or approver.

import { cents, toDecimal } from '../base/money.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { shownName } from './mask.ts';
import { type Holder, ourParty, payeeOf } from './party.ts';

export type Receipt = ReturnType<typeof receiptOf>;

type Facts = {
  cashout: Cashout;
  /**
   * The holder of the paying account. Absent if the account's row does not exist, which is not expected, because no
   * operation deletes it.
   */
  holder: Holder | undefined;
  ourIspb: string;
  /** The public address of the receipt. */
  address: string;
  /** Whether a sandbox paid the cashout, so that no real money was moved. */
  isTest: boolean;
};

/** Returns whether a cashout has a receipt. Only a paid cashout has one, and keeps it when the money is returned. */
export const hasReceipt = ({ status }: Pick<Cashout, 'status'>) =>
  status === 'SUCCESS' || status === 'REFUNDED';

export function receiptOf({ cashout, holder, ourIspb, address, isTest }: Facts) {
  const { request, recipient, returns = [] } = cashout;
  const isRefunded = cashout.status === 'REFUNDED';
  const returnedCents = cashout.returnedCents ?? (isRefunded ? request.amountCents : cents(0));
  // With bank details at another institution, only the payer has given the payee's name and nobody has checked it.
  const isGiven = request.recipient !== undefined && recipient?.ownAccount === undefined;
  return {
    address,
    test: isTest,
    status: isRefunded ? ('REFUNDED' as const) : ('SUCCESS' as const),
    method: 'PIX' as const,
    currency: 'BRL' as const,
    amount: toDecimal(request.amountCents),
    returned: toDecimal(returnedCents),
    returns: returns.map(({ at, amountCents }) => ({ at, amount: toDecimal(amountCents) })),
    end_to_end_id: cashout.endToEndId ?? null,
    code_transaction: cashout.codeTransaction ?? null,
    txid: request.txid ?? null,
    approved_at: cashout.approvedAt ?? null,
    paid_at: cashout.endedAt ?? null,
    refunded_at: cashout.refundedAt ?? null,
    ...(request.messageToPayee ? { message: shownName(request.messageToPayee) } : {}),
    payer: ourParty(holder ?? {}, ourIspb),
    payee: {
      ...payeeOf(recipient, request.recipient),
      named_by: isGiven ? ('payer' as const) : ('institution' as const),
    },
  };
}
