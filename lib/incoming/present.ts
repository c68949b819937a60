// Shows the data of events about money: received and returned payments, with the ids of the account that gets the
// event.

import type { AccountRef } from '../base/account-ref.ts';
import { type Cents, cents, toDecimal } from '../base/money.ts';
import { maskTaxId } from '../base/tax-id.ts';
import type { FeeCharged, PaymentReceived, ReturnImposed } from '../network/event.ts';
import type { Received } from './payment.ts';

/** Shows a fee of the PSP, and the payment for which it was charged. */
export function presentFee({ account, transactionId, endToEndId, amountCents }: FeeCharged) {
  return {
    transaction_id: transactionId ?? null,
    end_to_end_id: endToEndId,
    amount: toDecimal(cents(amountCents)),
    account_branch_identifier: account.branch,
    account_number: account.number,
  };
}

/** Shows a received payment in its event. */
export function presentPayment(payment: PaymentReceived) {
  const { payer, qrCodeId } = payment;
  return {
    transaction_id: payment.transactionId,
    code_transaction: null,
    end_to_end_id: payment.endToEndId,
    amount: toDecimal(cents(payment.amountCents)),
    account_branch_identifier: payment.account.branch,
    account_number: payment.account.number,
    qr_code_id: qrCodeId ?? null,
    payer_name: payer.name ?? null,
    payer_legal_id: payer.legalId ? maskTaxId(payer.legalId) : null,
    payer_instution: payer.ispb ?? null,
  };
}

/** Shows a return that we did not request in its event, with the ids of the entry and of the payment. */
export function presentImposedReturn(
  event: Pick<ReturnImposed, 'returnId' | 'amountCents' | 'nature' | 'reason'>,
  payment: PaymentReceived,
) {
  return {
    transaction_id: payment.transactionId,
    end_to_end_id: event.returnId,
    original_end_to_end_id: payment.endToEndId,
    amount: toDecimal(cents(event.amountCents)),
    account_branch_identifier: payment.account.branch,
    account_number: payment.account.number,
    qr_code_id: payment.qrCodeId ?? null,
    nature: event.nature ?? null,
    reason: event.reason ?? null,
  };
}

/** Shows the negative balance after an imposed return. */
export function presentOverdrawn({ branch, number }: AccountRef, availableCents: Cents, returnId: string) {
  return {
    account_branch_identifier: branch,
    account_number: number,
    available: toDecimal(availableCents),
    end_to_end_id: returnId,
  };
}

/** Shows the payment to a payer in this institution, without the payee's own data. */
export function presentSentPayment({ payer, payerTransactionId, endToEndId, amountCents }: Received) {
  return {
    transaction_id: payerTransactionId ?? null,
    code_transaction: null,
    end_to_end_id: endToEndId,
    amount: toDecimal(cents(amountCents)),
    account_branch_identifier: payer.account?.branch ?? null,
    account_number: payer.account?.number ?? null,
    qr_code_id: null,
  };
}
