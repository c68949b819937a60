// Compares the cashouts of a copy with the present ones, page by page.

import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { accountKey } from '../../lib/base/account-ref.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { readAll } from '../../lib/platform/open-rows.ts';
import type { Books } from './books.ts';
import { isMovingAt, wrongIn } from './judge-cashout.ts';

export type Counted = { count: number; cents: number };
type Wrong = { id: number; what: string[] };

export type CashoutDifference = {
  /** The number of cashouts that existed at the restored second. */
  compared: number;
  /** Counts new rows by their status, and changed rows by 'STATUS to STATUS'. */
  created: Record<string, Counted>;
  moved: Record<string, Counted>;
  /**
   * Cashouts that were in progress or scheduled at the restored second, and have started or ended since. If the copy
   * replaced the table, they would be sent again.
   */
  wouldBeSentAgain: Counted;
  /**
   * Cashouts that were approved or created after the restored second. They may have been sent, but the copy does not
   * show it.
   */
  unknownToCopy: Counted;
  wrong: Wrong[];
  /** The accounts with a cashout that changed shortly before or after the restored second. */
  moving: Set<string>;
};

/** The number of rows per read. */
const perRead = 100;

export async function compareCashouts(
  then: Books,
  now: Books,
  at: Date,
  withinMs: number,
  tell: (rows: number) => void,
): Promise<CashoutDifference> {
  const none = (): Counted => ({ count: 0, cents: 0 });
  const found: CashoutDifference = {
    compared: 0,
    created: {},
    moved: {},
    wouldBeSentAgain: none(),
    unknownToCopy: none(),
    wrong: [],
    moving: new Set(),
  };
  const add = (counted: Counted, { request }: Cashout) => {
    counted.count += 1;
    counted.cents += request.amountCents;
  };
  const addTo = (counts: Record<string, Counted>, name: string, cashout: Cashout) => {
    counts[name] ??= none();
    add(counts[name], cashout);
  };
  const noteMoving = (cashout: Cashout) => {
    if (isMovingAt(cashout, at, withinMs)) found.moving.add(accountKey(cashout.account));
  };

  for await (const page of pagesOf(then)) {
    const present = await rowsOf(now, page);
    for (const before of page) {
      const row = present.get(before.id);
      noteMoving(before);
      if (row) noteMoving(row);
      const what = wrongIn(before, row);
      if (what.length > 0) found.wrong.push({ id: before.id, what });
      if (!row || row.status === before.status) continue;
      addTo(found.moved, `${before.status} to ${row.status}`, row);
      // A scheduled cashout that has started since the restored second would start again if the copy replaced the
      // table.
      const isStarted = before.status === 'NEW' && before.approvedAt && row.reservedAt;
      if (before.status === 'PROCESSING' || isStarted) add(found.wouldBeSentAgain, row);
      else if (before.status === 'NEW' && row.approvedAt) add(found.unknownToCopy, row);
    }
    found.compared += page.length;
    tell(found.compared);
  }

  const since = new Date(at.getTime() - withinMs).toISOString();
  for await (const page of pagesOf(now, since)) {
    const copied = await rowsOf(then, page);
    for (const row of page) {
      if (copied.has(row.id)) continue;
      noteMoving(row);
      addTo(found.created, row.status, row);
      if (row.approvedAt) add(found.unknownToCopy, row);
    }
  }
  return found;
}

/** @param createdSince if set, only rows created at or after this time are returned, although all rows are read */
async function* pagesOf(books: Books, createdSince?: string): AsyncGenerator<Cashout[]> {
  const filter = createdSince
    ? { FilterExpression: 'createdAt >= :since', ExpressionAttributeValues: { ':since': createdSince } }
    : {};
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await books.db.client.send(
      new ScanCommand({ TableName: books.config.CASHOUTS_TABLE, ExclusiveStartKey, ...filter }),
    );
    const rows = (page.Items ?? []) as Cashout[];
    for (let from = 0; from < rows.length; from += perRead) yield rows.slice(from, from + perRead);
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}

async function rowsOf(books: Books, rows: readonly Cashout[]): Promise<Map<number, Cashout>> {
  const table = books.config.CASHOUTS_TABLE;
  const keys = rows.map(({ id }) => ({ table, key: { id } }));
  const found = (await readAll(books.db, keys)) as (Cashout | undefined)[];
  return new Map(found.flatMap((row) => (row ? [[row.id, row] as const] : [])));
}
