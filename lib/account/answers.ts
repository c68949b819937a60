// Defines the schemas of accounts and balances in the API's answers.

import * as z from 'zod';
import type { Permission } from '../access/permission.ts';
import { named } from '../base/meanings.ts';
import { all, money, orNull, text, worked } from '../base/pieces.ts';

const accountFields = {
  source_account_branch_identifier: text,
  source_account_number: text,
  status: z.enum(['ACTIVE', 'CLOSED']),
  holder_name: text,
};

const account = named(
  'Account',
  z.object({
    ...accountFields,
    permissions: z.array(all<Permission>()('CREATE', 'APPROVE', 'REFUND', 'WEBHOOK')),
  }),
  {
    status: ['A CLOSED account sends nothing.', 'ACTIVE'],
    permissions: ['What you may do on the account.', ['CREATE', 'APPROVE']],
  },
);

export const accounts = z
  .object({ worked, next: orNull(text), results: z.array(account) })
  .meta({ id: 'AccountPage' });

export const balance = named(
  'Balance',
  z.object({
    worked,
    ...accountFields,
    available: money,
    held_for_cashouts: money,
    held_for_refunds: money,
    held_for_reports: money,
    posted: money,
    sequence: z.int().min(0),
  }),
  {
    status: ['A CLOSED account sends nothing.', 'ACTIVE'],
    available: ['In reais: what cashouts and refunds may take.', 9753.1],
    held_for_cashouts: ['In reais: reserved for cashouts that are PROCESSING.', 123.45],
    held_for_reports: ['In reais: blocked because a received payment was reported (MED).', 0],
    held_for_refunds: [
      'In reais: reserved for refunds of QR codes that the network has not accepted yet.',
      0,
    ],
    posted: ['In reais: the balance after the entry with the code sequence.', 9876.55],
    sequence: ['Number of the last statement entry; 0 before the first.', 17],
  },
);
