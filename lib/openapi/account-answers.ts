// Accounts and balances as the API answers them, as schemas.

import * as z from 'zod';
import type { Permission } from '../account/policy.ts';
import { all, money, orNull, text, worked } from './pieces.ts';

const accountFields = {
  source_account_branch_identifier: text,
  source_account_number: text,
  status: z.enum(['ACTIVE', 'CLOSED']),
  holder_name: text,
};

const account = z
  .object({
    ...accountFields,
    permissions: z.array(all<Permission>()('CREATE', 'APPROVE', 'REFUND', 'WEBHOOK')),
  })
  .meta({ id: 'Account' });

export const accounts = z
  .object({ worked, next: orNull(text), results: z.array(account) })
  .meta({ id: 'AccountPage' });

export const balance = z
  .object({
    worked,
    ...accountFields,
    available: money,
    held_for_cashouts: money,
    held_for_refunds: money,
    posted: money,
    sequence: z.int().min(0),
  })
  .meta({ id: 'Balance' });

const limit = z
  .object({ amount: orNull(money), next: orNull(z.object({ amount: orNull(money), from: text })) })
  .meta({ id: 'Limit' });

export const rules = z
  .object({
    worked,
    expire_new_after_hours: orNull(z.int().min(1)),
    own_approval_up_to: orNull(money),
    approvals: z.array(z.object({ from: money, needed: z.int().min(2) })),
    limits: z.object({ per_transfer: limit, per_day: limit, per_night: limit, new_payee: limit }),
    payees: z.enum(['listed', 'any']),
    low_balance: orNull(money),
    duplicates: orNull(
      z.object({ within_hours: z.int().min(1), action: z.enum(['tell', 'hold', 'refuse']) }),
    ),
  })
  .meta({ id: 'Rules' });
