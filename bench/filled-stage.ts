// Opens a stage and fills its tables to a given size. The tables can be filled further later.

import { randomUUID } from 'node:crypto';
import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Queues } from '../lib/app/queues.ts';
import { accountKey } from '../lib/base/account-ref.ts';
import type { Cashout } from '../lib/cashout/cashout.ts';
import type { Entry } from '../lib/ledger/entry.ts';
import { type EntryItem, entriesOf } from '../lib/ledger/entry-item.ts';
import type { Row } from '../lib/platform/table.ts';
import type { WebhookRef } from '../lib/webhook/webhook.ts';
import { openClient } from './api-client.ts';
import { countingClient } from './count-calls.ts';
import { requestsOf } from './growth-requests.ts';
import { openStage } from './stage.ts';
import { cashoutRow, entryRow, medRows, webhookRow, writeRows } from './stored-rows.ts';
import { setStream } from './table-stream.ts';

/** Drops all messages, because these measurements end when the request is answered. */
const unsent: Queues = {
  send: async () => {},
  sendAll: async () => {},
  sendEvent: async () => {},
  sendAccountEvent: async () => {},
  sendDelivery: async () => {},
  sendExport: async () => {},
  sendBatch: async () => {},
  sendDeliveries: async () => {},
  offerPages: async () => ({ unsent: [] }),
  offer: async () => ({ unsent: [] }),
};

export type Filled = Awaited<ReturnType<typeof openFilled>>;

export async function openFilled(name: string, folder: string) {
  const stage = await openStage(name, folder);
  const tenant = await stage.openTenant({ accounts: 1, balance: 1_000_000 });
  const [own] = tenant.accounts;
  const account = {
    branch: own?.source_account_branch_identifier ?? '',
    number: own?.source_account_number ?? '',
  };
  // The clients of each stage use the engine of that stage, even if the environment names another engine later.
  const counted = countingClient(stage.engines.environment.AWS_ENDPOINT_URL_DYNAMODB);
  const deps = stage.with({ client: counted.client, queues: unsent });
  const client = await openClient(stage, tenant, deps);

  const address = { source_account_branch_identifier: account.branch, source_account_number: account.number };
  const wanted = { ...address, amount: 10, key: 'fulano@example.com' };
  const { body: created } = await client.post<{ id: number }>('/create-cashout', wanted, randomUUID());
  await client.post('/approve-cashout', { id: created.id });
  const message = { messageId: '1', body: JSON.stringify({ version: 1, ids: [created.id] }) };
  await stage.invoke('completeTransfer', { Records: [message] }, deps);
  await stage.invoke('fanOutWebhooks', { Records: [message] }, deps);
  for (const path of ['one', 'two', 'three']) {
    await client.post('/api/webhooks', { ...address, url: `http://localhost/${path}`, type_webhook: 'ALL' });
  }

  const { CASHOUTS_TABLE, STATEMENT_TABLE, WEBHOOKS_TABLE } = stage.config;
  const first = async (TableName: string, name: string, value: string) => {
    const ExpressionAttributeValues = { ':value': value };
    const query = { TableName, KeyConditionExpression: `${name} = :value`, ExpressionAttributeValues };
    const { Items = [] } = await counted.client.send(new QueryCommand({ ...query, ScanIndexForward: false }));
    if (!Items[0]) throw new Error(`the service has written no row to ${TableName}`);
    return Items[0];
  };
  const cashout = (await stage.deps.cashouts.get(created.id)) as Cashout;
  if (cashout.status !== 'SUCCESS') throw new Error(`the cashout to copy is ${cashout.status}`);
  const item = (await first(STATEMENT_TABLE, 'account', accountKey(account))) as EntryItem;
  const entry = entriesOf(item).at(-1)?.entry as Entry;
  const webhook = (await first(WEBHOOKS_TABLE, 'pk', `ACCOUNT#${accountKey(account)}`)) as Row & WebhookRef;
  const stored = { rows: 0, others: 0 };
  const remove = async (ids: readonly number[]) => {
    for (const id of ids)
      await counted.client.send(new DeleteCommand({ TableName: CASHOUTS_TABLE, Key: { id } }));
  };

  return {
    stage,
    counted,
    tenant,
    account,
    made: { cashout, entry, webhook },
    stored,
    requests: () =>
      requestsOf(client, account, { before: entry.seq, entries: stored.rows, cases: stored.others }, remove),
  };
}

/** Writes the rows that are missing for the given size. */
export async function fillTo(
  { stage, counted, tenant, account, made, stored }: Filled,
  { rows, others }: { rows: number; others: number },
  progress: (text: string) => void,
): Promise<void> {
  const { CASHOUTS_TABLE, STATEMENT_TABLE, MED_CASES_TABLE, WEBHOOKS_TABLE } = stage.config;
  const write = (table: string, range: readonly [number, number], makeRows: (row: number) => Row[]) =>
    writeRows(counted.client, table, range, makeRows, (row, perSecond) =>
      progress(`${row} of ${range[1]} rows in ${table}, ${perSecond.toFixed(0)} a second`),
    );
  const more = [stored.rows + 1, rows] as const;
  // The stream stays off until the rows are written (table-stream.ts explains why).
  await setStream(counted.client, CASHOUTS_TABLE, false);
  await write(CASHOUTS_TABLE, more, (row) => [cashoutRow(made.cashout, row)]);
  await setStream(counted.client, CASHOUTS_TABLE, true);
  await write(STATEMENT_TABLE, more, (row) => [entryRow(made.entry, account, row)]);
  const moreOthers = [stored.others + 1, others] as const;
  await write(MED_CASES_TABLE, moreOthers, (row) => medRows(account, tenant.company_id, row));
  await write(WEBHOOKS_TABLE, moreOthers, (row) => [webhookRow(made.webhook, row)]);
  Object.assign(stored, { rows, others });
}
