// Open work that may hold money: the indexes `owed` of cashouts and chargebacks, and their rows.

import type { Cashout } from '../cashout/cashout.ts';
import type { Chargeback } from '../chargeback/chargeback.ts';
import { listOpenKeys, readAll } from '../platform/open-rows.ts';
import type { Database, Key } from '../platform/table.ts';
import { type OpenWork, openCashout, openChargeback } from './reconciliation.ts';

/** `name`: the same for the same row. */
export type WorkRef = { kind: 'cashout' | 'chargeback'; name: string; key: Key };

export type OpenWorkIndex = ReturnType<typeof makeOpenWorkIndex>;

export function makeOpenWorkIndex(db: Database) {
  const tables = { cashout: db.config.CASHOUTS_TABLE, chargeback: db.config.CHARGEBACKS_TABLE };

  async function listKind(kind: WorkRef['kind']): Promise<WorkRef[]> {
    const rows = await listOpenKeys(db, tables[kind], kind);
    return rows.map(({ id, pk }) => {
      const key: Key = kind === 'cashout' ? { id: Number(id) } : { pk: String(pk) };
      return { kind, name: `${kind} ${Object.values(key)}`, key };
    });
  }

  return {
    /**
     * Everything in the indexes, in any order. They lag: new work may be missing, and ended work still there.
     */
    async list(): Promise<WorkRef[]> {
      return (await Promise.all([listKind('cashout'), listKind('chargeback')])).flat();
    },

    /** The rows as they are now, by consistent reads. A row must not be asked for twice in one call. */
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
