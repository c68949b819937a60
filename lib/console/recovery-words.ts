// Contains the texts about recoveries of payments that were a fraud.

import type { Situation } from '../base/situations.ts';
import type { RecoveryStatus } from '../funds-recovery/recovery.ts';

const pt = {
  recovery: 'Recuperação por fraude (MED)',
  recoveryNote:
    'Se este pagamento foi uma fraude, o PSP pode rastrear o dinheiro e pedir a devolução. Cada pagamento tem um só pedido, em até 80 dias. O pedido não move dinheiro: o que voltar aparece como devolução.',
  recoverySituation: 'O que aconteceu',
  recoverySituations: {
    SCAM: 'Golpe: venda falsa, boleto falso, engenharia social',
    ACCOUNT_TAKEOVER: 'Invasão de conta',
    COERCION: 'Coação: sequestro, extorsão',
    FRAUDULENT_ACCESS: 'Acesso fraudulento às credenciais',
    OTHER: 'Outro tipo de fraude',
    UNKNOWN: 'Tipo de fraude desconhecido',
  } satisfies Record<Situation, string>,
  recoveryReport: 'Relato',
  recoveryDetails: 'Conte o que aconteceu',
  recoveryDetailsNote: 'O PSP e o banco de quem recebeu leem este texto. Até 2000 caracteres.',
  checkRecovery: 'Conferir o pedido',
  recoveryTitle: 'Confira o pedido de recuperação',
  recoveryNow: 'Pedir a recuperação',
  recoveryByPasskey: 'Pedir a recuperação com chave de acesso',
  recoveryStates: {
    REQUESTED: 'Pedida: o PSP ainda não respondeu. Perguntamos sozinhos; não peça de novo',
    UNDER_WAY: 'Em andamento no PSP',
    COMPLETED: 'Concluída. O que voltou aparece como devolução',
    REFUSED: 'Recusada pelo PSP',
    CANCELLED: 'Cancelada',
    BY_HAND: 'Tratada por uma pessoa do operador',
  } satisfies Record<RecoveryStatus, string>,
  recoveryWithPerson: 'Uma pessoa do operador fala com o PSP.',
  recoveryCancelAsked: 'O cancelamento foi pedido, e o PSP ainda não respondeu.',
  recoveryPspWord: 'Situação no PSP',
  recoveryRequestedBy: 'Pedida por',
  recoveryRequestedAt: 'Pedida em',
  recoveryRefusal: 'Motivo da recusa',
  recoveryCancelRefusal: 'Por que não foi cancelada',
  checkCancelRecovery: 'Cancelar a recuperação',
  cancelRecoveryTitle: 'Confira o cancelamento',
  cancelRecoveryNote: 'Depois do cancelamento, este pagamento não pode ter outro pedido.',
  cancelRecoveryNow: 'Cancelar agora',
  cancelRecoveryByPasskey: 'Cancelar com chave de acesso',
  wrongRecovery: 'Escolha o que aconteceu, e conte em até 2000 caracteres.',
  recoveryOver:
    'A página conta por dois minutos, e uma vez. Se o código já foi enviado, veja no pagamento o que aconteceu. Agora nada mudou.',
  toPayment: 'Ver o pagamento',
};

const en: typeof pt = {
  recovery: 'Recovery after a fraud (MED)',
  recoveryNote:
    'If this payment was a fraud, the PSP can trace the money and ask for it back. Each payment has one request, for up to 80 days. The request moves no money: what comes back is shown as a return.',
  recoverySituation: 'What has happened',
  recoverySituations: {
    SCAM: 'Scam: fake sale, fake invoice, social engineering',
    ACCOUNT_TAKEOVER: 'Account takeover',
    COERCION: 'Coercion: kidnapping, extortion',
    FRAUDULENT_ACCESS: 'Fraudulent access to credentials',
    OTHER: 'Another kind of fraud',
    UNKNOWN: 'Unknown kind of fraud',
  },
  recoveryReport: 'Report',
  recoveryDetails: 'Tell what has happened',
  recoveryDetailsNote: 'The PSP and the bank of the payee read this text. At most 2000 characters.',
  checkRecovery: 'Check the request',
  recoveryTitle: 'Check the request for the recovery',
  recoveryNow: 'Request the recovery',
  recoveryByPasskey: 'Request the recovery with a passkey',
  recoveryStates: {
    REQUESTED: 'Requested: the PSP has not answered yet. We ask by ourselves; do not request it again',
    UNDER_WAY: 'Under way at the PSP',
    COMPLETED: 'Completed. What came back is shown as a return',
    REFUSED: 'Refused by the PSP',
    CANCELLED: 'Cancelled',
    BY_HAND: 'Dealt with by a person at the operator',
  },
  recoveryWithPerson: 'A person at the operator talks to the PSP.',
  recoveryCancelAsked: 'The cancellation was requested, and the PSP has not answered yet.',
  recoveryPspWord: 'Status at the PSP',
  recoveryRequestedBy: 'Requested by',
  recoveryRequestedAt: 'Requested at',
  recoveryRefusal: 'Why it was refused',
  recoveryCancelRefusal: 'Why it was not cancelled',
  checkCancelRecovery: 'Cancel the recovery',
  cancelRecoveryTitle: 'Check the cancellation',
  cancelRecoveryNote: 'After the cancellation, this payment cannot have another request.',
  cancelRecoveryNow: 'Cancel now',
  cancelRecoveryByPasskey: 'Cancel with a passkey',
  wrongRecovery: 'Choose what has happened, and tell it in at most 2000 characters.',
  recoveryOver:
    'The page counts for two minutes, and once. If you have sent the code already, see at the payment what has happened. Nothing has changed now.',
  toPayment: 'See the payment',
};

export const recoveryWords = { pt, en };
