// Reads whole tables in pages, for data without an index. Also blanks a row, on the condition that the row has not
// changed.

import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { type MedCase, medLists, medPosition } from '../med-case/med-case.ts';
import { change } from '../platform/expression.ts';
import { type Action, type Database, type Key, transact } from '../platform/table.ts';
import { updateRow } from '../platform/update-row.ts';
import { blanked, type Holding } from './holding.ts';
import type { Place, Row } from './place.ts';

/** The size of a table. `bytes`, `items`: DynamoDB's own counts, which are updated about every six hours. */
export type Size = { place: Place; items: number; bytes: number };
export type Page = { rows: Row[]; next: string | undefined; units: number };

/** Maximum number of rows on a page. DynamoDB also ends a page after 1 MB. */
const rowsMax = 500;

export type Holdings = ReturnType<typeof makeHoldings>;

export function makeHoldings(db: Database) {
  const { config } = db;
  const tables: Record<Place, { table: string; keys: readonly string[] }> = {
    accounts: { table: config.ACCOUNTS_TABLE, keys: ['pk', 'sk'] },
    cashouts: { table: config.CASHOUTS_TABLE, keys: ['id'] },
    'qr-codes': { table: config.QR_CODES_TABLE, keys: ['id'] },
    chargebacks: { table: config.CHARGEBACKS_TABLE, keys: ['pk'] },
    'med-cases': { table: config.MED_CASES_TABLE, keys: ['pk', 'sk'] },
    markers: { table: config.MARKERS_TABLE, keys: ['id'] },
    incidents: { table: config.INCIDENTS_TABLE, keys: ['id'] },
  };
  const keyOf = (place: Place, row: Row) =>
    Object.fromEntries(tables[place].keys.map((name) => [name, row[name]])) as Key;

  /** Writes a MED case and its copies in lists: all or none. */
  async function writeMedCase(row: Row, expression: ReturnType<typeof change>): Promise<boolean> {
    const medCase = row as unknown as MedCase;
    const copies = medLists(medCase).map((pk) => ({ pk, sk: medPosition(medCase) }));
    const { table } = tables['med-cases'];
    const writes = [keyOf('med-cases', row), ...copies].map(
      (key): Action => ({ Update: { TableName: table, Key: key, ...expression } }),
    );
    return (await transact(db, writes)).done;
  }

  return {
    async size(place: Place): Promise<Size> {
      const { Table } = await db.client.send(new DescribeTableCommand({ TableName: tables[place].table }));
      return { place, items: Table?.ItemCount ?? 0, bytes: Table?.TableSizeBytes ?? 0 };
    },

    /**
     * Reads a page with eventually consistent reads, at half the price.
     * @param after `next` of the page before
     */
    async scan(place: Place, after: string | undefined): Promise<Page> {
      const scan = new ScanCommand({
        TableName: tables[place].table,
        Limit: rowsMax,
        ReturnConsumedCapacity: 'TOTAL',
        ...(after === undefined ? {} : { ExclusiveStartKey: JSON.parse(after) as Row }),
      });
      const { Items = [], LastEvaluatedKey, ConsumedCapacity } = await db.client.send(scan);
      const next = LastEvaluatedKey && JSON.stringify(LastEvaluatedKey);
      return { rows: Items, next, units: ConsumedCapacity?.CapacityUnits ?? 0 };
    },

    /**
     * Blanks a row. Returns false if the row was changed in the meantime.
     * @param at ISO, UTC
     */
    async blank({ place, fields, guards }: Holding, row: Row, at: string): Promise<boolean> {
      const set = { ...blanked(row, fields), blankedAt: at };
      const seen = [...new Set([...Object.keys(set), ...guards])].filter((name) => name !== 'blankedAt');
      const when = seen.map((name) =>
        row[name] === undefined ? `attribute_not_exists(#${name})` : `#${name} = :${name}`,
      );
      const values = Object.fromEntries(
        seen.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])),
      );
      const expression = change({ set, when: when.join(' AND '), values });
      if (place === 'med-cases') return writeMedCase(row, expression);
      return (await updateRow(db, tables[place].table, keyOf(place, row), expression)).done;
    },
  };
}
