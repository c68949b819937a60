// Defines a received payment and its returns, as they are stored.

import type { Cents } from '../base/money.ts';
import type { PaymentReceived, ReturnImposed } from '../network/event.ts';

/**
 * A payment as it was credited. `qrCodeId`: present only if the payment paid that QR code. `code`, `payerCode`: numbers
 * of its entries in the statements of payee and payer.
 */
export type Received = PaymentReceived & { code?: number; payerCode?: number; payerTransactionId?: number };

/** A return, as the PSP reports it and as the row of its payment stores it. */
export type ImposedReturn = Pick<ReturnImposed, 'returnId' | 'amountCents' | 'nature' | 'reason' | 'at'>;

/**
 * A return that was debited. `code`: number of the debit in the account's statement. `availableCents`: available
 * balance after the debit. It is exact if it is below zero; otherwise holds may have changed it since it was read.
 */
export type DebitedReturn = ImposedReturn & { code?: number; availableCents: Cents };

/** A credited payment, together with its returns that we did not request. */
export type CreditedPayment = { payment: Received; returns: readonly DebitedReturn[] };
