// Explains the states and errors of the Central Bank's Pix API, for received payments and their refunds.

import type { Errors, States } from '../psp-words.ts';

/** The states of a refund of a received payment. */
export const refundStates: States = {
  EM_PROCESSAMENTO: 'under way',
  DEVOLVIDO: 'done',
  NAO_REALIZADO: 'not done',
};

export const refundErrors: Errors = {
  PixDevolucaoInvalida: { status: 400, ends: 'refused', text: 'Devolução inválida' },
  devolucao_id_duplicado: { status: 409, ends: 'look up' },
  PixDevolucaoNaoEncontrada: { status: 404, ends: 'not found' },
};
export const receiptErrors: Errors = {
  PixNaoEncontrado: { status: 404, ends: 'not found' },
};
