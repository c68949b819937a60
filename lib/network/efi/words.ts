// Explains Efí's states and errors of payments and charges. documented.json has the source of each word.

import type { Errors, States } from '../psp-words.ts';

/** The states of a sent payment. */
export const paymentStates: States = {
  EM_PROCESSAMENTO: 'under way',
  REALIZADO: 'done',
  NAO_REALIZADO: 'not done',
};

export const paymentErrors: Errors = {
  /** Our own key (`pagador.chave`) is not of the account to which our credentials belong. */
  chave_invalida: { status: 400, ends: 'own fault' },
  /** The document of our own account is blocked. */
  documento_bloqueado: { status: 400, ends: 'own fault' },
  chave_favorecido_nao_encontrada: { status: 404, ends: 'failed', text: 'Pix key not found' },
  chave_nao_pertence_ao_documento: {
    status: 400,
    ends: 'failed',
    code: 'BE01',
    text: 'Documento não corresponde ao titular da conta',
  },
  valor_invalido: { status: 400, ends: 'failed', code: 'CH16', text: 'Conteúdo da ordem inválido' },
  /** Efí's own analysis refused the payment before it reached the network. */
  pagamento_negado: { status: 422, ends: 'refused', code: 'ED05', text: 'Pagamento negado por análises' },
  /** A dynamic code: too little money in our account, or a code that cannot be paid. */
  'QrcodeOperacaoInvalida qrcode.pagador': { status: 400, ends: 'own fault' },
  'QrcodeOperacaoInvalida qrcode.pixCopiaECola': {
    status: 400,
    ends: 'failed',
    code: 'ED05',
    text: 'QR Code não pode ser pago',
  },
  id_envio_duplicado: { status: 409, ends: 'look up' },
  balde_fichas_vazio: { status: 429, ends: 'nothing' },
  BaldeFichasVazio: { status: 429, ends: 'nothing' },
  /** An error of both look-ups: by our reference and by the end-to-end id. */
  PixEnviadoNaoEncontrado: { status: 404, ends: 'not found' },
};
export const chargeErrors: Errors = {
  CobNaoEncontrado: { status: 404, ends: 'not found' },
  CobConsultaInvalida: { status: 400, ends: 'not found' },
  QrcodeOperacaoInvalida: { status: [400, 422], ends: 'not found' },
  PermanentementeRemovido: { status: 410, ends: 'not found' },
};
/** The errors of a defence. The answer has the reason, in words for people. */
export const defenceErrors: Errors = {
  InfracoesConsultaInvalida: { status: 400, ends: 'refused', text: 'Defesa inválida' },
  InfracaoNaoEncontrada: { status: 404, ends: 'refused', text: 'Infração não encontrada' },
  InfracaoOperacaoInvalida: { status: [409, 422], ends: 'refused', text: 'Defesa recusada' },
};
