// Lists the kinds of entries in everyday Portuguese, for the files that people in Brazil read.

import type { EntryType } from '../ledger/entry.ts';

/** Names of the kinds, each at most 32 characters, which is the maximum of a name in OFX. */
export const kinds: Record<EntryType, string> = {
  PIX_CASHIN: 'Pix recebido',
  PIX_CASHOUT: 'Pix enviado',
  PIX_CASHIN_TAX: 'Tarifa de Pix recebido',
  PIX_CASHOUT_TAX: 'Tarifa de Pix enviado',
  PIX_CASHOUT_TAX_MED: 'Tarifa de devolução (MED)',
  PIX_CHARGEBACK: 'Devolução de Pix recebido',
  PIX_CHARGEBACK_REFUND: 'Devolução desfeita',
  PIX_CASHOUT_REFUND: 'Pix enviado e devolvido',
  PIX_CREDIT_IN_ACCOUNT: 'Crédito em conta',
};

export const directions = { CREDIT: 'Crédito', DEBIT: 'Débito' } as const;
