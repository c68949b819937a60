// Contains the texts about recoveries of payments that were a fraud.

import type { Situation } from '../base/situations.ts';
import type { RecoveryStatus } from '../funds-recovery/recovery.ts';

const pt = {
  recovery: 'Recuperação por fraude (MED)',
  recoveryNote:
    'Se este pagamento foi uma fraude, o banco liquidante pode rastrear o dinheiro e pedir a devolução. Cada pagamento tem um só pedido, em até 80 dias. O pedido não move dinheiro: o que voltar aparece como devolução.',
  recoverySituation: 'Tipo de fraude',
  recoverySituations: {
    SCAM: 'Golpe: venda falsa, boleto falso, engenharia social',
    ACCOUNT_TAKEOVER: 'Invasão de conta',
    COERCION: 'Coação: sequestro, extorsão',
    FRAUDULENT_ACCESS: 'Acesso fraudulento às credenciais',
    OTHER: 'Outro tipo de fraude',
    UNKNOWN: 'Tipo desconhecido',
  } satisfies Record<Situation, string>,
  recoveryReport: 'Relato',
  recoveryDetails: 'Conte o que aconteceu',
  recoveryDetailsNote: 'O banco liquidante e o banco do favorecido leem este texto. Até 2.000 caracteres.',
  checkRecovery: 'Conferir pedido',
  recoveryTitle: 'Confira o pedido de recuperação',
  recoveryNow: 'Solicitar recuperação',
  recoveryByPasskey: 'Solicitar recuperação com chave de acesso',
  recoveryStates: {
    REQUESTED:
      'Solicitada: o banco liquidante ainda não respondeu. A consulta é automática; não solicite de novo',
    UNDER_WAY: 'Em andamento no banco liquidante',
    COMPLETED: 'Concluída. O que voltou aparece como devolução',
    REFUSED: 'Recusada pelo banco liquidante',
    CANCELLED: 'Cancelada',
    BY_HAND: 'Tratada pela equipe de operação',
  } satisfies Record<RecoveryStatus, string>,
  recoveryPills: {
    REQUESTED: 'Solicitada',
    UNDER_WAY: 'Em andamento',
    COMPLETED: 'Concluída',
    REFUSED: 'Recusada',
    CANCELLED: 'Cancelada',
    BY_HAND: 'Tratada pela operação',
  } satisfies Record<RecoveryStatus, string>,
  recoveryWithPerson: 'A equipe de operação está em contato com o banco liquidante.',
  recoveryCancelAsked: 'Cancelamento solicitado; o banco liquidante ainda não respondeu.',
  recoveryPspWord: 'Situação no banco liquidante',
  recoveryRequestedBy: 'Solicitada por',
  recoveryRequestedAt: 'Solicitada em',
  recoveryRefusal: 'Motivo da recusa',
  recoveryCancelRefusal: 'Motivo da recusa do cancelamento',
  checkCancelRecovery: 'Cancelar recuperação',
  cancelRecoveryTitle: 'Confira o cancelamento',
  cancelRecoveryNote: 'Depois do cancelamento, este pagamento não pode ter outro pedido.',
  cancelRecoveryNow: 'Cancelar agora',
  cancelRecoveryByPasskey: 'Cancelar com chave de acesso',
  wrongRecovery: 'Escolha o tipo de fraude e conte o que aconteceu em até 2.000 caracteres.',
  recoveryOver:
    'Ela vale por dois minutos e uma vez só. Se você já enviou o código, veja o resultado no pagamento. Nada foi alterado agora.',
};

const en: typeof pt = {
  recovery: 'Fraud recovery (MED)',
  recoveryNote:
    'If this payment was a fraud, the settlement bank can trace the money and ask for it back. Each payment has one request, within 80 days. The request moves no money: what comes back is shown as a return.',
  recoverySituation: 'Type of fraud',
  recoverySituations: {
    SCAM: 'Scam: fake sale, fake invoice, social engineering',
    ACCOUNT_TAKEOVER: 'Account takeover',
    COERCION: 'Coercion: kidnapping, extortion',
    FRAUDULENT_ACCESS: 'Fraudulent access to credentials',
    OTHER: 'Another type of fraud',
    UNKNOWN: 'Unknown type',
  },
  recoveryReport: 'Report',
  recoveryDetails: 'Describe what happened',
  recoveryDetailsNote: 'The settlement bank and the payee’s bank read this text. At most 2,000 characters.',
  checkRecovery: 'Review request',
  recoveryTitle: 'Review the recovery request',
  recoveryNow: 'Request recovery',
  recoveryByPasskey: 'Request recovery with passkey',
  recoveryStates: {
    REQUESTED:
      'Requested: the settlement bank has not answered yet. It is asked automatically; do not request it again',
    UNDER_WAY: 'Under way at the settlement bank',
    COMPLETED: 'Completed. What came back is shown as a return',
    REFUSED: 'Refused by the settlement bank',
    CANCELLED: 'Cancelled',
    BY_HAND: 'Handled by the operations team',
  },
  recoveryPills: {
    REQUESTED: 'Requested',
    UNDER_WAY: 'Under way',
    COMPLETED: 'Completed',
    REFUSED: 'Refused',
    CANCELLED: 'Cancelled',
    BY_HAND: 'Handled by operations',
  },
  recoveryWithPerson: 'The operations team is in contact with the settlement bank.',
  recoveryCancelAsked: 'Cancellation requested; the settlement bank has not answered yet.',
  recoveryPspWord: 'Status at the settlement bank',
  recoveryRequestedBy: 'Requested by',
  recoveryRequestedAt: 'Requested at',
  recoveryRefusal: 'Reason for refusal',
  recoveryCancelRefusal: 'Reason for refusing the cancellation',
  checkCancelRecovery: 'Cancel recovery',
  cancelRecoveryTitle: 'Review the cancellation',
  cancelRecoveryNote: 'After the cancellation, this payment cannot have another request.',
  cancelRecoveryNow: 'Cancel now',
  cancelRecoveryByPasskey: 'Cancel with passkey',
  wrongRecovery: 'Choose the type of fraud, and describe what happened in at most 2,000 characters.',
  recoveryOver:
    'It is valid for two minutes, and once. If you have already sent the code, see the result at the payment. Nothing has changed now.',
};

export const recoveryWords = { pt, en };
