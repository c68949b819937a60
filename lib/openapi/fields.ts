// The meaning of every field, by its name; or by schema and name, if one name has several meanings. The tests
// fail on a field without a row here.

export type Field = readonly [meaning: string, example: unknown];

export const branch: Field = ['Branch of the account, four digits.', '0001'];
export const accountNumber: Field = [
  'Number of the account, check digit included, digits only.',
  '123456784',
];
const endToEndId: Field = [
  'End-to-end id of the payment in the PIX network.',
  'E9999901020261121120000000000001',
];
const qrCode: Field = ['Id of the QR code that was paid.', 731_846_215_930];
const transaction: Field = ['Id of the transaction.', 8_125_094_371_265];
export const instant = '2026-11-21T15:04:05.123Z';

export const fields: Record<string, Field> = {
  // Every answer
  worked: ['Always true on success; false in a refusal.', true],
  message: ['Confirmation text.', 'Account closed'],
  next: ['URL of the next page; null on the last page.', null],
  previous: ['URL of the previous page; null on the first page.', null],
  results: ['The rows of this page.', []],

  // Requests that send money
  source_account_branch_identifier: branch,
  source_account_number: accountNumber,
  amount: [
    'In reais, greater than 0, with at most two decimal places and no exponent. Best sent as a string, which no client rounds.',
    123.45,
  ],
  key: [
    'PIX key of the recipient: e-mail, phone (+55…), CPF or CNPJ (digits only), or random key.',
    'fulano@example.com',
  ],
  tag: ['Your own free text, at most 1000 bytes. The transaction and the statement show it.', 'invoice 42'],
  copy_and_paste: [
    'The whole text of the QR code (BR Code), static or dynamic.',
    '00020126400014br.gov.bcb.pix0118fulano@example.com520400005303986540510.005802BR5907SANDBOX6009SAO PAULO62120508PEDIDO4263047094',
  ],
  mfa_code: [
    'One-time code of the user’s authenticator, six digits. A missing, wrong or used code is a 401.',
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

  'requestChargeback.idempotency-key': [
    'UUID version 4 that you choose, one per chargeback. The same call with the same key is the same chargeback. Any other value is ignored.',
    '0b6f2f0e-0c07-4e3f-9a51-2f3c1a7e5d42',
  ],
  'idempotency-key': [
    'UUID version 4 that you choose, one per payout. The same call with the same key never pays twice.',
    '0b6f2f0e-0c07-4e3f-9a51-2f3c1a7e5d42',
  ],

  // A cashout
  'getCashout.id': transaction,
  'ApproveCashout.id': ['Id of the transaction to approve.', 8_125_094_371_265],
  content_digest: [
    'Digest of account, amount, payee and scheduled_for, to be given in an approval. Under rules of the account only, and in lists.',
    '6e0a1f3c52d87b94e0a1f3c52d87b946e0a1f3c52d87b94e0a1f3c52d87b9460',
  ],
  'ApproveCashout.content_digest': [
    'The digest of the cashout that you saw. Another cashout is refused with 409.',
    '6e0a1f3c52d87b94e0a1f3c52d87b946e0a1f3c52d87b94e0a1f3c52d87b9460',
  ],
  possible_duplicate_of: [
    'Id of an earlier cashout with the same payee and amount, if the account’s rules look for it.',
    8_125_094_371_264,
  ],
  scheduled_for: [
    'When to start, in the future: a day in São Paulo (YYYY-MM-DD), or a date and time with an offset. At most a year ahead, if the operator has set nothing else. Not with a dynamic code. An approved cashout waits for it as NEW, and nothing is held before.',
    '2026-12-01',
  ],
  schedule_state: [
    'Where a scheduled cashout stands. SCHEDULED: approved, and it waits for its start. POSTPONED: it could not start, and is tried again on the same day. Only of scheduled cashouts.',
    'SCHEDULED',
  ],
  starts_at: [
    'When it starts, or is tried again (UTC). Only of scheduled cashouts.',
    '2026-12-01T11:00:00.000Z',
  ],
  'Cashout.scheduled_for': ['The scheduled_for of the request. Only of scheduled cashouts.', '2026-12-01'],
  'Preflight.starts_at': [
    'When it would start (UTC), if the request has scheduled_for. All else is as it is now: limits, funds and the payee are judged anew on the day.',
    '2026-12-01T11:00:00.000Z',
  ],
  approvals_needed: ['How many users must approve it. Under rules of the account only.', 2],
  'Cashout.approvals': ['Who has approved it, and when. Under rules of the account only.', []],
  'approvals.user': ['The user of the client that approved.', '0c8f6a5e-2b1d-4c3e-9f7a-1d2e3f4a5b6c'],
  'approvals.at': ['When (UTC).', '2026-11-21T15:04:05.123Z'],
  'Cashout.id': ['Id of the transaction. Later calls take it.', 8_125_094_371_265],
  'Cashout.transaction_id': ['The same as id.', 8_125_094_371_265],
  'Cashout.status': [
    'Status of the transaction. ERROR, CANCELLED and REFUNDED are final. SUCCESS is final too, unless it becomes REFUNDED.',
    'PROCESSING',
  ],
  'Cashout.amount': ['In reais.', 123.45],
  'Cashout.tag': [
    'The tag of the request. Without a tag: an empty string on create, null elsewhere.',
    'invoice 42',
  ],
  'Cashout.key': [
    'PIX key of the recipient; null if the request had bank details or a code.',
    'fulano@example.com',
  ],
  'Cashout.recipient_account_type': [
    'Type of the recipient’s account. The spelling differs between calls.',
    null,
  ],
  'Cashout.recipient_legal_id': [
    'CPF or CNPJ of the recipient; masked if it comes from the PIX directory.',
    null,
  ],
  'Cashout.recipient_name': [
    'Name of the recipient: from the request, or from the PIX directory once the transfer has succeeded.',
    null,
  ],
  'Cashout.recipient_instution': ['ISPB of the recipient’s institution.', null],
  fee: ['In reais; 0 for PIX.', 0],
  from_accout: ['Number of the paying account. The name is misspelt in the contract.', '123456784'],
  code_transaction: ['Code of the settled transfer; null until it has succeeded.', null],
  recipient_instution_name: ['Name of the recipient’s institution, once the transfer has succeeded.', null],
  recipient_account_id: ['Account of the recipient.', null],
  recipient_branch_id: ['Branch of the recipient.', null],
  operationUuid: ['Id of the operation, once the transfer has succeeded.', null],
  idempotency_key: [
    'The idempotency-key header of the create call, as it was given.',
    '0b6f2f0e-0c07-4e3f-9a51-2f3c1a7e5d42',
  ],
  erro_descriptor: [
    'Why the cashout failed, was cancelled or was refunded. The name is misspelt in the contract.',
    null,
  ],
  new_erro_descriptor: ['Reason code of the failure, cancellation or refund.', null],

  // The statement
  code: ['Number of the entry in its account: 1, 2, 3 …, without gaps.', 17],
  credit_or_debit: ['CREDIT: money entered the account. DEBIT: money left it.', 'DEBIT'],
  transaction_type: ['Kind of entry.', 'PIX_CASHOUT'],
  date_time: ['Time of the entry in São Paulo, without a zone.', '2026-11-21T12:04:05.123'],
  date_time_utc: ['Time of the entry in UTC.', instant],
  identification: ['End-to-end id of the payment or of its return.', 'E9999901020261121120000000000001'],
  'StatementItem.code_transaction': ['Code of the settled transfer.', null],
  'StatementItem.amount': ['In reais.', 123.45],
  qr_code_id: qrCode,
  transaction_id: transaction,
  tag_id: ['Tag of the transaction.', 'invoice 42'],
  balance: ['Balance after this entry, in reais.', 9_876.55],
  start: ['Start of the range. A date, or a time without a zone, is in São Paulo time.', '2026-11-01'],
  end: ['End of the range, not before start. A date includes the whole day.', '2026-11-30'],
  limit: ['Rows per page.', 50],
  cursor_id: ['From the next or previous URL, together with cursor_datetime.', 17],
  cursor_datetime: [
    'From the next or previous URL, together with cursor_id. Alone: the page after all entries of this time, or before them.',
    instant,
  ],
  cursor_direction: ['From the next or previous URL. Alone: the first page.', 'next'],
  locale: [
    'How CSV is written: en (commas, points, ISO times) or pt-BR (semicolons, decimal commas, days first).',
    'pt-BR',
  ],
  branch,
  number: accountNumber,

  // Chargebacks
  'Chargeback.id': ['Id of the chargeback.', 6_928_153_729_222],
  'Chargeback.status': ['PENDING until the network has decided.', 'PENDING'],
  'Chargeback.amount': ['In reais.', 10],
  'Chargeback.end_to_end_id': [
    'End-to-end id of the refund; empty until the network has given one.',
    'D99999010202611211200abcdefghijk',
  ],
  'ChargebackRequest.amount': [
    'In reais, with exactly two decimal places. At most the amount of the QR code that is not refunded yet.',
    '10.00',
  ],
  information: ['Reason for the refund.', 'Pedido 42 devolvido'],
  end_to_end_id: endToEndId,
  'getChargeback.id': ['Id of the chargeback. Give either this or end_to_end_id.', 6_928_153_729_222],
  'getChargeback.end_to_end_id': [
    'End-to-end id of the refund. Give either this or id.',
    'D99999010202611211200abcdefghijk',
  ],
};
