// Reads the balance of our account at Efí.

import * as z from 'zod';
import { cents } from '../../base/money.ts';
import type { ReadBalance } from '../balance.ts';
import type { CallPsp } from '../psp-client.ts';
import { parseBalance } from './statement.ts';

const balanceText = z.string().transform((text, context) => {
  const balance = parseBalance(text);
  if (balance !== undefined) return cents(balance);
  context.addIssue({ code: 'custom', message: 'no balance' });
  return z.NEVER;
});
const balanceSaid = z.object({
  saldo: balanceText,
  bloqueios: z.object({ total: balanceText }).optional(),
});

export const makeEfiBalance =
  (call: CallPsp): ReadBalance =>
  async () => {
    const { status, body } = await call({ method: 'GET', path: '/v2/gn/saldo?bloqueios=true' });
    const read = balanceSaid.safeParse(body);
    if (status !== 200 || !read.success) throw new Error(`PSP did not return the balance: ${status}`);
    return { balanceCents: read.data.saldo, blockedCents: read.data.bloqueios?.total ?? cents(0) };
  };
