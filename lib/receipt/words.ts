// Contains the texts of a receipt, in Portuguese and in English.

import type { Language } from '../page/formats.ts';

const pt = {
  tag: 'pt-BR',
  title: 'Comprovante de Pix',
  paid: 'Pago',
  partly: 'Pago e devolvido em parte',
  refunded: 'Devolvido',
  refundedNote: 'O valor inteiro voltou à conta de quem pagou.',
  partlyNote: (amount: string) => `${amount} voltaram à conta de quem pagou.`,
  test: 'Teste. Nenhum dinheiro foi movimentado.',
  paidAt: 'Data do pagamento',
  approvedAt: 'Autorizado em',
  refundedAt: 'Devolvido em',
  return: 'Devolução',
  payer: 'Quem pagou',
  payee: 'Quem recebeu',
  legalId: 'CPF ou CNPJ',
  notTold: 'Não informado',
  namedByPayer: 'Nome e documento como informados por quem pagou.',
  details: 'Detalhes',
  message: 'Mensagem',
  method: 'Forma de pagamento',
  methodName: 'Pix',
  endToEndId: 'ID Pix (end-to-end)',
  code: 'Código da transação',
  txid: 'Identificador do QR Code (txid)',
  genuine: 'Comprovante autêntico',
  genuineNote: (host: string) =>
    `Lido agora dos registros da instituição que pagou. Confira se o endereço desta página começa por ${host}.`,
  check: 'Confira este comprovante',
  checkNote:
    'O código abre este comprovante no endereço da instituição que pagou, com a situação do momento:',
  checkedAt: 'Situação em',
  zone: 'horário de Brasília',
  missing: 'Comprovante não encontrado',
  missingNote:
    'Este endereço não é de nenhum comprovante nosso. Peça outro a quem lhe enviou, ou leia de novo o código.',
  other: 'English',
};

const en: typeof pt = {
  tag: 'en',
  title: 'Pix receipt',
  paid: 'Paid',
  partly: 'Paid, and returned in part',
  refunded: 'Returned',
  refundedNote: 'The whole amount has gone back to the payer’s account.',
  partlyNote: (amount) => `${amount} has gone back to the payer’s account.`,
  test: 'Test. No money has moved.',
  paidAt: 'Date of payment',
  approvedAt: 'Authorised on',
  refundedAt: 'Returned on',
  return: 'Return',
  payer: 'Payer',
  payee: 'Payee',
  legalId: 'CPF or CNPJ',
  notTold: 'Not provided',
  namedByPayer: 'Name and document as given by the payer.',
  details: 'Details',
  message: 'Message',
  method: 'Method',
  methodName: 'Pix',
  endToEndId: 'Pix ID (end-to-end)',
  code: 'Transaction code',
  txid: 'QR code’s reference (txid)',
  genuine: 'Genuine receipt',
  genuineNote: (host) =>
    `Read just now from the records of the institution that paid. Check that the address of this page begins with ${host}.`,
  check: 'Check this receipt',
  checkNote: 'The code opens this receipt at the address of the institution that paid, as things stand then:',
  checkedAt: 'As of',
  zone: 'Brasília time',
  missing: 'Receipt not found',
  missingNote:
    'This is the address of no receipt of ours. Ask whoever sent it for another one, or scan the code again.',
  other: 'Português',
};

export type Words = typeof pt;
export const words: Readonly<Record<Language, Words>> = { pt, en };
