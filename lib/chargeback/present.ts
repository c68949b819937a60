// Shows a chargeback in the contract's form, and to the payer of the QR code.

import { invariant } from '../base/errors.ts';
import { toDecimal } from '../base/money.ts';
import { codeTransactionOf } from '../cashout/receipt.ts';
import type { Chargeback } from './chargeback.ts';

/** Shows a chargeback (spec: Chargeback). The network's id of the refund is empty until it is known. */
export function presentChargeback({ id, returnId, request, status }: Chargeback) {
  invariant(status !== 'REFUSED', 'a chargeback that the network refused is shown to nobody');
  return {
    worked: true,
    id,
    end_to_end_id: returnId ?? '',
    amount: toDecimal(request.amountCents),
    status,
    fee: 0,
  };
}

/** Shows the refund to the payer of the QR code, if the payer's account is in this institution. */
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
