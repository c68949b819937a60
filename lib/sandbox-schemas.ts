// Requests of the sandbox API, which is ours and not the contract's.

import * as z from 'zod';
import { JsonNumber } from './json.ts';
import { type Cents, parseAmount } from './money.ts';
import { accountNumber, branch, integer, text } from './schemas.ts';

const permission = z.enum(['CREATE', 'APPROVE'], { error: 'must be CREATE or APPROVE' });
const audience = z.enum(['api', 'web'], { error: 'must be api or web' });

const count = (max: number) => integer.refine((value) => value <= max, `must be at most ${max}`);

const sandboxAccount = z.object({
  source_account_branch_identifier: branch,
  source_account_number: accountNumber,
});

export const toAccountRef = (account: z.output<typeof sandboxAccount>) => ({
  branch: account.source_account_branch_identifier,
  number: account.source_account_number,
});

export const createTenantBody = z.object({
  name: text.min(1, 'must not be empty').max(100, 'must be at most 100 characters').default('Demo company'),
  permissions: z.array(permission).default(['CREATE', 'APPROVE']),
  audience: audience.default('api'),
  accounts: count(20).default(1),
  balance: z
    .unknown()
    .optional()
    .transform((value, context): Cents => {
      const digits = value instanceof JsonNumber ? value.text : (value ?? '10000.00');
      const isZero = typeof digits === 'string' && /^0(\.0{1,2})?$/.test(digits);
      const balanceCents = typeof digits === 'string' && !isZero ? parseAmount(digits) : undefined;
      if (isZero) return 0 as Cents;
      if (balanceCents !== undefined) return balanceCents;
      context.addIssue({ code: 'custom', message: 'must be 0 or more, with at most 2 decimal places' });
      return z.NEVER;
    }),
});

export const createClientBody = z.object({
  company_id: text.regex(/^[0-9a-f-]{36}$/, 'must be a UUID'),
  permissions: z.array(permission).default(['CREATE', 'APPROVE']),
  audience: audience.default('api'),
  accounts: z.array(sandboxAccount).max(20, 'must be at most 20').optional(),
});

export const closeAccountBody = sandboxAccount;

export const networkPath = z.object({ reference: text.regex(/^\d{1,16}$/, 'must be a transaction id') });

export const tellNetworkBody = z.object({
  outcome: z.enum(['settled', 'failed', 'refused'], { error: 'must be settled, failed or refused' }),
  code: text.regex(/^[A-Z0-9]{4}$/, 'must be a reason code of four letters or digits').optional(),
});
