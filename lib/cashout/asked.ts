// Converts the payee in the body of a create call to the form that the operations take.

import type * as z from 'zod';
import { parsePixKey } from '../account/pix-key.ts';
import type { AskedCashout, ManualRecipient } from './cashout.ts';
import { fieldsOf, type InBodies } from './request-fields.ts';
import type { createCashoutBody, createCashoutManualBody, createFromCodeBody } from './schemas.ts';

/** The fields that the bodies of all create calls have. */
export type CommonBody = Omit<z.output<typeof createFromCodeBody>, 'copy_and_paste'>;

type OfAccount = 'source_account_branch_identifier' | 'source_account_number';

/** Returns the common fields of a body in the form of a request. The payee is read separately. */
export function askedInAll(body: Omit<CommonBody, OfAccount>): Pick<AskedCashout, InBodies> {
  return { tag: '', ...fieldsOf(body) };
}

/**
 * Reads a payee that is a PIX key. A malformed key is kept unchanged; the operation refuses it later with the
 * contract's 400.
 */
export const askedByKey = ({
  key,
  recipient_legal_id: ownerLegalId,
}: Pick<z.output<typeof createCashoutBody>, 'key' | 'recipient_legal_id'>): Pick<
  AskedCashout,
  'pixKey' | 'ownerLegalId'
> => ({
  pixKey: parsePixKey(key)?.value ?? key,
  ...(ownerLegalId ? { ownerLegalId } : {}),
});

/** Reads a payee that is given by bank details. */
export function recipientOf(
  body: Omit<z.output<typeof createCashoutManualBody>, keyof CommonBody>,
): ManualRecipient {
  return {
    branch: body.recipient_account_branch,
    branchDigit: body.recipient_account_branch_digit,
    accountNumber: body.recipient_account_number,
    accountDigit: body.recipient_account_number_digit,
    accountType: body.recipient_account_type,
    name: body.recipient_name,
    legalId: body.recipient_legal_id,
    ispb: body.recipient_instution,
  };
}
