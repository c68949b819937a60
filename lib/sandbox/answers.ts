// Defines the schemas of the sandbox's answers.

import * as z from 'zod';
import { named } from '../base/meanings.ts';
import { id, orNull, text, worked } from '../base/pieces.ts';

const account = named(
  'SandboxAccount',
  z.object({
    source_account_branch_identifier: text,
    source_account_number: text,
    balance: z.number(),
    pix_key: orNull(text),
  }),
  {
    balance: ['In reais.', 10_000],
    pix_key: ['PIX key of the account.', '9e107d9d-372b-4b6e-8d5c-1a2b3c4d5e6f'],
  },
);

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
export const refund = named('RehearsedReturn', z.object({ worked, return_id: text }), {
  return_id: ['The network’s id of the return.', 'D99999011202611211200abcdefghijk'],
});
export const qrCode = z
  .object({ worked, qr_code_id: id, copy_and_paste: text })
  .meta({ id: 'RehearsedQrCode' });
export const pixIn = z
  .object({ worked, qr_code_id: id, transaction_id: id, end_to_end_id: text })
  .meta({ id: 'RehearsedPayment' });
export const med = named('RehearsedMedCase', z.object({ worked, id: text }), {
  id: ['Id of the case.', '3fa8f8a8-66b4-470d-a56c-1fe888da7d18'],
});
