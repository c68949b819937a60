// Reads the open work that may hold money: cashouts by account, chargebacks from their index `pending`. Also reads the
// rows of cashouts and chargebacks.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { listOldestIds, listOpenIds } from '../cashout/open-cashout-store.ts';
import type { Chargeback } from '../chargeback/chargeback.ts';
import { listOpenKeys, readAll } from '../platform/open-rows.ts';
import type { Database, Key } from '../platform/table.ts';
import { type OpenWork, openCashout, openChargeback } from './reconciliation.ts';

/** One piece of open work. `name` identifies its row. */
export type WorkRef = { kind: 'cashout' | 'chargeback'; name: string; key: Key };

export type OpenWorkIndex = ReturnType<typeof makeOpenWorkIndex>;

export function makeOpenWorkIndex(db: Database) {
  const tables = { cashout: db.config.CASHOUTS_TABLE, chargeback: db.config.CHARGEBACKS_TABLE };

  const refTo = (kind: WorkRef['kind'], key: Key): WorkRef => ({
    kind,
    name: `${kind} ${Object.values(key)}`,
    key,
  });

  return {
    /**
     * Lists the work in the indexes, in any order: the cashouts of these accounts, and all chargebacks. The indexes lag
     * behind the tables: new work may be missing, and ended work may still be listed.
     */
    async list(accounts: readonly AccountRef[]): Promise<WorkRef[]> {
      const [ids, chargebacks] = await Promise.all([
        listOpenIds(db, accounts),
        listOpenKeys(db, tables.chargeback, 'chargeback'),
      ]);
      return [
        ...ids.map((id) => refTo('cashout', { id })),
        ...chargebacks.map(({ pk }) => refTo('chargeback', { pk: String(pk) })),
      ];
    },

    /**
     * Returns a cashout of the account that is in the index `open`. Its row is read strongly consistently, to confirm
     * that the row is there.
     */
    async findOpenCashout(account: AccountRef): Promise<Cashout | undefined> {
      const ids = await listOldestIds(db, account);
      const rows = await readAll(
        db,
        ids.map((id) => ({ table: tables.cashout, key: { id } })),
      );
      return (rows as (Cashout | undefined)[]).find((row) => row?.openAccount !== undefined);
    },

    /** Reads the current rows strongly consistently. One call must not contain a row twice. */
    async read(refs: readonly WorkRef[]): Promise<{ ref: WorkRef; work: OpenWork }[]> {
      const rows = await readAll(
        db,
        refs.map(({ kind, key }) => ({ table: tables[kind], key })),
      );
      return refs.flatMap((ref, index) => {
        const row: unknown = rows[index];
        if (!row) return [];
        const work = ref.kind === 'cashout' ? openCashout(row as Cashout) : openChargeback(row as Chargeback);
        return [{ ref, work }];
      });
    },
  };
}
