// Reads our account at Woovi: its balance, and its id. Payments name no account, so they are paid from the default one.

import * as z from 'zod';
import { cents } from '../../base/money.ts';
import type { ReadBalance } from '../balance.ts';
import type { CallPsp } from '../psp-client.ts';

const money = z.object({ total: z.int(), blocked: z.int() });
const account = z.object({ accountId: z.string().min(1), isDefault: z.boolean(), balance: z.unknown() });
const list = z.object({ accounts: z.array(account), pageInfo: z.object({ hasNextPage: z.boolean() }) });

const perPage = 100;
/** Maximum number of pages, more than a company should have. */
const pagesMax = 10;

export const makeWooviBalance =
  (call: CallPsp): ReadBalance =>
  async () => {
    const { total, blocked } = money.parse((await findDefault(call)).balance);
    return { balanceCents: cents(total), blockedCents: cents(blocked) };
  };

/** Names our account: Woovi's id of the default account. A token of another company has another default account. */
export const readIdentity = async (call: CallPsp): Promise<string> =>
  `account ${(await findDefault(call)).accountId}`;

async function findDefault(call: CallPsp): Promise<z.output<typeof account>> {
  for (let page = 0; page < pagesMax; page++) {
    const path = `/api/v1/account/?skip=${page * perPage}&limit=${perPage}`;
    const { status, body } = await call({ method: 'GET', path });
    const read = status === 200 ? list.safeParse(body) : undefined;
    if (!read?.success) throw new Error(`Woovi did not list our accounts: ${status}`);
    const own = read.data.accounts.find(({ isDefault }) => isDefault);
    if (own) return own;
    if (!read.data.pageInfo.hasNextPage) break;
  }
  throw new Error('Woovi lists no default account');
}
