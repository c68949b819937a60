// Statement entries of every kind, and the head of a file that contains them.

import { type Cents, cents } from '../../lib/base/money.ts';
import { type FileHead, movedCents } from '../../lib/export/file-form.ts';
import type { EntryDraft, Party, ShownEntry } from '../../lib/ledger/entry.ts';

/** A text that a spreadsheet or a parser may misread. */
export const nastyTag = '=HYPERLINK("http://x","a"); b, c\nção <&> 😀\u0001';

export const fulana: Party = {
  name: 'Fulana de Tal & Irmãos',
  legal_id: '***.456.789-**',
  ispb: '60701190',
  institution: 'ITAÚ UNIBANCO S.A.',
};
const bakery: Party = {
  name: '=cmd|’/C calc’!A0',
  legal_id: '11222333000181',
  ispb: '00000000',
  institution: null,
};

const drafts: (EntryDraft & Pick<ShownEntry, 'counterparty'>)[] = [
  { type: 'PIX_CREDIT_IN_ACCOUNT', direction: 'CREDIT', amountCents: cents(100_000) },
  {
    type: 'PIX_CASHOUT',
    direction: 'DEBIT',
    amountCents: cents(123_456),
    identification: 'E9999901020261001123012345678901',
    codeTransaction: 'PX-7',
    transactionId: 9_007_199_254_740_991,
    tag: nastyTag,
    imposed: true,
    counterparty: fulana,
  },
  {
    type: 'PIX_CASHIN',
    direction: 'CREDIT',
    amountCents: cents(5),
    tag: '-1+1',
    qrCodeId: 12,
    counterparty: bakery,
  },
  { type: 'PIX_CHARGEBACK', direction: 'DEBIT', amountCents: cents(5), identification: 'D99999010' },
  { type: 'PIX_CHARGEBACK_REFUND', direction: 'CREDIT', amountCents: cents(5) },
  { type: 'PIX_CASHOUT_REFUND', direction: 'CREDIT', amountCents: cents(123_456) },
  { type: 'PIX_CASHIN_TAX', direction: 'DEBIT', amountCents: cents(1) },
  { type: 'PIX_CASHOUT_TAX', direction: 'DEBIT', amountCents: cents(1) },
  { type: 'PIX_CASHOUT_TAX_MED', direction: 'DEBIT', amountCents: cents(1) },
];

/** Returns entries with their balances, one per minute, numbered from `first`. */
export function entriesFrom(openingCents: number, first = 41): ShownEntry[] {
  let balance = openingCents;
  return drafts.map((draft, index) => {
    const entry = { ...draft, seq: first + index, time: `2026-10-05T12:0${index}:00.123Z` } as ShownEntry;
    balance += movedCents(entry);
    return { ...entry, balanceCents: balance as Cents };
  });
}

export function headOf(entries: readonly ShownEntry[], openingCents = 0): FileHead {
  return {
    id: '0123456789abcdef0123456789abcdef',
    account: { branch: '0001', number: '123456' },
    ispb: '99999010',
    bankCode: undefined,
    start: '2026-10-01T03:00:00.000Z',
    end: '2026-11-01T02:59:59.999Z',
    madeAt: '2026-11-02T10:00:00.000Z',
    openingCents: cents(openingCents),
    closingCents: entries.at(-1)?.balanceCents ?? cents(openingCents),
    isPart: false,
  };
}
