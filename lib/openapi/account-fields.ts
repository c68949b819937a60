// The fields of accounts, and of lists of cashouts; see fields.ts.

import { type Field, instant } from './fields.ts';

export const accountFields: Record<string, Field> = {
  // Lists of cashouts
  awaiting: ['approval: NEW cashouts of accounts on which you have the permission APPROVE.', 'approval'],
  'listCashouts.status': ['Only cashouts with this status.', 'NEW'],
  from: [
    'Created at this time or later. A date, or a time without a zone, is in São Paulo time.',
    '2026-11-01',
  ],
  to: ['Created at this time or earlier. A date includes the whole day.', '2026-11-30'],
  min_amount: ['This amount in reais, or more.', '100.00'],
  max_amount: ['This amount in reais, or less.', '500.00'],
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
  'RejectCashout.reason': [
    'Why you reject it. The answer, the event and every look-up have it.',
    'Wrong supplier',
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
  'Balance.sequence': ['Number of the last statement entry; 0 before the first.', 17],
};
