// What a receipt says, made from the cashout's row. Its owner and whoever has its address see the same: no account, no
// PIX key, no tag, nothing about who created or approved it.

import { cents, toDecimal } from '../base/money.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { shownName } from './mask.ts';
import { type Holder, ourParty, payeeOf } from './party.ts';

export type Receipt = ReturnType<typeof receiptOf>;

type Facts = {
  cashout: Cashout;
  /** Absent if the account's row is gone, which no operation does. */
  holder: Holder | undefined;
  ourIspb: string;
  /** The public address of the receipt. */
  address: string;
  /** Whether a sandbox has paid, which moves no money. */
  isTest: boolean;
};

/** Only what has been paid has a receipt; it stays one when the money has come back. */
export const hasReceipt = ({ status }: Pick<Cashout, 'status'>) =>
  status === 'SUCCESS' || status === 'REFUNDED';

export function receiptOf({ cashout, holder, ourIspb, address, isTest }: Facts) {
  const { request, recipient, returns = [] } = cashout;
  const isRefunded = cashout.status === 'REFUNDED';
  const returnedCents = cashout.returnedCents ?? (isRefunded ? request.amountCents : cents(0));
  // Nobody has compared the name that the payer gave for bank details at another institution.
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
