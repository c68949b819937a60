// The fields of accounts, and of lists of cashouts; see fields.ts.

import { accountNumber, branch, type Field, instant } from './fields.ts';

const noLimit = { amount: null, next: null };
/** Both of an account, or neither. */
const oneAccount = ' Required with the other parameter of the account, and with idempotency_key.';
const ofCursor = 'From the next or previous URL. Required with the other cursor parameters.';
const amountOfCode: Field = [
  'In reais, as in the other creates. May be left out if the code has an amount, and must be that of the code then.',
  123.45,
];
const limitsShown = {
  per_transfer: noLimit,
  per_day: { amount: 20_000, next: null },
  per_night: noLimit,
  new_payee: noLimit,
};

export const accountFields: Record<string, Field> = {
  // Lists of cashouts
  awaiting: [
    'approval: NEW cashouts of accounts on which you have the permission APPROVE. start: those that are approved and scheduled.',
    'approval',
  ],
  'listCashouts.source_account_branch_identifier': [branch[0] + oneAccount, branch[1]],
  'listCashouts.source_account_number': [accountNumber[0] + oneAccount, accountNumber[1]],
  'listCashouts.cursor_id': [ofCursor, 8_125_094_371_265],
  'listCashouts.cursor_datetime': [ofCursor, instant],
  'listCashouts.cursor_direction': ['From the next or previous URL. next by default.', 'next'],
  'listCashouts.status': ['Only cashouts with this status. With awaiting it can only be NEW.', 'NEW'],
  from: [
    'Created at this time or later. A date, or a time without a zone, is in São Paulo time.',
    '2026-11-01',
  ],
  to: ['Created at this time or earlier; not before from. A date includes the whole day.', '2026-11-30'],
  min_amount: ['This amount in reais, or more.', '100.00'],
  max_amount: ['This amount in reais, or less; not less than min_amount.', '500.00'],
  'listCashouts.key': ['PIX key that the request had.', 'fulano@example.com'],
  'listCashouts.recipient_legal_id': [
    'CPF or CNPJ of the recipient that the request had, in its bank details or as the PIX key.',
    '12345678909',
  ],
  'listCashouts.tag': ['The whole tag of the request.', 'invoice 42'],
  created_by: ['Id of the user who created the cashout.', '0c4e0a9e-58a3-4bb0-9d53-9a0a2a0b8b51'],
  approved_by: ['Id of the user who approved the cashout.', null],
  'Cashout.created_at': ['When it was created.', instant],
  approved_at: ['When it was approved.', null],

  'rejectCashout.id': ['Id of the transaction.', 8_125_094_371_265],
  'RejectCashout.id': ['The id of the path, so that the signature is of this cashout.', 8_125_094_371_265],
  'RejectCashout.reason': [
    'Why you reject it. The answer, the event and every look-up have it.',
    'Wrong supplier',
  ],

  // A code, and a preflight
  'CopyAndPasteTransfer.amount': amountOfCode,
  'PreflightCashout.amount': amountOfCode,
  'PreflightCashout.recipient_legal_id': [
    'CPF or CNPJ of the recipient: part of the bank details, or the owner that the key must have.',
    '12345678909',
  ],
  'Preflight.amount': ['In reais. null: only the issuer of the code knows it, and gave no answer.', 123.45],
  payee: [
    'Who would be paid, as the cashout shows it after success. null: not found, or the directory gave no answer. A field is null if the network does not tell it.',
    null,
  ],
  'Payee.recipient_instution': ['ISPB of the institution.', '60701190'],
  'Payee.recipient_instution_name': ['Name of the institution.', 'ITAÚ UNIBANCO S.A.'],
  'Payee.recipient_account_id': ['Account of the payee.', '45678-9'],
  'Payee.recipient_branch_id': ['Branch of the payee.', '0123'],
  'Payee.recipient_legal_id': [
    'CPF or CNPJ: a CPF is masked, unless the request gave it in its bank details.',
    '***.456.789-**',
  ],
  'Payee.recipient_name': ['Name of the payee.', 'Fulana de Tal'],
  'Payee.recipient_account_type': ['Type of the account.', 'CONTA_CORRENTE'],
  payee_takes_part: [
    'Whether the institution of the payee takes part in Pix, by the Central Bank’s list of participants. null: it is not on our list, which may be too old to know; or there is no payee. It is told only, and stops nothing.',
    true,
  ],
  participants_listed_on: ['The day of that list.', '2026-08-21'],
  allowed: ['Whether nothing is known that would stop it now: there are no reasons.', true],
  reasons: [
    'Each reason that would stop it now: as erro_descriptor would have it, or as a create would be refused.',
    ['Rule: limit per day'],
  ],
  'Preflight.approvals_needed': [
    'How many users would have to approve it. null: the amount is not certain.',
    1,
  ],
  own_approval_counts: [
    'Whether the user who creates it may be one of them. null: the amount is not certain.',
    true,
  ],
  'Preflight.possible_duplicate_of': [
    'Id of an earlier cashout with the same payee and amount, if the account’s rules look for it.',
    null,
  ],
  'Preflight.available': ['In reais: what cashouts and refunds may take.', 9_753.1],
  'Preflight.limits': [
    'What each limit lets through now. null: no limit counts this cashout.',
    { per_transfer: null, per_day: { amount: 20_000, left: 1_500 }, per_night: null, new_payee: null },
  ],
  'LimitsNow.per_transfer': ['For one transfer.', null],
  'LimitsNow.per_day': ['For the transfers of a day in São Paulo.', null],
  'LimitsNow.per_night': [
    'For the transfers of a night, from 20:00 to 06:00 in São Paulo; null by day.',
    null,
  ],
  'LimitsNow.new_payee': ['For the transfers to this payee; null once it is known for a day.', null],
  'LimitNow.amount': ['In reais: the limit.', 20_000],
  'LimitNow.left': ['In reais: what is left of it.', 1_500],

  message_to_payee: [
    'What the payee reads with the payment, at most 140 characters. It is in the receipt too. The network may not pass it on.',
    'Parcela 3 de 10',
  ],
  'Cashout.message_to_payee': [
    'The message of the request. Only of cashouts that have one.',
    'Parcela 3 de 10',
  ],

  // Accounts
  'listAccounts.after': ['From the next URL.', '0001/123456784'],
  'Account.status': ['A CLOSED account sends nothing.', 'ACTIVE'],
  'Balance.status': ['A CLOSED account sends nothing.', 'ACTIVE'],
  holder_name: ['Name of the company that holds the account.', 'Padaria Ltda'],
  'Account.permissions': ['What you may do on the account.', ['CREATE', 'APPROVE']],
  'Balance.available': ['In reais: what cashouts and refunds may take.', 9_753.1],
  held_for_cashouts: ['In reais: reserved for cashouts that are PROCESSING.', 123.45],
  held_for_refunds: ['In reais: reserved for refunds of QR codes that the network has not accepted yet.', 0],
  posted: ['In reais: the balance after the entry with the code sequence.', 9_876.55],
  expire_new_after_hours: [
    'Hours after which a NEW cashout ends CANCELLED, if nobody has approved it; null: never.',
    48,
  ],
  own_approval_up_to: [
    'In reais: up to this amount the creator of a cashout may approve it; 0: never; null: always.',
    500,
  ],
  'Rules.approvals': [
    'From which amounts on how many users must approve a cashout. Below them it is one.',
    [{ from: 10_000, needed: 2 }],
  ],
  'approvals.from': ['In reais: the least amount.', 10_000],
  'approvals.needed': ['How many users must approve.', 2],
  'Rules.limits': [
    'In reais. amount: the limit of now; null: none. next: a raise that does not count yet.',
    limitsShown,
  ],
  per_transfer: ['For one transfer.', noLimit],
  per_day: ['For the transfers of a day in São Paulo.', { amount: 20_000, next: null }],
  per_night: ['For the transfers of a night, from 20:00 to 06:00 in São Paulo.', noLimit],
  new_payee: ['For the transfers to a payee, in the first day after the first one.', noLimit],
  'Limit.amount': ['In reais; null: no limit.', 20_000],
  'Limit.next': ['A raise, and the time from which it counts; null: none waits.', null],
  'next.amount': ['In reais; null: no limit.', 50_000],
  'next.from': ['When it begins to count (UTC).', instant],
  payees: ['listed: only payees of the account’s list are paid.', 'any'],
  duplicates: ['What happens to a cashout that may be a duplicate; null: nothing.', null],
  within_hours: [
    'How many hours an earlier cashout with the same payee and amount makes it a possible duplicate.',
    24,
  ],
  action: [
    'tell: the answer has possible_duplicate_of. hold: it also stays NEW. refuse: it is refused.',
    'tell',
  ],
  low_balance: [
    'In reais: an event tells when less than this is available after a payout; null: never.',
    50_000,
  ],
  'LowBalance.available': ['Available balance in reais.', 48_120.5],
  'LowBalance.below': ['In reais: the amount of the rule.', 50_000],
  'Balance.sequence': ['Number of the last statement entry; 0 before the first.', 17],
};
