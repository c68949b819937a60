// Defines the requests of the sandbox API, which is ours and not the contract's.

import * as z from 'zod';
import { impliedPermissions, namedPermissions } from '../access/permission.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { accountNumber, amount, branch, integer, list, nested, text, words } from '../base/field-schemas.ts';
import { JsonNumber } from '../base/json.ts';
import { type Cents, parseAmount } from '../base/money.ts';
import { isCnpj, isCpf } from '../base/tax-id.ts';
import { returnCodes } from '../network/return-codes.ts';
import { payeeFields, ruleFields } from '../rules/schemas.ts';

const rights = {
  permissions: list(z.enum(namedPermissions, { error: 'must be CREATE or APPROVE' })).default([
    ...namedPermissions,
  ]),
  without: list(z.enum(impliedPermissions, { error: 'must be REFUND or WEBHOOK' })).default([]),
};
const audience = z.enum(['api', 'web'], { error: 'must be api or web' });

const count = (max: number) => integer.refine((value) => value <= max, `must be at most ${max}`);

const sandboxAccount = z.object({
  source_account_branch_identifier: branch,
  source_account_number: accountNumber,
});

export const toAccountRef = (account: z.output<typeof sandboxAccount>): AccountRef => ({
  branch: account.source_account_branch_identifier,
  number: account.source_account_number,
});

const accountRef = nested(sandboxAccount.shape).transform(toAccountRef);

export const createTenantBody = z.object({
  name: text.min(1, 'must not be empty').max(100, 'must be at most 100 characters').default('Demo company'),
  legal_id: text.refine((id) => isCpf(id) || isCnpj(id), 'must be a CPF or CNPJ, digits only').optional(),
  ...rights,
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
  /** Name of the user. */
  name: words(100).optional(),
  ...rights,
  audience: audience.default('api'),
  accounts: list(accountRef).max(20, 'must be at most 20').optional(),
});

export const closeAccountBody = accountRef;

const { limit, approvals, ...rules } = ruleFields;
export const rehearsedLimits = nested({
  per_transfer: limit.optional(),
  per_day: limit.optional(),
  per_night: limit.optional(),
  new_payee: limit.optional(),
});
/** The rules to set. An absent rule is not changed; null removes a rule. */
export const rulesBody = sandboxAccount.extend({
  ...z.object({ ...rules, approvals: approvals.nullable() }).partial().shape,
  limits: rehearsedLimits.optional(),
  listed_payees: list(nested(payeeFields)).max(20, 'must be at most 20').optional(),
});

export const networkPath = z.object({ reference: text.regex(/^\d{1,16}$/, 'must be a transaction id') });

export const tellNetworkBody = z.object({
  outcome: z.enum(['settled', 'failed', 'refused'], { error: 'must be settled, failed or refused' }),
  code: text.regex(/^[A-Z0-9]{4}$/, 'must be a reason code of four letters or digits').optional(),
});

export const refundBody = z.object({
  transaction_id: integer,
  reason: z.enum(returnCodes, { error: `must be one of ${returnCodes.join(', ')}` }).default('MD06'),
  amount: amount.optional(),
});

/** A return of a received payment by the PSP or in its panel. Nobody in this institution requested it. */
export const returnBody = z
  .object({
    end_to_end_id: text.max(64, 'must be at most 64 characters'),
    amount: amount.optional(),
    nature: text.regex(/^[A-Z_]{1,64}$/, 'must be capital letters and underscores').default('MED_FRAUDE'),
  })
  .transform((body) => ({ endToEndId: body.end_to_end_id, amountCents: body.amount, nature: body.nature }));

export const qrCodeBody = sandboxAccount
  .extend({ amount })
  .transform((body) => ({ account: toAccountRef(body), amountCents: body.amount }));

const payer = nested({
  name: text.max(150, 'must be at most 150 characters').optional(),
  legal_id: text.regex(/^\d{11}(\d{3})?$/, 'must be 11 or 14 digits').optional(),
  ispb: text.regex(/^\d{8}$/, 'must be 8 digits').optional(),
  branch: branch.optional(),
  number: accountNumber.optional(),
});

export const pixInBody = sandboxAccount
  .extend({ amount, qr_code_id: integer.optional(), payer: payer.default({}) })
  .transform(({ payer: { legal_id: legalId, ...payer }, ...body }) => ({
    account: toAccountRef(body),
    amountCents: body.amount,
    qrCodeId: body.qr_code_id,
    payer: { ...payer, ...(legalId ? { legalId } : {}) },
  }));

/** An id that only some PSPs report. */
const networkId = text.regex(/^[A-Za-z0-9-]{1,64}$/, 'must be 1 to 64 letters, digits and hyphens');
export const transactionDepth = z
  .unknown()
  .transform((value) => (value instanceof JsonNumber ? value.text : ''))
  .refine((digits) => /^(0|[1-9]\d{0,2}|1000)$/.test(digits), 'must be an integer from 0 to 1000')
  .transform(Number);

const word = text.regex(/^[A-Z_]{1,64}$/, 'must be capital letters and underscores');

export const medCaseBody = z
  .object({
    qr_code_id: integer.optional(),
    end_to_end_id: text.max(64, 'must be at most 64 characters').optional(),
    reason: word.default('RETURN_REQUEST'),
    situation_type: word.default('SCAM'),
    amount: amount.optional(),
    transaction_depth: transactionDepth.optional(),
    funds_recovery_id: networkId.optional(),
  })
  .refine((body) => (body.qr_code_id === undefined) !== (body.end_to_end_id === undefined), {
    path: ['qr_code_id'],
    message: 'give either this or end_to_end_id',
  })
  .transform((body) => ({
    qrCodeId: body.qr_code_id,
    endToEndId: body.end_to_end_id,
    reason: body.reason,
    situationType: body.situation_type,
    amountCents: body.amount,
    transactionDepth: body.transaction_depth,
    fundsRecoveryId: body.funds_recovery_id,
  }));

export const medProgressBody = z
  .object({
    infraction_report_status: z
      .enum(['OPEN', 'ACKNOWLEDGED', 'CLOSED', 'CANCELLED'], {
        error: 'must be OPEN, ACKNOWLEDGED, CLOSED or CANCELLED',
      })
      .optional(),
    analysis_result: word.optional(),
    analysis_details: text.max(2_000, 'must be at most 2000 characters').optional(),
    fraud_type: word.optional(),
    transaction_depth: transactionDepth.optional(),
    funds_recovery_id: networkId.optional(),
    refund_id: networkId.optional(),
    refund_status: z.enum(['OPEN', 'CLOSED', 'CANCELLED'], 'must be OPEN, CLOSED or CANCELLED').optional(),
    refund_amount: amount.optional(),
    refund_effective_amount: amount.optional(),
    refund_rejection_reason: word.optional(),
    refund_end_to_end_id: networkId.optional(),
  })
  .transform((body) => ({
    ...(body.infraction_report_status ? { status: body.infraction_report_status } : {}),
    analysisResult: body.analysis_result,
    analysisDetails: body.analysis_details,
    fraudType: body.fraud_type,
    transactionDepth: body.transaction_depth,
    fundsRecoveryId: body.funds_recovery_id,
    refund: {
      id: body.refund_id,
      status: body.refund_status,
      amountCents: body.refund_amount,
      sentCents: body.refund_effective_amount,
      rejectionReason: body.refund_rejection_reason,
      returnId: body.refund_end_to_end_id,
    },
  }));
