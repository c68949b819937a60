// Reads the open work that may hold money: cashouts by account, chargebacks from their index `pending`,
// blocks of reported payments from their list. Also reads the rows themselves.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { listOldestIds, listOpenIds } from '../cashout/open-cashout-store.ts';
import type { Chargeback } from '../chargeback/chargeback.ts';
import { blockKey, type ListedBlock, makeBlocks } from '../med-case/block-store.ts';
import { listOpenKeys, readAll } from '../platform/open-rows.ts';
import type { Database, Key } from '../platform/table.ts';
import { type OpenWork, openBlock, openCashout, openChargeback } from './reconciliation.ts';

/** One piece of open work. `name` identifies its row. */
export type WorkRef = { kind: 'cashout' | 'chargeback' | 'block'; name: string; key: Key };

export type OpenWorkIndex = ReturnType<typeof makeOpenWorkIndex>;

export function makeOpenWorkIndex(db: Database) {
  const tables = {
    cashout: db.config.CASHOUTS_TABLE,
    chargeback: db.config.CHARGEBACKS_TABLE,
    block: db.config.MED_CASES_TABLE,
  };
  const { listBlocks } = makeBlocks(db);

  const refTo = (kind: WorkRef['kind'], key: Key): WorkRef => ({
    kind,
    name: `${kind} ${Object.values(key)}`,
    key,
  });

  return {
    /**
     * Lists open work in any order: the cashouts of these accounts, and all chargebacks and blocks. The indexes lag
     * behind the tables: new work may be missing, and ended work may still be listed.
     */
    async list(accounts: readonly AccountRef[]): Promise<WorkRef[]> {
      const [ids, chargebacks, blocks] = await Promise.all([
        listOpenIds(db, accounts),
        listOpenKeys(db, tables.chargeback, 'chargeback'),
        listBlocks(),
      ]);
      return [
        ...ids.map((id) => refTo('cashout', { id })),
        ...chargebacks.map(({ pk }) => refTo('chargeback', { pk: String(pk) })),
        ...blocks.map(({ endToEndId }) => refTo('block', blockKey(endToEndId))),
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
        return [{ ref, work: workIn(ref.kind, row) }];
      });
    },
  };
}

function workIn(kind: WorkRef['kind'], row: unknown): OpenWork {
  if (kind === 'cashout') return openCashout(row as Cashout);
  return kind === 'chargeback' ? openChargeback(row as Chargeback) : openBlock(row as ListedBlock);
}
