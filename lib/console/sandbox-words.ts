// Contains the texts of the sandbox page.

import type { Act, ReservedKey } from './sandbox-acts.ts';

const pt = {
  sandbox: 'Sandbox',
  sandboxNote: 'Aqui você faz o papel da rede Pix e de quem paga. Nenhum dinheiro de verdade é movimentado.',
  sandboxClosed: 'A conta está encerrada: nada pode ser simulado nela.',
  moneyIn: 'Receber dinheiro',
  moneyInNote: 'Cria um QR Code da conta, e alguém o paga.',
  payerName: 'Nome de quem paga',
  payIt: 'Pagar o QR Code',
  medOpen: 'Contestar um recebimento (MED)',
  medOpenNote: 'Quem pagou diz que foi vítima de um golpe. Cada recebimento é contestado uma vez.',
  receivedLately: 'Recebimento dos últimos 30 dias',
  noReceived: 'Esta conta não recebeu nada nos últimos 30 dias.',
  contest: 'Contestar',
  returnTitle: 'Devolver um pagamento',
  returnNote: 'Quem recebeu devolve tudo o que ainda não devolveu. Pagamentos a contas daqui não entram.',
  paid: 'Pagamento feito',
  noPaid: 'Esta conta não tem nenhum pagamento feito entre os últimos.',
  return: 'Devolver',
  reservedKeys: 'Chaves que mudam o resultado de um pagamento',
  reservedNote:
    'Qualquer outra chave é paga na hora. No lugar de ac03 ou ds04 pode estar outro código de motivo.',
  outcome: 'O que acontece',
  reserved: {
    ac03: 'A rede falha: o pagamento termina como não pago',
    ds04: 'A rede recusa: o pagamento termina como cancelado',
    timeout: 'A rede não responde na primeira vez; depois se descobre que foi pago',
    slow: 'A rede paga depois de alguns segundos',
    unknown: 'A rede fica em silêncio: o pagamento fica em processamento',
  } satisfies Record<ReservedKey, string>,
  useKey: 'Usar em um novo pagamento',
  actsDone: {
    money: 'O pagamento foi enviado. Em instantes ele aparece no extrato da conta.',
    med: 'A contestação foi enviada. Em instantes o caso aparece em MED.',
    return: 'A devolução foi enviada. Em instantes ela aparece no pagamento e no extrato.',
  } satisfies Record<Act, string>,
  actsNotDone: {
    money: 'Confira o valor, como 10,50, e o nome. Nada foi enviado.',
    med: 'Escolha um recebimento da lista. Nada foi enviado.',
    return:
      'Escolha um pagamento da lista: só um que foi pago a outra instituição, e não voltou, pode ser devolvido. Nada foi enviado.',
  } satisfies Record<Act, string>,
};

const en: typeof pt = {
  sandbox: 'Sandbox',
  sandboxNote: 'Here you play the Pix network and the payers. No real money moves.',
  sandboxClosed: 'The account is closed: nothing can be simulated in it.',
  moneyIn: 'Receive money',
  moneyInNote: 'Makes a QR code of the account, and somebody pays it.',
  payerName: 'Name of the payer',
  payIt: 'Pay the QR code',
  medOpen: 'Report a received payment (MED)',
  medOpenNote: 'The payer says that it was a scam. Each received payment is reported once.',
  receivedLately: 'Received in the last 30 days',
  noReceived: 'This account has received nothing in the last 30 days.',
  contest: 'Report',
  returnTitle: 'Return a payment',
  returnNote:
    'The payee returns all that it has not returned yet. Payments to accounts of this institution are left out.',
  paid: 'Paid payment',
  noPaid: 'None of the latest payments of this account is paid.',
  return: 'Return',
  reservedKeys: 'Keys that change the outcome of a payment',
  reservedNote: 'Any other key is paid at once. Another reason code can stand in the place of ac03 or ds04.',
  outcome: 'What happens',
  reserved: {
    ac03: 'The network fails: the payment ends unpaid',
    ds04: 'The network refuses: the payment ends cancelled',
    timeout: 'The network does not answer at first; later the payment turns out to be paid',
    slow: 'The network pays after some seconds',
    unknown: 'The network stays silent: the payment stays in progress',
  },
  useKey: 'Use it in a new payment',
  actsDone: {
    money: 'The payment was sent. In a moment it is in the statement of the account.',
    med: 'The report was sent. In a moment the case is in MED.',
    return: 'The return was sent. In a moment it is at the payment and in the statement.',
  },
  actsNotDone: {
    money: 'Check the amount, such as 10.50, and the name. Nothing was sent.',
    med: 'Choose a received payment of the list. Nothing was sent.',
    return:
      'Choose a payment of the list: only one that was paid to another institution, and has not come back, can be returned. Nothing was sent.',
  },
};

export const sandboxWords = { pt, en };
