// Contains the texts of the sandbox page.

import type { Act, ReservedKey } from './sandbox-acts.ts';

const pt = {
  sandbox: 'Sandbox',
  sandboxNote: 'Aqui você faz o papel da rede Pix e do pagador. Nenhum dinheiro real é movimentado.',
  sandboxClosed: 'A conta está encerrada: nada pode ser simulado nela.',
  moneyIn: 'Receber dinheiro',
  moneyInNote: 'Cria um QR Code da conta e simula o pagamento.',
  payerName: 'Nome do pagador',
  payIt: 'Pagar QR Code',
  medOpen: 'Notificar fraude em um Pix recebido (MED)',
  medOpenNote: 'O pagador diz que foi vítima de um golpe. Cada Pix recebido só pode ser notificado uma vez.',
  receivedLately: 'Pix recebido nos últimos 30 dias',
  noReceived: 'Esta conta não recebeu Pix nos últimos 30 dias.',
  contest: 'Notificar fraude',
  returnTitle: 'Devolver pagamento',
  returnNote:
    'O favorecido devolve o que ainda não devolveu. Pagamentos a contas desta instituição ficam de fora.',
  paid: 'Pagamento',
  noPaid: 'Nenhum dos últimos pagamentos desta conta foi pago.',
  return: 'Devolver',
  reservedKeys: 'Chaves que simulam resultados',
  reservedNote:
    'Qualquer outra chave é paga na hora. Você pode trocar ac03 ou ds04 por outro código de motivo.',
  outcome: 'Resultado simulado',
  reserved: {
    ac03: 'A rede falha: o pagamento termina como “Falhou”',
    ds04: 'A rede recusa: o pagamento termina como “Cancelado”',
    timeout: 'A rede demora a responder; depois o pagamento aparece como “Pago”',
    slow: 'A rede paga após alguns segundos',
    unknown: 'A rede não responde: o pagamento fica “Em processamento”',
  } satisfies Record<ReservedKey, string>,
  useKey: 'Usar em novo pagamento',
  actsDone: {
    money: 'O pagamento foi enviado. Em instantes ele aparece no extrato da conta.',
    med: 'A notificação foi enviada. Em instantes ela aparece em MED.',
    return: 'A devolução foi enviada. Em instantes ela aparece no pagamento e no extrato.',
  } satisfies Record<Act, string>,
  actsNotDone: {
    money: 'Confira o valor, como 10,50, e o nome. Nada foi enviado.',
    med: 'Escolha um Pix recebido da lista. Nada foi enviado.',
    return:
      'Escolha um pagamento da lista. Só pode ser devolvido o que foi pago a outra instituição e ainda não voltou. Nada foi enviado.',
  } satisfies Record<Act, string>,
};

const en: typeof pt = {
  sandbox: 'Sandbox',
  sandboxNote: 'Here you play the Pix network and the payers. No real money moves.',
  sandboxClosed: 'The account is closed: nothing can be simulated in it.',
  moneyIn: 'Receive money',
  moneyInNote: 'Creates a QR code of the account and simulates its payment.',
  payerName: 'Payer name',
  payIt: 'Pay QR code',
  medOpen: 'Report fraud in a received payment (MED)',
  medOpenNote: 'The payer says that it was a scam. Each received payment can be reported once.',
  receivedLately: 'Received in the last 30 days',
  noReceived: 'This account has received nothing in the last 30 days.',
  contest: 'Report fraud',
  returnTitle: 'Return payment',
  returnNote:
    'The payee returns what it has not returned yet. Payments to accounts of this institution are left out.',
  paid: 'Payment',
  noPaid: 'None of the latest payments of this account is paid.',
  return: 'Return',
  reservedKeys: 'Keys that simulate outcomes',
  reservedNote: 'Any other key is paid at once. You can replace ac03 or ds04 with another reason code.',
  outcome: 'Simulated outcome',
  reserved: {
    ac03: 'The network fails: the payment ends as “Failed”',
    ds04: 'The network refuses: the payment ends as “Cancelled”',
    timeout: 'The network does not answer at first; later the payment shows as “Paid”',
    slow: 'The network pays after some seconds',
    unknown: 'The network does not answer: the payment stays “Processing”',
  },
  useKey: 'Use in a new payment',
  actsDone: {
    money: 'The payment was sent. It will appear in the account’s statement in a moment.',
    med: 'The report was sent. It will appear in MED in a moment.',
    return: 'The return was sent. It will appear at the payment and in the statement in a moment.',
  },
  actsNotDone: {
    money: 'Check the amount, such as 10.50, and the name. Nothing was sent.',
    med: 'Choose a received payment from the list. Nothing was sent.',
    return:
      'Choose a payment from the list. Only a payment to another institution that has not come back can be returned. Nothing was sent.',
  },
};

export const sandboxWords = { pt, en };
