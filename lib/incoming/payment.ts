// A received payment and its returns, as stored.

import type { Cents } from '../base/money.ts';
import type { PaymentReceived, ReturnImposed } from '../network/event.ts';

/**
 * A payment as credited. `qrCodeId`: only if it paid the code. `code`, `payerCode`: numbers of its entries in the
 * statements of payee and payer.
 */
export type Received = PaymentReceived & { code?: number; payerCode?: number; payerTransactionId?: number };

/** A return as the PSP reports it and as its payment's row stores it. */
export type ImposedReturn = Pick<ReturnImposed, 'returnId' | 'amountCents' | 'nature' | 'reason' | 'at'>;

/**
 * `code`: number of the debit in the account's statement. `availableCents`: the available balance after it. Exact if
 * below zero; otherwise holds may have changed it since it was read.
 */
export type DebitedReturn = ImposedReturn & { code?: number; availableCents: Cents };

/** A credited payment, and its returns that we did not request. */
export type CreditedPayment = { payment: Received; returns: readonly DebitedReturn[] };
