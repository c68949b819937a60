// A received payment and its returns, as they are stored.

import type { Cents } from '../base/money.ts';
import type { PaymentReceived, ReturnImposed } from '../network/event.ts';

/**
 * A payment as it was credited. `qrCodeId` only if it paid the code. `code`, `payerCode`: the numbers of its
 * entries in the statements of payee and payer.
 */
export type Received = PaymentReceived & { code?: number; payerCode?: number; payerTransactionId?: number };

/** A return as the PSP reports it, and as it is stored with its payment. */
export type ImposedReturn = Pick<ReturnImposed, 'returnId' | 'amountCents' | 'nature' | 'reason' | 'at'>;

/**
 * `code`: the number of the debit in the account's statement. `availableCents`: the available balance after
 * it, exact if below zero; otherwise holds may have changed it since it was read.
 */
export type DebitedReturn = ImposedReturn & { code?: number; availableCents: Cents };

/** A credited payment, and the returns of it that we did not ask for. */
export type CreditedPayment = { payment: Received; returns: readonly DebitedReturn[] };
