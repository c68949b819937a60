// npm run measure -- sweeps: measures how `resume-stalled` processes ten thousand due cashouts of one account, and one
// cashout of another account that became due after them. It shows the run in which that last cashout is sent, and the
// cost of each run. With --status NEW the ten thousand wait for an approval and need no work. --accounts sets the
// number of other watched accounts.

import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Queues } from '../lib/app/queues.ts';
import { randomIds } from '../lib/base/ids.ts';
import { addSeconds } from '../lib/base/time.ts';
import type { Cashout } from '../lib/cashout/cashout.ts';
import { openPartitionOf } from '../lib/cashout/open-partition.ts';
import { documentClient } from '../lib/platform/table.ts';
import { readOptions } from '../local/stop.ts';
import { markdownTable } from '../tools/markdown-table.ts';
import { openClient } from './api-client.ts';
import { countingClient } from './count-calls.ts';
import { openStage } from './stage.ts';

const help = `Measures what a run of resume-stalled does with many due cashouts of one account, and one of another.

  npm run measure -- sweeps [options]

  --rows N      due cashouts of the busy account (10000)
  --runs N      runs of resume-stalled (8)
  --status S    PROCESSING, or NEW: they wait for an approval and have no work (PROCESSING)
  --accounts N  other accounts that are watched (0)
`;
const values = readOptions(
  {
    rows: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '8' },
    status: { type: 'string', default: 'PROCESSING' },
    accounts: { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
  help,
);
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}
const [rows, runs] = [Number(values.rows), Number(values.runs)];
const perCall = 25;
const nowhere = async () => {};
const queues: Queues = {
  send: nowhere,
  sendEvent: nowhere,
  sendAccountEvent: nowhere,
  sendDelivery: nowhere,
  sendExport: nowhere,
  sendBatch: nowhere,
  sendDeliveries: nowhere,
  offerPages: async () => ({ unsent: [] }),
  offer: async () => ({ unsent: [] }),
  sendAll: nowhere,
};

const stage = await openStage('sweeps');
try {
  const start = new Date(Date.now() + 3_600_000);
  const [busy, other] = [await makeCashout(), await makeCashout()];
  const status = values.status as Cashout['status'];
  await put(Array.from({ length: rows }, () => ({ ...asDue(busy, addSeconds(start, -600)), status })));
  for (let index = 0; index < Number(values.accounts); index++)
    await stage.deps.watches.ensure({ branch: '0001', number: String(10_000_000 + index) });
  const late = asDue(other, addSeconds(start, -1));
  await put([late]);

  const table: string[][] = [];
  for (let run = 0; run < runs; run++) {
    const { client, take } = countingClient();
    // The runs are one minute apart, as in the schedule.
    const now = new Date(start.getTime() + run * 60_000);
    const deps = stage.with({ client, queues, now: () => now });
    const [from, cpu] = [performance.now(), process.cpuUsage()];
    const { resumed } = (await stage.invoke('resumeStalled', {}, deps)) as { resumed: number };
    const [seconds, { user, system }] = [(performance.now() - from) / 1_000, process.cpuUsage(cpu)];
    const { calls, reads, writes } = take();
    const isSent = ((await stage.deps.cashouts.get(late.id))?.resumes ?? 0) > 0;
    const figures = [resumed, calls.length, reads, writes].map(String);
    const times = [seconds, (user + system) / 1e6].map((time) => time.toFixed(1));
    table.push([String(run + 1), ...figures, ...times, isSent ? 'yes' : 'no']);
  }
  const head = [
    'run',
    'sent',
    'calls',
    'read units',
    'write units',
    'seconds',
    'own CPU, s',
    'the other’s sent',
  ];
  process.stdout.write(`${markdownTable(head, table)}\n`);
} finally {
  await stage.close();
}

/** Makes a cashout through the service, for a company of its own. */
async function makeCashout(): Promise<Cashout> {
  const tenant = await stage.openTenant();
  const { source_account_branch_identifier, source_account_number } = tenant.accounts[0] ?? {};
  const source = { source_account_branch_identifier, source_account_number };
  const client = await openClient(stage, tenant, stage.deps);
  const body = { ...source, amount: 10, key: 'fulano@example.com' };
  const made = await client.post<{ id: number }>('/create-cashout-self-approve', body, randomIds.uuid());
  return (await stage.deps.cashouts.get(made.body.id)) as Cashout;
}

function asDue(made: Cashout, dueAt: string): Cashout {
  const id = randomIds.cashoutId();
  return { ...made, id, dueAt, openAccount: openPartitionOf(made.account, id), pendingEvents: [] };
}

async function put(all: readonly Cashout[]): Promise<void> {
  const client = documentClient();
  for (let from = 0; from < all.length; from += perCall) {
    const puts = all.slice(from, from + perCall).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [stage.config.CASHOUTS_TABLE]: puts } }));
  }
}
