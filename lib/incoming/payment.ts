// A payment that was received, and what has gone back of it, as both are kept.

import type { Cents } from '../base/money.ts';
import type { PaymentReceived, ReturnImposed } from '../network/event.ts';

/**
 * A payment as it was credited. `qrCodeId` only where it paid the code. `code`, `payerCode`: the numbers of its entries
 * in the statements of payee and payer.
 */
export type Received = PaymentReceived & { code?: number; payerCode?: number; payerTransactionId?: number };

/** As the PSP tells it, and as it is kept with the payment that it takes back. */
export type ImposedReturn = Pick<ReturnImposed, 'returnId' | 'amountCents' | 'nature' | 'reason' | 'at'>;

/**
 * `code`: the number of the debit in the account's statement. `availableCents`: what the account had after
 * it, to the cent where that is less than nothing; otherwise holds may have come and gone since it was read.
 */
export type DebitedReturn = ImposedReturn & { code?: number; availableCents: Cents };

/** A payment that has been credited, and what has gone back of it without our asking. */
export type CreditedPayment = { payment: Received; returns: readonly DebitedReturn[] };
