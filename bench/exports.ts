// npm run measure -- exports: measures the export of a very large month: its time, its memory, and its calls to
// DynamoDB and S3.

import { S3Client } from '@aws-sdk/client-s3';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { accountKey } from '../lib/base/account-ref.ts';
import { type Cents, cents } from '../lib/base/money.ts';
import { exportId, rangeOf } from '../lib/export/export.ts';
import { fileForms } from '../lib/export/file-form.ts';
import { makeExport } from '../lib/export/make-export.ts';
import type { Entry } from '../lib/ledger/entry.ts';
import { entryItems } from '../lib/ledger/entry-item.ts';
import { cashInMarker } from '../lib/platform/keys.ts';
import { documentClient } from '../lib/platform/table.ts';
import { readOptions } from '../local/stop.ts';
import { countUnits } from '../test/support/count-units.ts';
import { markdownTable } from '../tools/markdown-table.ts';
import { openStage } from './stage.ts';

const help = `Measures a month of very many entries as a file, in each form.

  npm run measure -- exports [options]

  --entries N    of the month (100000)
  --posting A,B  entries in an item of the statement, one measurement for each (1,10)
`;
const values = readOptions(
  {
    entries: { type: 'string', default: '100000' },
    posting: { type: 'string', default: '1,10' },
    help: { type: 'boolean', default: false },
  },
  help,
);
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}
const count = Number(values.entries);
const month = '2026-09';
const start = Date.parse('2026-09-01T03:00:00.000Z');
const stage = await openStage('exports');
const rows: string[][] = [];
try {
  for (const perPosting of values.posting.split(',').map(Number)) {
    const account = { branch: '0001', number: String(100_000 + perPosting) };
    await fill(account, perPosting);
    for (const format of fileForms) rows.push(await measure(account, perPosting, format));
  }
} finally {
  await stage.close();
}
const header = [
  'form',
  'entries in an item',
  'seconds',
  'file, MB',
  'peak of memory, MB',
  'read units',
  'queries',
  'writes',
  'calls to S3',
];
console.log(markdownTable(header, rows));
process.exit(0);

/** Writes items in the form that postings write. It does not use the ledger, which would take an hour. */
async function fill(account: { branch: string; number: string }, perPosting: number): Promise<void> {
  const client = documentClient();
  const put = (table: string, rows: readonly object[]) =>
    client.send(
      new BatchWriteCommand({ RequestItems: { [table]: rows.map((Item) => ({ PutRequest: { Item } })) } }),
    );
  let items: object[] = [];
  let payments: object[] = [];
  for (let seq = 1; seq <= count; seq += perPosting) {
    const time = new Date(start + seq * 20).toISOString();
    const entries = Array.from({ length: Math.min(perPosting, count - seq + 1) }, (_, index) =>
      entryOf(seq + index, time),
    );
    items.push(...entryItems(account, entries));
    payments.push(...entries.map(paymentOf));
    if (items.length < 25 && seq + perPosting <= count) continue;
    for (; items.length > 0; items = items.slice(25))
      await put(stage.config.STATEMENT_TABLE, items.slice(0, 25));
    for (; payments.length > 0; payments = payments.slice(25))
      await put(stage.config.MARKERS_TABLE, payments.slice(0, 25));
  }
}

/** Returns the payment row, which contains the payer's name. */
function paymentOf({ identification = '', seq, time }: Entry) {
  const payer = { name: `Fulana de Tal ${seq}`, legalId: '***.456.789-**', ispb: '60701190' };
  const payment = { endToEndId: identification, amountCents: 1_234, payer };
  return { id: cashInMarker(identification), at: time, payment };
}

function entryOf(seq: number, time: string): Entry {
  return {
    seq,
    time,
    type: 'PIX_CASHIN',
    direction: 'CREDIT',
    amountCents: cents(1_234),
    balanceCents: (seq * 1_234) as Cents,
    identification: `E99999010202609011230${String(seq * 7_919).padStart(11, '0')}`,
    codeTransaction: `PX-${String(seq * 104_729).padStart(12, '0')}`,
    transactionId: (seq * 2_654_435_761) % Number.MAX_SAFE_INTEGER,
    tag: `invoice ${seq}`,
  };
}

async function measure(
  account: { branch: string; number: string },
  perPosting: number,
  format: (typeof fileForms)[number],
): Promise<string[]> {
  const { client, units } = countUnits();
  let calls = 0;
  const s3 = new S3Client({ forcePathStyle: true });
  s3.middlewareStack.add((next) => (args) => next(args).finally(() => calls++), {
    step: 'deserialize',
    name: 'count',
  });
  const deps = stage.with({ client, s3 });
  const range = rangeOf(month, new Date());
  if (!range) throw new Error('the month has not begun');
  const request = { month, format, locale: 'en' } as const;
  const id = exportId(account, request, range.start, range.end);
  const row = { id, account, request, ...range, createdAt: '', createdBy: '', expiresAt: 9e9, resumes: 0 };
  await deps.exports.insertOrGet({ ...row, status: 'PROCESSING' }, range.end);
  units.take();
  globalThis.gc?.();
  const used = () => process.memoryUsage().heapUsed + process.memoryUsage().external;
  const before = used();
  let peak = before;
  const sampler = setInterval(() => {
    peak = Math.max(peak, used());
  }, 20);
  const began = performance.now();
  await makeExport(deps, account, id);
  const seconds = (performance.now() - began) / 1000;
  clearInterval(sampler);
  const made = await deps.exports.get(account, id);
  if (made?.status !== 'SUCCESS' || made.file?.entries !== count)
    throw new Error(`the export of ${accountKey(account)} failed: ${made?.failure}`);
  const all = Object.values(units.take());
  const sum = (what: 'reads' | 'writes') => all.reduce((total, one) => total + one[what], 0);
  const queries = all.reduce((total, one) => total + one.calls, 0);
  const mega = (bytes: number) => (bytes / 1e6).toFixed(0);
  return [
    format,
    String(perPosting),
    seconds.toFixed(1),
    mega(made.file.bytes),
    mega(peak - before),
    sum('reads').toFixed(0),
    String(queries),
    String(sum('writes')),
    String(calls),
  ];
}
