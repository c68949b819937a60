// npm run measure -- neighbours: measures the time of one company's payouts, alone and while another company sends
// hundreds at once. The other company sends creates that nobody approves, payouts of an account without money, or
// payouts of an account with money. The requests go over HTTP to an own stack, or to the stack at --url.

import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startInBackground } from '../local/background.ts';
import { makeClient } from '../local/client.ts';
import { markdownTable } from '../tools/markdown-table.ts';
import { quantile } from './samples.ts';
import { temporaryFolder } from './temporary-folder.ts';

const help = `Measures one company's payouts beside another company's burst.

  npm run measure -- neighbours [options]

  --url URL     of a running stack with a sandbox; one is started when absent
  --payouts N   measured payouts, one after the other (20)
  --burst N     creates of the other company (300)
`;
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    payouts: { type: 'string', default: '20' },
    burst: { type: 'string', default: '300' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}
const [payouts, burst] = [Number(values.payouts), Number(values.burst)];
const atOnce = 20;
const selfApproved = '/create-cashout-self-approve';

/**
 * The other company's balance and the path of its requests. Creates without approval show the cost of the requests
 * alone.
 */
type Neighbour = { balance: string; path: string };

const stack = values.url ? undefined : await startInBackground(temporaryFolder('neighbours'), ['--memory']);
const url = values.url ?? stack?.baseUrl ?? '';
try {
  await measure('warming up', undefined);
  const rows = [
    await measure('alone', undefined),
    await measure('beside creates that nobody approves', { balance: '0.00', path: '/create-cashout' }),
    await measure('beside an account without money', { balance: '0.00', path: selfApproved }),
    await measure('beside an account with money', { balance: '100000.00', path: selfApproved }),
  ];
  process.stdout.write(
    `${markdownTable(['payouts', 'p50 ms', 'p95 ms', 'slowest ms', 'burst ended after'], rows)}\n`,
  );
} finally {
  await stack?.stop();
}

async function measure(name: string, neighbour: Neighbour | undefined) {
  process.stderr.write(`${name} …\n`);
  const own = await openCompany('100000.00');
  const other = neighbour && (await openCompany(neighbour.balance));
  const from = performance.now();
  let endedMs = 0;
  const ending = other && sendBurst(other, neighbour.path).then(() => (endedMs = performance.now() - from));
  // After this time, the first creates of the burst are answered.
  await pause(500);
  const times: number[] = [];
  for (let count = 0; count < payouts; count++) times.push(await payAndWait(own));
  await ending;
  const shown = [quantile(times, 0.5), quantile(times, 0.95), Math.max(...times)].map((ms) => ms.toFixed(0));
  return [name, ...shown, ending ? `${(endedMs / 1000).toFixed(1)} s` : ''];
}

type Company = Awaited<ReturnType<typeof openCompany>>;

async function openCompany(balance: string) {
  const answer = await fetch(`${url}/sandbox/tenants`, {
    method: 'POST',
    headers: { 'x-sandbox-key': 'local', 'content-type': 'application/json' },
    body: JSON.stringify({ balance }),
  });
  const tenant = (await answer.json()) as {
    client_id: string;
    client_secret: string;
    hmac_secret: string;
    accounts: { source_account_branch_identifier: string; source_account_number: string }[];
  };
  const [{ source_account_branch_identifier = '', source_account_number = '' } = {}] = tenant.accounts;
  const client = makeClient({ ...tenant, base_url: url });
  return { client, source: { source_account_branch_identifier, source_account_number } };
}

async function create({ client, source }: Company, path: string): Promise<number> {
  const content = { ...source, amount: 1, key: 'fulano@example.com' };
  const { status, body } = await client.post<{ id: number }>(path, content);
  if (status !== 200) throw new Error(`the payout was answered with ${status}: ${JSON.stringify(body)}`);
  return body.id;
}

/** @returns the milliseconds until the API shows that the cashout has ended */
async function payAndWait(company: Company): Promise<number> {
  const from = performance.now();
  await waitFor(company, await create(company, selfApproved));
  return performance.now() - from;
}

async function waitFor({ client }: Company, id: number): Promise<void> {
  for (;;) {
    const { body } = await client.get<{ status: string }>(`/v3/cashouts/${id}`);
    if (body.status !== 'PROCESSING') return;
    await pause(10);
  }
}

async function sendBurst(company: Company, path: string): Promise<void> {
  let left = burst;
  const ids: number[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) ids.push(await create(company, path));
    }),
  );
  for (const id of ids) await waitFor(company, id);
}
