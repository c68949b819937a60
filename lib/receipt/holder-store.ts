// Reads only the holder of an account. Nothing else of the account is read, because the page of a receipt is public.

import type { AccountRef } from '../base/account-ref.ts';
import { balanceKey, holderAttributes } from '../platform/keys.ts';
import { type Database, readRows } from '../platform/table.ts';
import type { Holder } from './party.ts';

export type Holders = ReturnType<typeof makeHolders>;

export function makeHolders(db: Database) {
  const table = db.config.ACCOUNTS_TABLE;
  return {
    async get(account: AccountRef): Promise<Holder | undefined> {
      const [row] = await readRows(db, [{ table, key: balanceKey(account), only: holderAttributes }]);
      return row as Holder | undefined;
    },
  };
}
