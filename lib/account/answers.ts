// Accounts and balances as the API answers them, as schemas.

import * as z from 'zod';
import type { Permission } from '../access/permission.ts';
import { all, money, orNull, text, worked } from '../base/pieces.ts';

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
