// Contains the texts about received payments, their refunds, and returns of sent payments.

import type { ReturnCode } from '../network/return-codes.ts';

const pt = {
  received: 'Pix recebido por QR Code',
  notTold: 'Não informado',
  qrCode: 'Número do QR Code',
  givenBack: 'Já devolvido ou em devolução',
  leftToGive: 'Saldo a devolver',
  givenElsewhere: (amount: string) =>
    `${amount} voltaram ao pagador sem pedido da sua empresa, por exemplo por notificação de fraude.`,
  refunds: 'Devoluções solicitadas',
  noRefunds: 'Nenhuma devolução solicitada.',
  olderRefunds: 'Há devoluções mais antigas; estas são as mais recentes.',
  requestedBy: 'Solicitada por',
  refundReason: 'Motivo',
  refundStates: {
    asked: 'Em processamento',
    accepted: 'Em processamento',
    SUCCESS: 'Devolvida',
    REJECTED: 'Falhou',
  },
  refundNotes: {
    asked: 'O valor está reservado. A consulta à rede é automática; não solicite de novo',
    accepted: 'Debitada; falta a confirmação da rede. Você não precisa fazer nada',
    REJECTED: 'O valor voltou à conta. Veja o motivo e, se for o caso, solicite de novo',
  },
  giveBack: 'Devolver',
  giveBackAmount: (most: string) => `Valor a devolver, até ${most}`,
  giveBackReason: 'Motivo (enviado à rede Pix)',
  checkGiveBack: 'Conferir devolução',
  giveBackTitle: 'Confira antes de devolver',
  giveBackNote: 'Após a confirmação, o valor sai da conta e volta ao pagador. Não é possível desfazer.',
  giveBackNow: (amount: string) => `Devolver ${amount}`,
  giveBackByPasskey: (amount: string) => `Devolver ${amount} com chave de acesso`,
  leftAfter: 'Saldo a devolver depois',
  wrongGiveBackAmount: 'Informe o valor com centavos, como 10,50, até o saldo a devolver.',
  wrongGiveBackReason: 'Informe o motivo em uma linha de até 140 caracteres.',
  mayNotGiveBack: 'Você não pode devolver Pix desta conta. Peça acesso ao administrador da sua empresa.',
  nothingLeft: 'Não há saldo a devolver deste Pix.',
  giveBackOver:
    'Ela vale por dois minutos e uma vez só. Se você já enviou o código, veja o resultado no Pix recebido. Nada foi alterado agora.',
  returnsOfPayment: 'Devoluções recebidas',
  cameBack: (amount: string, whole: string) => `${amount} de ${whole} voltaram à conta.`,
  returnsLeftOut: 'Há muitas devoluções; estas são as primeiras e as últimas.',
  returnReasons: {
    MD06: 'Solicitada pelo favorecido',
    BE08: 'Falha operacional de uma instituição',
    FR01: 'Fundada suspeita de fraude',
    SL02: 'Estorno de Pix Saque ou Pix Troco',
    REFU: 'Devolução de um Pix Automático contestado',
  } satisfies Record<ReturnCode, string>,
};

const en: typeof pt = {
  received: 'Pix received by QR code',
  notTold: 'Not provided',
  qrCode: 'QR code number',
  givenBack: 'Refunded, or being refunded',
  leftToGive: 'Left to refund',
  givenElsewhere: (amount) =>
    `${amount} went back to the payer without a request from your company, for example after a fraud report.`,
  refunds: 'Requested refunds',
  noRefunds: 'No refunds requested.',
  olderRefunds: 'There are older refunds; these are the newest.',
  requestedBy: 'Requested by',
  refundReason: 'Reason',
  refundStates: {
    asked: 'Processing',
    accepted: 'Processing',
    SUCCESS: 'Refunded',
    REJECTED: 'Failed',
  },
  refundNotes: {
    asked: 'The amount is held. The network is asked automatically; do not request it again',
    accepted: 'Debited; the network’s confirmation is pending. You need not do anything',
    REJECTED: 'The amount is back in the account. See the reason, and request it again if needed',
  },
  giveBack: 'Refund',
  giveBackAmount: (most) => `Amount to refund, up to ${most}`,
  giveBackReason: 'Reason (sent to the Pix network)',
  checkGiveBack: 'Review refund',
  giveBackTitle: 'Review before you refund',
  giveBackNote:
    'Once confirmed, the amount leaves the account and goes back to the payer. This cannot be undone.',
  giveBackNow: (amount) => `Refund ${amount}`,
  giveBackByPasskey: (amount) => `Refund ${amount} with passkey`,
  leftAfter: 'Left to refund afterwards',
  wrongGiveBackAmount: 'Enter the amount with cents, such as 10.50, up to what is left to refund.',
  wrongGiveBackReason: 'Enter the reason in one line of at most 140 characters.',
  mayNotGiveBack: 'You cannot refund payments of this account. Ask your company’s administrator for access.',
  nothingLeft: 'Nothing of this payment is left to refund.',
  giveBackOver:
    'It is valid for two minutes, and once. If you have already sent the code, see the result at the received payment. Nothing has changed now.',
  returnsOfPayment: 'Returns received',
  cameBack: (amount, whole) => `${amount} of ${whole} came back to the account.`,
  returnsLeftOut: 'There are many returns; these are the first and the last ones.',
  returnReasons: {
    MD06: 'Requested by the payee',
    BE08: 'Operational failure of an institution',
    FR01: 'Well-founded suspicion of fraud',
    SL02: 'Return of a Pix Saque or Pix Troco',
    REFU: 'Return of a disputed Pix Automático',
  },
};

export const moneyBackWords = { pt, en };
