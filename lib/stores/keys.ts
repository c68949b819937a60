// Keys of the accounts table, which holds everything a request needs to know about its caller.

import type { AccountRef } from '../cashout.ts';
import { accountKey } from '../ledger.ts';

export const companyKey = (companyId: string) => ({ pk: `COMPANY#${companyId}`, sk: 'COMPANY' });
export const clientKey = (clientId: string) => ({ pk: `CLIENT#${clientId}`, sk: 'CLIENT' });
export const clientPlaceKey = (companyId: string, clientId: string) => ({
  pk: companyKey(companyId).pk,
  sk: clientKey(clientId).pk,
});
export const userKey = (userId: string) => ({ pk: `USER#${userId}`, sk: 'USER' });
export const policyKey = (userId: string, account: AccountRef) => ({
  pk: `USER#${userId}`,
  sk: `POLICY#${accountKey(account)}`,
});
export const balanceKey = (account: AccountRef) => ({ pk: `ACCOUNT#${accountKey(account)}`, sk: 'BALANCE' });
export const pixKeyKey = (pixKey: string) => ({ pk: `PIXKEY#${pixKey}`, sk: 'PIXKEY' });
