// Contains the texts about received payments, their refunds, and returns of sent payments.

import type { ReturnCode } from '../network/return-codes.ts';

const pt = {
  received: 'Pix recebido por QR Code',
  notTold: 'Não informado',
  qrCode: 'Número do QR Code',
  givenBack: 'Já devolvido ou em devolução',
  leftToGive: 'Saldo a devolver',
  givenElsewhere: (amount: string) =>
    `${amount} voltaram a quem pagou sem pedido da sua empresa, por exemplo por uma notificação de fraude.`,
  refunds: 'Devoluções pedidas',
  noRefunds: 'Nenhuma devolução foi pedida.',
  olderRefunds: 'Há devoluções mais antigas; estas são as mais novas.',
  refundId: 'ID Pix da devolução',
  requestedBy: 'Pedida por',
  refundReason: 'Motivo',
  refundStates: {
    asked: 'Em andamento: o valor está reservado. Perguntamos à rede sozinhos; não peça de novo',
    accepted: 'Em andamento: debitada, e a rede confirma a quem pagou. Não é preciso fazer nada',
    SUCCESS: 'Devolvida a quem pagou',
    REJECTED: 'Não devolvida: o valor voltou à conta. Veja o motivo, e peça de novo se for o caso',
  },
  giveBack: 'Devolver',
  giveBackAmount: (most: string) => `Valor a devolver, até ${most}`,
  giveBackReason: 'Motivo, que a rede Pix recebe',
  checkGiveBack: 'Conferir a devolução',
  giveBackTitle: 'Confira antes de devolver',
  giveBackNote: 'Depois do código, o valor sai da conta e volta a quem pagou. Isto não se desfaz.',
  giveBackNow: (amount: string) => `Devolver ${amount}`,
  giveBackByPasskey: (amount: string) => `Devolver ${amount} com chave de acesso`,
  leftAfter: 'Saldo a devolver depois',
  wrongGiveBackAmount: 'Escreva o valor com centavos, como 10,50. Não pode passar do que resta.',
  wrongGiveBackReason: 'Escreva o motivo em uma linha de até 140 caracteres.',
  mayNotGiveBack: 'Você não pode devolver Pix desta conta. Peça este direito a quem administra os acessos.',
  nothingLeft: 'Não resta nada a devolver deste Pix.',
  toReceived: 'Ver o Pix recebido',
  giveBackOver:
    'A página conta por dois minutos, e uma vez. Se o código já foi enviado, veja no Pix recebido o que aconteceu. Agora nada mudou.',
  returnsOfPayment: 'Valores que voltaram',
  cameBack: (amount: string, whole: string) => `Voltaram ${amount} de ${whole} à conta.`,
  returnsLeftOut: 'São muitas devoluções: estas são as primeiras e as últimas.',
  returnReasons: {
    MD06: 'Pedido por quem recebeu',
    BE08: 'Falha operacional de uma instituição',
    FR01: 'Fundada suspeita de fraude',
    SL02: 'Estorno de Pix Saque ou Pix Troco',
    REFU: 'Devolução de um Pix Automático contestado',
  } satisfies Record<ReturnCode, string>,
};

const en: typeof pt = {
  received: 'Pix received by QR code',
  notTold: 'Not provided',
  qrCode: 'Number of the QR code',
  givenBack: 'Refunded, or being refunded',
  leftToGive: 'Left',
  givenElsewhere: (amount) =>
    `${amount} went back to the payer without a request of your company, for example by a report of fraud.`,
  refunds: 'Requested refunds',
  noRefunds: 'No refund was requested.',
  olderRefunds: 'There are older refunds; these are the newest.',
  refundId: 'Pix id of the refund',
  requestedBy: 'Requested by',
  refundReason: 'Reason',
  refundStates: {
    asked: 'In progress: the money is held. We ask the network by ourselves; do not request it again',
    accepted: 'In progress: debited, and the network confirms it to the payer. Nothing needs to be done',
    SUCCESS: 'Refunded to the payer',
    REJECTED:
      'Not given back: the money is in the account again. See the reason, and request it again if you want',
  },
  giveBack: 'Give back',
  giveBackAmount: (most) => `Amount to give back, up to ${most}`,
  giveBackReason: 'Reason, which the Pix network gets',
  checkGiveBack: 'Check the refund',
  giveBackTitle: 'Check before you give back',
  giveBackNote:
    'After the code, the money leaves the account and goes back to the payer. This cannot be undone.',
  giveBackNow: (amount) => `Give back ${amount}`,
  giveBackByPasskey: (amount) => `Give back ${amount} with a passkey`,
  leftAfter: 'Left afterwards',
  wrongGiveBackAmount: 'Write the amount with cents, such as 10.50. It cannot be above what is left.',
  wrongGiveBackReason: 'Write the reason in one line of at most 140 characters.',
  mayNotGiveBack: 'You may not give back payments of this account. Ask whoever gives access for this right.',
  nothingLeft: 'Nothing of this payment is left to give back.',
  toReceived: 'See the received payment',
  giveBackOver:
    'The page counts for two minutes, and once. If you have sent the code already, see at the received payment what has happened. Nothing has changed now.',
  returnsOfPayment: 'Money that came back',
  cameBack: (amount, whole) => `${amount} of ${whole} came back to the account.`,
  returnsLeftOut: 'There are many returns: these are the first and the last ones.',
  returnReasons: {
    MD06: 'Asked by the receiver',
    BE08: 'Operational failure of an institution',
    FR01: 'Founded suspicion of fraud',
    SL02: 'Return of a Pix withdrawal or of change',
    REFU: 'Return of a disputed Pix Automático',
  },
};

export const moneyBackWords = { pt, en };
