// What the sandbox answers, as schemas.

import * as z from 'zod';
import { id, orNull, text, worked } from '../base/pieces.ts';

const account = z
  .object({
    source_account_branch_identifier: text,
    source_account_number: text,
    balance: z.number(),
    pix_key: orNull(text),
  })
  .meta({ id: 'SandboxAccount' });

const client = z.object({
  company_id: text,
  user_id: text,
  client_id: text,
  client_secret: text,
  hmac_secret: text,
  mfa_secret: text,
  accounts: z.array(account),
});
export const openedClient = client.meta({ id: 'SandboxClient' });
export const tenant = client.extend({ name: text, legal_id: text }).meta({ id: 'OpenedTenant' });

export const done = z.object({ worked, message: text }).meta({ id: 'Done' });
export const refund = z.object({ worked, return_id: text }).meta({ id: 'RehearsedReturn' });
export const qrCode = z
  .object({ worked, qr_code_id: id, copy_and_paste: text })
  .meta({ id: 'RehearsedQrCode' });
export const pixIn = z
  .object({ worked, qr_code_id: id, transaction_id: id, end_to_end_id: text })
  .meta({ id: 'RehearsedPayment' });
export const med = z.object({ worked, id: text }).meta({ id: 'RehearsedMedCase' });
