// Writes a hundred to a million rows directly into the tables. Each row is a copy of one that the service wrote, with
// another id, key and time.

import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { randomIds } from '../lib/base/ids.ts';
import { cents } from '../lib/base/money.ts';
import type { Cashout } from '../lib/cashout/cashout.ts';
import { newListKeys, standingOf } from '../lib/cashout/list-keys.ts';
import type { Entry } from '../lib/ledger/entry.ts';
import { entryItems } from '../lib/ledger/entry-item.ts';
import { type MedCase, medList, medPosition } from '../lib/med-case/med-case.ts';
import type { documentClient, Row } from '../lib/platform/table.ts';
import type { WebhookRef } from '../lib/webhook/webhook.ts';
import { webhookKey } from '../lib/webhook/webhook-store.ts';

/**
 * Returns the time of an entry or a case. The times are half a minute apart and in future years, so that the rows come
 * after the existing ones.
 * @param row counts from 1
 */
export function instantOf(row: number): string {
  return new Date(Date.UTC(2030, 0, 1, 12) + row * 30_000).toISOString();
}

/** One cashout in sixteen has failed. */
export function cashoutRow(made: Cashout, row: number): Row {
  const [id, at] = [randomIds.cashoutId(), instantOf(row)];
  return {
    ...made,
    ...newListKeys(made.account, id, at),
    ...(row % 16 === 0 ? { status: 'ERROR', standing: standingOf(made.account, 'ERROR') } : {}),
    id,
    idempotencyKey: randomIds.uuid(),
    endToEndId: `${made.endToEndId?.slice(0, 21)}${randomIds.endToEndSuffix()}`,
    createdAt: at,
    approvedAt: at,
    reservedAt: at,
    endedAt: at,
  };
}

/**
 * Returns an item with only this entry.
 * @param made the last entry that the account wrote
 */
export function entryRow(made: Entry, account: Cashout['account'], row: number): Row {
  const own = { transactionId: 4e15 + row, seq: made.seq + row, time: instantOf(row) };
  return entryItems(account, [{ ...made, ...own }])[0] as Row;
}

/** Returns rows at the start of an account's list. Only the seventh case is closed, and the same list contains it. */
export function medRows(account: MedCase['account'], companyId: string, row: number): Row[] {
  const one = caseOf(account, companyId, row);
  const lists = row === 7 ? [{}, { reportStatus: 'CLOSED' }] : [{}];
  return lists.map((filter) => ({ ...one, pk: medList(account, filter), sk: medPosition(one) }));
}

/** Returns an id as long as a real one. Its length is constant, because the consumed units depend on the size. */
export const caseId = (row: number) => `00000000-0000-4000-8000-${String(row).padStart(12, '0')}`;

function caseOf(account: MedCase['account'], companyId: string, row: number): MedCase {
  const at = instantOf(row);
  const endToEndId = `E60701190202501011200${String(row).padStart(11, '0')}`;
  return {
    id: caseId(row),
    companyId,
    account,
    status: 'WAITING',
    report: {
      id: caseId(row),
      reason: 'RETURN_REQUEST',
      status: row === 7 ? 'CLOSED' : 'OPEN',
      createdAt: at,
      modifiedAt: at,
      amountCents: cents(1_000),
      reporterIspb: '60701190',
    },
    payment: { endToEndId, transactionId: 4e15 + row, amountCents: cents(1_000), at },
    recordedAt: at,
    updatedAt: at,
  };
}

/** An account has only a few webhooks, so the other rows belong to other accounts. */
export function webhookRow(made: Row & WebhookRef, row: number): Row {
  const account = { branch: '0009', number: String(row) };
  const ref = { id: row, account, createdAt: instantOf(row) };
  return { ...made, ...ref, ...webhookKey(ref) };
}

/**
 * The number of rows per commit. Each commit waits for the disk, and a transaction may contain four times as many rows
 * as a batch.
 */
const together = 100;
const parallel = 4;

/**
 * Writes the rows `from` to `to`, both inclusive.
 * @param progress called now and then with the number of rows and the rows per second
 */
export async function writeRows(
  client: ReturnType<typeof documentClient>,
  table: string,
  [from, to]: readonly [number, number],
  makeRows: (row: number) => Row[],
  progress: (rows: number, perSecond: number) => void,
): Promise<void> {
  const startedAt = performance.now();
  let toldAt = startedAt;
  let next = from;
  const write = async () => {
    while (next <= to) {
      const items: Row[] = [];
      // One call of `makeRows` may return two rows, because a row may be in two lists.
      while (next <= to && items.length < together - 1) items.push(...makeRows(next++));
      await client.send(
        new TransactWriteCommand({
          TransactItems: items.map((Item) => ({ Put: { TableName: table, Item } })),
        }),
      );
      const now = performance.now();
      if (now < toldAt + 5_000) continue;
      toldAt = now;
      progress(next - 1, ((next - from) / (now - startedAt)) * 1_000);
    }
  };
  await Promise.all(Array.from({ length: parallel }, write));
}
