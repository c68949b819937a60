// A chargeback as the contract answers with it, and as the payer of the QR code is told of it.

import { toDecimal } from '../base/money.ts';
import { codeTransactionOf } from '../cashout/cashout.ts';
import type { Chargeback } from './chargeback.ts';

/** Spec: Chargeback. The network's id of the refund is empty until it has given one. */
export function presentChargeback({ id, returnId, request, status }: Chargeback) {
  return {
    worked: true,
    id,
    end_to_end_id: returnId ?? '',
    amount: toDecimal(request.amountCents),
    status,
    fee: 0,
  };
}

/** What the payer of a QR code is told of its money coming back, where the payer banks with us. */
export function presentChargebackCashIn({ id, request, payment, returnId }: Chargeback) {
  const { cashoutId, payerTransactionId } = payment;
  return {
    transaction_id: cashoutId ?? payerTransactionId ?? id,
    code_transaction: cashoutId === undefined ? null : codeTransactionOf(cashoutId),
    end_to_end_id: returnId ?? null,
    amount: toDecimal(request.amountCents),
    account_branch_identifier: payment.payer.account?.branch ?? null,
    account_number: payment.payer.account?.number ?? null,
    qr_code_id: null,
  };
}
