// Explains Efí's documented states and errors of payments and charges.

import type { Errors, States } from '../psp-words.ts';

/** The states of a sent payment. */
export const paymentStates: States = {
  EM_PROCESSAMENTO: 'under way',
  REALIZADO: 'done',
  NAO_REALIZADO: 'not done',
};

export const paymentErrors: Errors = {
  chave_invalida: { status: 400, ends: 'failed', text: 'Pix key not found' },
  chave_nao_pertence_ao_documento: {
    status: 400,
    ends: 'failed',
    code: 'BE01',
    text: 'Documento não corresponde ao titular da conta',
  },
  documento_bloqueado: { status: 400, ends: 'refused', code: 'AC06', text: 'Conta do recebedor bloqueada' },
  valor_invalido: { status: 400, ends: 'failed', code: 'CH16', text: 'Conteúdo da ordem inválido' },
  pagamento_negado: {
    status: 422,
    ends: 'refused',
    code: 'DS04',
    text: 'Ordem rejeitada pelo participante recebedor',
  },
  /** An error of the payment of a QR code, for example because of insufficient funds at the PSP. */
  QrcodeOperacaoInvalida: { status: 400, ends: 'failed', code: 'ED05', text: 'Falha na liquidação' },
  id_envio_duplicado: { status: 409, ends: 'look up' },
  pix_nao_encontrado: { status: 400, ends: 'not found' },
  /** An error of both look-ups: by our reference and by the end-to-end id. */
  PixEnviadoNaoEncontrado: { status: 404, ends: 'not found' },
};
export const chargeErrors: Errors = {
  CobNaoEncontrado: { status: 404, ends: 'not found' },
  CobConsultaInvalida: { status: 400, ends: 'not found' },
  QrcodeOperacaoInvalida: { status: 400, ends: 'not found' },
  PermanentementeRemovido: { status: 410, ends: 'not found' },
};
