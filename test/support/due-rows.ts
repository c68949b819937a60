// Writes rows of open work directly into the tables. The test chooses their number and when they are due.

import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { watchShardOf } from '../../lib/account/watch.ts';
import type { AccountRef } from '../../lib/base/account-ref.ts';
import { openPartitionOf } from '../../lib/cashout/open-partition.ts';
import { watchKey } from '../../lib/platform/keys.ts';
import type { WorkKind } from '../../lib/platform/open-work.ts';
import { shardOf } from '../../lib/platform/open-work.ts';
import { deliveryShardOf } from '../../lib/webhook/delivery.ts';
import { openClient } from './clients.ts';
import type { Stack } from './stack.ts';

export type Kind = Exclude<WorkKind, 'export' | 'batch'> | 'cashout';

type DueRow = { number: number; account: AccountRef; dueAt: string };

const tables = {
  cashout: 'CASHOUTS_TABLE',
  chargeback: 'CHARGEBACKS_TABLE',
  delivery: 'DELIVERIES_TABLE',
} as const satisfies Record<Kind, string>;

function itemOf(kind: Kind, { number, account, dueAt }: DueRow): Record<string, unknown> {
  const shared = { account, dueAt, resumes: 0 };
  const since = '2026-11-01T00:00:00.000Z';
  if (kind === 'cashout')
    return {
      ...shared,
      id: number,
      status: 'PROCESSING',
      approvedAt: since,
      pendingEvents: [],
      openAccount: openPartitionOf(account, number),
    };
  if (kind === 'chargeback')
    return {
      ...shared,
      pk: `CHARGEBACK#${number}`,
      id: number,
      status: 'PENDING',
      shard: shardOf(kind, number),
    };
  const webhookId = Number(account.number);
  return {
    ...shared,
    webhookId,
    sequence: number,
    webhookCreatedAt: since,
    eventId: `cashout-${number}-created`,
    status: 'PENDING',
    revision: 0,
    shard: deliveryShardOf(webhookId, number),
  };
}

const perCall = 25;

export async function putDueRows(stack: Stack, kind: Kind, rows: readonly DueRow[]): Promise<void> {
  const client = openClient();
  const table = stack.config[tables[kind]];
  for (let from = 0; from < rows.length; from += perCall) {
    const puts = rows.slice(from, from + perCall).map((row) => ({ PutRequest: { Item: itemOf(kind, row) } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [table]: puts } }));
  }
  if (kind === 'cashout') await watchAccounts(stack, rows);
}

async function watchAccounts(stack: Stack, rows: readonly DueRow[]): Promise<void> {
  const client = openClient();
  for (const { account, dueAt: watchAt } of new Map(rows.map((row) => [row.account, row])).values()) {
    const Item = { ...watchKey(account), watchShard: watchShardOf(account), watchAt };
    await client.send(new PutCommand({ TableName: stack.config.ACCOUNTS_TABLE, Item }));
  }
}
