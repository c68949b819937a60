// Shows an entry as the statement does.

import { toDecimal } from '../base/money.ts';
import { toLocalTime } from '../base/time.ts';
import type { ShownEntry } from './entry.ts';

/** Returns the contract's fields (spec: Statement item), plus the `balance` after the entry, and the counterparty. */
export function presentEntry(entry: ShownEntry) {
  return {
    credit_or_debit: entry.direction,
    transaction_type: entry.type,
    amount: toDecimal(entry.amountCents),
    date_time: toLocalTime(entry.time),
    date_time_utc: entry.time,
    identification: entry.identification ?? null,
    code_transaction: entry.codeTransaction ?? null,
    code: entry.seq,
    qr_code_id: entry.qrCodeId ?? null,
    transaction_id: entry.transactionId ?? null,
    tag_id: entry.tag || null,
    balance: toDecimal(entry.balanceCents),
    counterparty: entry.counterparty ?? null,
  };
}
