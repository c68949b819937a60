// What every field means, by its name, or by its schema and its name where one name means several things. A field
// without a row here is not in the document: the tests see to it.

export type Field = readonly [meaning: string, example: unknown];

const branch: Field = ['Branch of the account, four digits.', '0001'];
const number: Field = ['Number of the account, check digit included, digits only.', '123456784'];
const endToEndId: Field = [
  'End-to-end id of the payment in the PIX network.',
  'E9999901020261121120000000000001',
];
const qrCode: Field = ['The QR code that was paid.', 731_846_215_930];
const transaction: Field = ['The transaction.', 8_125_094_371_265];
const instant = '2026-11-21T15:04:05.123Z';

export const fields: Record<string, Field> = {
  // Of every answer
  worked: ['Always true: a refusal has it false.', true],
  message: ['What was done, in words.', 'Account closed'],
  next: ['Address of the next page; null on the last one.', null],
  previous: ['Address of the page before; null on the first one.', null],
  results: ['The rows of this page.', []],

  // Requests that send money
  source_account_branch_identifier: branch,
  source_account_number: number,
  amount: [
    'In reais, greater than 0, with at most two decimal places. A string keeps a client from rounding it.',
    123.45,
  ],
  key: [
    'PIX key of the recipient: e-mail, phone (+55…), CPF or CNPJ (digits only), or random key.',
    'fulano@example.com',
  ],
  tag: ['Free text of yours, shown with the transaction and on the statement.', 'invoice 42'],
  copy_and_paste: [
    'The whole text of the QR code (BR Code), static or dynamic.',
    '00020126400014br.gov.bcb.pix0118fulano@example.com520400005303986540510.005802BR5907SANDBOX6009SAO PAULO62120508PEDIDO4263047094',
  ],
  mfa_code: [
    'One-time code of the user’s authenticator, six digits. Wrong, used or missing is a 401.',
    '123456',
  ],
  recipient_account_branch: ['Branch of the recipient, without its check digit.', '0123'],
  recipient_account_branch_digit: ['Check digit of the branch, if it has one.', ''],
  recipient_account_number: ['Account number of the recipient, without its check digit.', '45678'],
  recipient_account_number_digit: ['Check digit of the account number.', '9'],
  recipient_account_type: ['Kind of account.', 'CURRENT_ACCOUNT'],
  recipient_account_model: ['Always Movement.', 'Movement'],
  recipient_name: ['Name of the recipient.', 'Fulana de Tal'],
  recipient_legal_id: ['CPF or CNPJ of the recipient, digits only.', '12345678909'],
  recipient_instution: [
    'ISPB of the recipient’s institution, eight digits. The name is misspelt in the contract.',
    '60701190',
  ],

  'idempotency-key': [
    'UUID version 4 of your choice, one per payout: the same call with the same key is the same payout, for ever.',
    '0b6f2f0e-0c07-4e3f-9a51-2f3c1a7e5d42',
  ],

  // A cashout
  'getCashout.id': transaction,
  'ApproveCashout.id': ['The transaction to approve.', 8_125_094_371_265],
  'Cashout.id': ['The transaction; what a later call is about.', 8_125_094_371_265],
  'Cashout.transaction_id': ['The same as id.', 8_125_094_371_265],
  'Cashout.status': [
    'Where it is. SUCCESS, ERROR, CANCELLED and REFUNDED are ends; a SUCCESS may still become REFUNDED.',
    'PROCESSING',
  ],
  'Cashout.amount': ['In reais.', 123.45],
  'Cashout.tag': ['As it was given. Without one, empty on create and null elsewhere.', 'invoice 42'],
  'Cashout.key': [
    'PIX key of the recipient; null where bank details or a code were given.',
    'fulano@example.com',
  ],
  'Cashout.recipient_account_type': ['Kind of account, in the words that this call has for it.', null],
  'Cashout.recipient_legal_id': ['CPF or CNPJ; masked where the directory told it.', null],
  'Cashout.recipient_name': ['As given, or as the directory has it once the transfer has succeeded.', null],
  'Cashout.recipient_instution': ['ISPB of the recipient’s institution.', null],
  fee: ['In reais; 0 for PIX.', 0],
  from_accout: ['Number of the paying account. The name is misspelt in the contract.', '123456784'],
  code_transaction: ['Code of the settled transfer; null until it has succeeded.', null],
  recipient_instution_name: ['Name of the recipient’s institution, once the transfer has succeeded.', null],
  recipient_account_id: ['Account of the recipient.', null],
  recipient_branch_id: ['Branch of the recipient.', null],
  operationUuid: ['Id of the operation, once the transfer has succeeded.', null],
  idempotency_key: [
    'The idempotency-key header of the call that created it, in lower case.',
    '0b6f2f0e-0c07-4e3f-9a51-2f3c1a7e5d42',
  ],
  erro_descriptor: ['Why it failed, was cancelled or came back. The name is misspelt in the contract.', null],
  new_erro_descriptor: ['The reason code of it.', null],

  // The statement
  code: ['Number of the entry: without gaps per account, from 1.', 17],
  credit_or_debit: ['Whether the money came or went.', 'DEBIT'],
  transaction_type: ['What kind of entry it is.', 'PIX_CASHOUT'],
  date_time: ['Time of the entry in São Paulo.', '2026-11-21T12:04:05.123-03:00'],
  date_time_utc: ['Time of the entry in UTC.', instant],
  identification: ['End-to-end id of the payment or of its return.', 'E9999901020261121120000000000001'],
  'StatementItem.code_transaction': ['Code of the settled transfer.', null],
  'StatementItem.amount': ['In reais.', 123.45],
  qr_code_id: qrCode,
  transaction_id: transaction,
  tag_id: ['The tag of the transaction.', 'invoice 42'],
  balance: ['In reais, after this entry.', 9_876.55],
  start: ['First instant of the range. A date or a time without a zone is São Paulo’s.', '2026-11-01'],
  end: ['Last instant of the range; a date means all of that day.', '2026-11-30'],
  limit: ['Rows a page.', 50],
  cursor_id: ['From the next or previous address, with cursor_datetime.', 17],
  cursor_datetime: ['From the next or previous address, with cursor_id.', instant],
  cursor_direction: ['From the next or previous address.', 'next'],
  branch,
  number,

  // Chargebacks
  'Chargeback.id': ['The chargeback.', 6_928_153_729_222],
  'Chargeback.status': ['PENDING until the network has decided.', 'PENDING'],
  'Chargeback.amount': ['In reais.', 10],
  'Chargeback.end_to_end_id': [
    'End-to-end id of the refund; empty until the network has given one.',
    'D99999010202611211200abcdefghijk',
  ],
  'ChargebackRequest.amount': [
    'In reais, exactly two decimal places, at most what is left of the code.',
    '10.00',
  ],
  information: ['Why the money goes back.', 'Pedido 42 devolvido'],
  end_to_end_id: endToEndId,
  'getChargeback.id': ['The chargeback; or else end_to_end_id.', 6_928_153_729_222],
  'getChargeback.end_to_end_id': [
    'End-to-end id of the refund; or else id.',
    'D99999010202611211200abcdefghijk',
  ],

  // MED cases
  'MedCase.id': ['The case: the network’s id of the report.', '3fa8f8a8-66b4-470d-a56c-1fe888da7d18'],
  'getMedCase.id': ['The case.', '3fa8f8a8-66b4-470d-a56c-1fe888da7d18'],
  'MedCase.status': ['Follows from the report: WAITING for an analysis, in it, or how it ended.', 'WAITING'],
  reason: ['Why the payment was reported, in the network’s word.', 'RETURN_REQUEST'],
  next_duty: [
    'What is due next: ANALYSE, REQUEST_REFUND, EXECUTE_REFUND, CONTEST; null when nothing is.',
    'ANALYSE',
  ],
  deadline: ['Until when the next duty is due; null where the PSP does not say since when it is.', instant],
  infraction_report_id: ['The network’s id of the report.', '3fa8f8a8-66b4-470d-a56c-1fe888da7d18'],
  infraction_report_status: ['The report’s own status.', 'OPEN'],
  infraction_report_creation_datetime: ['When it was made.', instant],
  infraction_report_last_modified_datetime: ['When it last changed.', instant],
  infraction_report_situation_type: ['What kind of fraud is reported.', 'SCAM'],
  infraction_report_details: ['In the reporter’s words.', null],
  infraction_report_amount: ['In reais.', 100],
  transaction_depth: ['Depth of the payment in the graph that is traced, as the directory counts.', 1],
  funds_recovery_id: ['The recovery that the report is part of.', '5f0c1d6e-2b0b-4c5c-8f53-6d8b7a4e9a10'],
  analysis_result: ['How the analysis ended.', null],
  analysis_details: ['In the analyst’s words.', null],
  fraud_type: ['What was found.', null],
  analysis_deadline: ['Until when it has to be analysed: seven days after the report.', instant],
  analysis_datetime: ['When the analysis ended, where the PSP says so.', null],
  refund_id: ['The network’s id of the request for the money.', null],
  refund_status: ['The request’s status: OPEN, CLOSED or CANCELLED.', null],
  refund_creation_datetime: ['When the money was asked for.', null],
  refund_amount: ['What is asked for, in reais.', null],
  refund_effective_amount: ['What the PSP says has been sent, in reais.', null],
  refund_rejection_reason: ['Why the money is not sent.', null],
  refund_end_to_end_id: ['End-to-end id of the return, as the PSP tells it.', null],
  refunded_amount: [
    'What has gone back of the payment without your asking, in reais: the sum of returns.',
    0,
  ],
  returns: ['Those debits, oldest first.', []],
  'MedReturn.end_to_end_id': ['End-to-end id of the return.', 'D99999011202611211200abcdefghijk'],
  'MedReturn.amount': ['In reais.', 40],
  'MedReturn.nature': ['Why, in the network’s word.', 'MED_FRAUDE'],
  'MedReturn.datetime': ['When it was settled.', instant],
  'MedReturn.contest_deadline': ['Until when it may be contested; null where it may not.', instant],
  reporter_participant: ['ISPB of the institution that reported.', '60701190'],
  transaction_amount: ['Of the payment, in reais.', 100],
  transaction_datetime: ['When the payment was received.', instant],
  payer_name: ['Name of the payer.', 'Maria Silva'],
  payer_legal_id: ['CPF or CNPJ of the payer, masked.', '***.456.789-**'],
  payer_instution: ['ISPB of the payer’s institution.', '60701190'],
  account_branch_identifier: branch,
  account_number: number,
  created_at: ['When it was recorded.', instant],
  updated_at: ['When it last changed.', instant],
  filter_start_date: ['First day of the report, São Paulo’s.', '2026-11-01'],
  filter_end_date: ['Last day of the report, São Paulo’s.', '2026-11-30'],
  'listMedCases.status': ['Only cases of this status.', 'WAITING'],
  'listMedCases.id': ['From the next or previous address, with dt.', '3fa8f8a8-66b4-470d-a56c-1fe888da7d18'],
  dt: ['From the next or previous address, with id.', instant],
  direction: ['From the next or previous address.', 'next'],
};
