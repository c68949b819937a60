// npm run demo: the story of one cashout, told by a client of the running API.

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, makeClient } from './client.ts';
import type { Demo } from './demo-company.ts';
import { root } from './service.ts';
import { explain, readOptions, Stop } from './stop.ts';

const help = `npm run demo [-- options]   Sends one PIX cashout through the running API and shows the statement.

  --key KEY        PIX key of the recipient (default: fulano@example.com). Rehearse other ends with
                   am04@sandbox.pix, timeout@sandbox.pix, slow@sandbox.pix
  --amount AMOUNT  default: 123.45
  --self-approve   create and approve in one call
  --data DIR       data folder of the running stack (default: .local)
  --help           this text
`;

const flags = readOptions(
  {
    key: { type: 'string', default: 'fulano@example.com' },
    amount: { type: 'string', default: '123.45' },
    'self-approve': { type: 'boolean', default: false },
    data: { type: 'string', default: join(root, '.local') },
    help: { type: 'boolean', default: false },
  },
  help,
);

type Cashout = {
  id: number;
  status: string;
  amount: number;
  code_transaction: string | null;
  recipient_name: string | null;
  erro_descriptor: string | null;
  message?: string;
  errors?: { field: string; message: string }[];
};
type Item = {
  code: number;
  credit_or_debit: string;
  transaction_type: string;
  amount: number;
  balance: number;
  date_time: string;
  transaction_id: number | null;
};
type Statement = { results: Item[]; next: string | null };

const say = (line: string) => process.stdout.write(`${line}\n`);
let steps = 0;
const step = (line: string) => say(`${(++steps).toString().padStart(2)}. ${line}`);

if (flags.help) process.stdout.write(help);
else {
  await tell().catch((error) => {
    process.stderr.write(`\n${explain(unreachable(error))}\n`);
    process.exit(1);
  });
}

async function tell(): Promise<void> {
  const file = join(flags.data, 'demo.json');
  if (!existsSync(file)) throw new Stop(`There is no ${file}.`, 'Start the service first: npm start');
  const demo = JSON.parse(readFileSync(file, 'utf8')) as Demo;
  const client = makeClient(demo);
  const account = demo.accounts[0];
  if (!account) throw new Stop('The demo company has no account.', 'npm start -- --fresh opens a new one.');

  await client.bearer();
  step(`token from ${demo.base_url}/oauth2/token for client ${demo.client_id.slice(0, 8)}…`);

  const key = randomUUID();
  writeFileSync(join(flags.data, 'last-idempotency-key'), key);
  step(`idempotency key ${key}, kept before anything is sent`);

  const created = await create(client, account, key);
  const again = await create(client, account, key);
  step(`the same call again: transaction ${again.id}, the same one, in its current state ${again.status}`);

  if (!flags['self-approve']) {
    const approved = expectOk(await client.post<Cashout>('/approve-cashout', { id: created.id }));
    step(`POST /approve-cashout: ${approved.status}, a background task completes it`);
  }

  const final = await follow(client, created.id);
  const reason = final.erro_descriptor
    ? ` (${final.erro_descriptor})`
    : ` to ${final.recipient_name}, code ${final.code_transaction}`;
  step(`ended ${final.status}${final.status === 'SUCCESS' || final.erro_descriptor ? reason : ''}`);

  const path = `/v3/account-statements/${account.source_account_branch_identifier}/${account.source_account_number}`;
  const range = new URLSearchParams({ start: '2020-01-01', end: '2099-12-31', limit: '10' });
  const statement = expectOk(await client.get<Statement>(`${path}?${range}`));
  step(
    `statement of account ${account.source_account_number}, newest first${statement.next ? ' (first page)' : ''}\n`,
  );
  table(statement.results);
  check(statement.results);
}

async function create(client: Client, account: Demo['accounts'][number], key: string): Promise<Cashout> {
  const path = flags['self-approve'] ? '/create-cashout-self-approve' : '/create-cashout';
  const { source_account_branch_identifier, source_account_number } = account;
  const body = {
    source_account_branch_identifier,
    source_account_number,
    amount: flags.amount,
    key: flags.key,
    tag: 'demo',
  };
  const answer = await client.post<Cashout>(path, body, key);
  const cashout = expectOk(answer);
  if (!answer.headers.has('idempotent-replayed')) {
    step(
      `POST ${path}: transaction ${cashout.id} of ${cashout.amount.toFixed(2)} to ${flags.key}, ${cashout.status}`,
    );
  }
  return cashout;
}

async function follow(client: Client, id: number): Promise<Cashout> {
  let shown = '';
  for (let tries = 0; tries < 600; tries++) {
    const cashout = expectOk(await client.get<Cashout>(`/v3/cashouts/${id}`));
    if (cashout.status !== shown) step(`GET /v3/cashouts/${id}: ${cashout.status}`);
    shown = cashout.status;
    if (!['NEW', 'PROCESSING'].includes(cashout.status)) return cashout;
    await pause(200);
  }
  throw new Stop(
    `Transaction ${id} is still ${shown} after two minutes.`,
    'It goes on by itself: ask again later.',
  );
}

function expectOk<
  Body extends { message?: string; errors?: { field: string; message: string }[] } | object,
>(answer: { status: number; body: Body }): Body {
  if (answer.status === 200) return answer.body;
  const { message, errors = [] } = answer.body as {
    message?: string;
    errors?: { field: string; message: string }[];
  };
  const fields = errors.map((error) => `${error.field} ${error.message}`).join('; ');
  throw new Stop(
    `The API answered ${answer.status}: ${message ?? ''}`,
    fields || 'npm run demo -- --help shows the options.',
  );
}

function table(items: Item[]): void {
  const rows = items.map((item) => [
    String(item.code),
    item.date_time.slice(0, 19).replace('T', ' '),
    item.transaction_type,
    `${item.credit_or_debit === 'DEBIT' ? '-' : '+'}${item.amount.toFixed(2)}`,
    item.balance.toFixed(2),
    String(item.transaction_id ?? ''),
  ]);
  const head = ['code', 'São Paulo time', 'type', 'amount', 'balance', 'transaction'];
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const isNumber = [true, false, false, true, true, true];
  const line = (cells: string[]) =>
    `    ${cells.map((cell, column) => (isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join('  ')}`;
  say(line(head));
  say(`    ${widths.map((width) => '-'.repeat(width)).join('  ')}`);
  for (const row of rows) say(line(row));
}

/** Each balance is the one before it and the entry's amount, to the cent. */
function check(items: Item[]): void {
  const cents = (value: number) => Math.round(value * 100);
  const adds = items.every((item, index) => {
    const before = items[index + 1];
    const signed = item.credit_or_debit === 'DEBIT' ? -cents(item.amount) : cents(item.amount);
    return !before || cents(before.balance) + signed === cents(item.balance);
  });
  say(
    adds
      ? '\n    Every balance is the one before it plus its entry.'
      : '\n    The statement does not add up!',
  );
  if (!adds) process.exit(1);
}

function unreachable(error: unknown): unknown {
  const isRefused = error instanceof TypeError && error.message === 'fetch failed';
  return isRefused ? new Stop('The service does not answer.', 'Start it first: npm start') : error;
}
