// Work that may hold money: what stands in the `due` indexes of cashouts and chargebacks, and the rows behind it.

import type { Cashout } from '../cashout.ts';
import type { Chargeback } from '../chargeback.ts';
import { lanesOf } from '../open-work.ts';
import { type OpenWork, openCashout, openChargeback } from '../reconciliation.ts';
import { type Door, type Key, queryAll, readRows } from './table.ts';

/** `name`: the same for the same row. */
export type WorkRef = { kind: 'cashout' | 'chargeback'; name: string; key: Key };

/** Keys that one call may ask for. */
const perCall = 100;

export type OpenWorkIndex = ReturnType<typeof makeOpenWorkIndex>;

export function makeOpenWorkIndex(door: Door) {
  const tables = { cashout: door.config.CASHOUTS_TABLE, chargeback: door.config.CHARGEBACKS_TABLE };

  async function listLane(kind: WorkRef['kind'], lane: string): Promise<WorkRef[]> {
    const rows = await queryAll(door, {
      TableName: tables[kind],
      IndexName: 'due',
      KeyConditionExpression: 'lane = :lane',
      ExpressionAttributeValues: { ':lane': lane },
    });
    return rows.map(({ id, pk }) => {
      const key: Key = kind === 'cashout' ? { id: Number(id) } : { pk: String(pk) };
      return { kind, name: `${kind} ${Object.values(key)}`, key };
    });
  }

  return {
    /** Everything in the indexes, in any order. They lag: what has just begun may be missing, what has ended be there. */
    async list(): Promise<WorkRef[]> {
      const kinds = ['cashout', 'chargeback'] as const;
      const lanes = kinds.flatMap((kind) => lanesOf(kind).map((lane) => listLane(kind, lane)));
      return (await Promise.all(lanes)).flat();
    },

    /** The rows as they are now, strongly read. Each may be asked for once. */
    async read(refs: readonly WorkRef[]): Promise<{ ref: WorkRef; work: OpenWork }[]> {
      const found: { ref: WorkRef; work: OpenWork }[] = [];
      for (let from = 0; from < refs.length; from += perCall) {
        const some = refs.slice(from, from + perCall);
        const rows = await readRows(
          door,
          some.map(({ kind, key }) => ({ table: tables[kind], key })),
        );
        for (const [index, ref] of some.entries()) {
          const row = rows[index];
          if (!row) continue;
          const work =
            ref.kind === 'cashout'
              ? openCashout(row as unknown as Cashout)
              : openChargeback(row as unknown as Chargeback);
          found.push({ ref, work });
        }
      }
      return found;
    },
  };
}
