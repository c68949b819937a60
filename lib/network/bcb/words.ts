// Explains the states and errors of the Central Bank's Pix API, for received payments and their
// refunds, and Efí's words in their place. documented.json has the source of each word.

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
  NaoEncontrado: { status: 404, ends: 'not found' },
  /** Efí's words in place of the two above. The second one: Efí does not have the payment. */
  devolucao_nao_encontrada: { status: 400, ends: 'not found' },
  pix_nao_encontrado: { status: 400, ends: 'not found' },
};
export const receiptErrors: Errors = {
  PixNaoEncontrado: { status: 404, ends: 'not found' },
  NaoEncontrado: { status: 404, ends: 'not found' },
  pix_nao_encontrado: { status: 400, ends: 'not found' },
};
