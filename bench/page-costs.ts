// npm run measure:pages: what one page of the statement and of the MED list costs, in consumed read units, beside a
// hundred rows and beside a hundred thousand. Rows are written straight into the tables; pages are read through the API.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { AccountRef } from '../lib/cashout.ts';
import type { Entry } from '../lib/ledger.ts';
import { type MedCase, medList, medPosition } from '../lib/med-case.ts';
import { cents } from '../lib/money.ts';
import { entryItem } from '../lib/stores/statement.ts';
import { documentClient } from '../lib/stores/table.ts';
import type { makeClient } from '../local/client.ts';
import { startEngines } from '../local/engines.ts';
import { openInProcess, renamed } from '../local/in-process.ts';
import { readService } from '../local/service.ts';

const counts = [100, 100_000];
const engines = await startEngines();
Object.assign(process.env, engines.environment, {
  AWS_REGION: 'sa-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
});
const clients = {
  dynamo: new DynamoDBClient({}),
  streams: new DynamoDBStreamsClient({}),
  sqs: new SQSClient({}),
};
const stack = await openInProcess(
  renamed(await readService(), 'pages'),
  clients,
  { SANDBOX_KEY: 'local' },
  { log: { info() {}, warn() {}, error() {} } },
);
const table: Record<string, Record<string, string>> = {};
try {
  for (const count of counts) await measure(count);
  console.table(table);
} finally {
  await engines.stop();
}

async function measure(count: number): Promise<void> {
  const answer = await stack.send({
    method: 'POST',
    path: '/sandbox/tenants',
    headers: { 'x-sandbox-key': 'local' },
    body: '{"balance": 0}',
  });
  const tenant = answer.body as Parameters<typeof makeClient>[0] & {
    company_id: string;
    accounts: { source_account_branch_identifier: string; source_account_number: string }[];
  };
  const [own] = tenant.accounts;
  const account = {
    branch: own?.source_account_branch_identifier ?? '',
    number: own?.source_account_number ?? '',
  };
  await fill(count, account, tenant.company_id);

  const { readPage } = await readerFor(tenant);
  const statement = `/v3/account-statements/${account.branch}/${account.number}?start=2020-01-01&end=2099-01-01`;
  const pages: [string, string][] = [
    ['statement, first page of 50', statement],
    ['statement, page in the middle', `${statement}&cursor_id=${count / 2}&cursor_datetime=${at(count / 2)}`],
    ['statement, last page', `${statement}&cursor_id=51&cursor_datetime=${at(51)}`],
    ['MED, first page of 50', '/v3/meds/'],
    ['MED, page in the middle', `/v3/meds/?id=case-${count / 2}&dt=${at(count / 2)}`],
    ['MED, one day', '/v3/meds/?filter_start_date=2025-01-01&filter_end_date=2025-01-01'],
    ['MED, the one case in all that is CLOSED', '/v3/meds/?infraction_report_status=CLOSED'],
  ];
  for (const [name, path] of pages) {
    const { rows, units } = await readPage(path);
    table[name] ??= {};
    (table[name] as Record<string, string>)[`${count} rows`] = `${units} units for ${rows} rows`;
  }
}

/** Reads a page as the tenant, counting what its queries consume; looking up caller and policies is left out. */
async function readerFor(tenant: { client_id: string; client_secret: string }) {
  const basic = Buffer.from(`${tenant.client_id}:${tenant.client_secret}`).toString('base64');
  const { body } = await stack.send({
    method: 'POST',
    path: '/oauth2/token',
    headers: { authorization: `Basic ${basic}` },
    body: 'grant_type=client_credentials',
  });
  const authorization = `Bearer ${(body as { access_token: string }).access_token}`;
  const readPage = async (path: string) => {
    const client = documentClient(new DynamoDBClient({}));
    let units = 0;
    client.middlewareStack.add(
      (next) => async (args) => {
        const input = { ...args.input, ReturnConsumedCapacity: 'TOTAL' };
        const answer = await next({ ...args, input });
        const { ConsumedCapacity: used } = answer.output as {
          ConsumedCapacity?: { TableName?: string; CapacityUnits?: number };
        };
        if (/statement|med-cases/.test(used?.TableName ?? '')) units += used?.CapacityUnits ?? 0;
        return answer;
      },
      { step: 'initialize' },
    );
    const call = { method: 'GET', path, headers: { authorization } };
    const page = (await stack.send(call, stack.with({ client }))).body as { results: unknown[] };
    return { rows: page.results.length, units };
  };
  return { readPage };
}

/** One row a minute from the first of 2025. */
function at(row: number): string {
  return new Date(Date.UTC(2025, 0, 1, 12) + row * 60_000).toISOString();
}

async function fill(count: number, account: AccountRef, companyId: string): Promise<void> {
  const { STATEMENT_TABLE, MED_CASES_TABLE } = stack.config;
  const client = documentClient();
  const write = async (name: string, items: object[]) => {
    for (let start = 0; start < items.length; start += 250) {
      const batches = Array.from({ length: 10 }, (_, batch) =>
        items.slice(start + batch * 25, start + batch * 25 + 25),
      ).filter((batch) => batch.length > 0);
      await Promise.all(
        batches.map((batch) =>
          client.send(
            new BatchWriteCommand({
              RequestItems: { [name]: batch.map((Item) => ({ PutRequest: { Item } })) },
            }),
          ),
        ),
      );
      if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${count} rows, ${name}: ${start}`);
    }
    if (process.stdout.isTTY) process.stdout.write('\r\u001b[K');
  };
  const rows = Array.from({ length: count }, (_, index) => index + 1);
  await write(
    STATEMENT_TABLE,
    rows.map((row) => entryItem(account, entryAt(row))),
  );
  const cases = rows.map((row) => caseAt(row, account, companyId));
  const listed = cases.map((one) => ({ ...one, pk: medList(account, {}), sk: medPosition(one) }));
  const closed = cases
    .filter(({ report }) => report.status === 'CLOSED')
    .map((one) => ({ ...one, pk: medList(account, { reportStatus: 'CLOSED' }), sk: medPosition(one) }));
  await write(MED_CASES_TABLE, [...listed, ...closed]);
}

function entryAt(row: number): Entry {
  return {
    type: 'PIX_CASHIN',
    direction: 'CREDIT',
    amountCents: cents(1),
    identification: `E99999011202501011200${String(row).padStart(11, '0')}`,
    transactionId: row,
    seq: row,
    time: at(row),
    balanceCents: cents(row),
  };
}

function caseAt(row: number, account: AccountRef, companyId: string): MedCase {
  const report = {
    id: `case-${row}`,
    reason: 'RETURN_REQUEST',
    status: row === 7 ? ('CLOSED' as const) : ('OPEN' as const),
    createdAt: at(row),
    modifiedAt: at(row),
    amountCents: cents(1),
  };
  const payment = { endToEndId: `E${row}`, transactionId: row, amountCents: cents(1), at: at(row) };
  const times = { recordedAt: at(row), updatedAt: at(row) };
  return { id: report.id, companyId, account, status: 'WAITING', report, payment, ...times };
}
