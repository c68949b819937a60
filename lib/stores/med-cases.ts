// MED cases: one row each, and a copy in every list it matches (eight: with and without each filter), so that a page
// of any filter costs its page. Cases are rare, so eight writes are cheaper than one filter that reads everything.

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { AccountRef } from '../cashout.ts';
import { type MedCase, type MedFilter, medList, medLists, medPosition } from '../med-case.ts';
import type { Direction, MedCursor } from '../page.ts';
import { queryPage } from './page-query.ts';
import { type Action, type Door, type Row, transact } from './table.ts';

const caseKey = (id: string) => ({ pk: `MED#${id}`, sk: 'MED' });

export type MedCases = ReturnType<typeof makeMedCases>;

export function makeMedCases(door: Door) {
  const table = door.config.MED_CASES_TABLE;
  const bare = ({ pk: _pk, sk: _sk, ...medCase }: Row) => medCase as unknown as MedCase;

  return {
    async get(id: string): Promise<MedCase | undefined> {
      const get = new GetCommand({ TableName: table, Key: caseKey(id), ConsistentRead: true });
      const { Item } = await door.client.send(get);
      return Item && bare(Item);
    },

    /** Writes a case in place of the one that was read, if nobody has done so meanwhile. */
    async put(medCase: MedCase, read: MedCase | undefined): Promise<boolean> {
      const sk = medPosition(medCase);
      const lists = medLists(medCase);
      const left = read ? medLists(read).filter((list) => !lists.includes(list)) : [];
      const row: Action = {
        Put: {
          TableName: table,
          Item: { ...medCase, ...caseKey(medCase.id) },
          ConditionExpression: read ? '#report.#modifiedAt = :seen' : 'attribute_not_exists(pk)',
          ...(read
            ? {
                ExpressionAttributeNames: { '#report': 'report', '#modifiedAt': 'modifiedAt' },
                ExpressionAttributeValues: { ':seen': read.report.modifiedAt },
              }
            : {}),
        },
      };
      const result = await transact(door, [
        row,
        ...lists.map((pk): Action => ({ Put: { TableName: table, Item: { ...medCase, pk, sk } } })),
        ...left.map((pk): Action => ({ Delete: { TableName: table, Key: { pk, sk } } })),
      ]);
      return result.done;
    },

    /**
     * Cases of one account with start <= creation <= end that match the filter, on one side of the cursor: newest
     * first for `next`, oldest first for `previous`. One query; it costs what it returns.
     */
    async list(
      account: AccountRef,
      filter: MedFilter,
      range: {
        start: string;
        end: string;
        limit: number;
        cursor?: MedCursor | undefined;
        direction: Direction;
      },
    ): Promise<MedCase[]> {
      const cursor =
        range.cursor && medPosition({ id: range.cursor.id, report: { createdAt: range.cursor.at } });
      const of = { table, partitionName: 'pk', partition: medList(account, filter), positionName: 'sk' };
      return (await queryPage(door, of, { ...range, cursor })).map(bare);
    },
  };
}
