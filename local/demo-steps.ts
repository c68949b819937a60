// Contains what the demos share: numbered steps, the statement as a table, and a check that the statement adds up.

import type { Client } from './client.ts';
import type { Demo } from './demo-company.ts';
import { Stop } from './stop.ts';

export type Item = {
  code: number;
  credit_or_debit: string;
  transaction_type: string;
  amount: number;
  balance: number;
  date_time: string;
  transaction_id: number | null;
  qr_code_id: number | null;
};
type Statement = { results: Item[]; next: string | null };

const say = (line: string) => process.stdout.write(`${line}\n`);
let steps = 0;
export const step = (line: string) => say(`${(++steps).toString().padStart(2)}. ${line}`);

/** Returns the body of a 200. Any other answer stops the demo. */
export function expectOk<
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

/** Reads the account's statement, newest first, prints it and checks it to the cent. */
export async function showStatement(client: Client, account: Demo['accounts'][number]): Promise<void> {
  const items = await readStatement(client, account);
  step(`statement of account ${account.source_account_number}, newest first\n`);
  table(items);
  check(items);
}

export async function readStatement(client: Client, account: Demo['accounts'][number]): Promise<Item[]> {
  const path = `/v3/account-statements/${account.source_account_branch_identifier}/${account.source_account_number}`;
  const range = new URLSearchParams({ start: '2020-01-01', end: '2099-12-31', limit: '10' });
  return expectOk(await client.get<Statement>(`${path}?${range}`)).results;
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

/** Checks that each balance is the previous balance plus the entry's amount, to the cent. */
function check(items: Item[]): void {
  const cents = (value: number) => Math.round(value * 100);
  const adds = items.every((item, index) => {
    const before = items[index + 1];
    const signed = item.credit_or_debit === 'DEBIT' ? -cents(item.amount) : cents(item.amount);
    return !before || cents(before.balance) + signed === cents(item.balance);
  });
  say(
    adds
      ? '\n    Each balance is the previous balance plus the entry.'
      : '\n    The statement does not add up!',
  );
  if (!adds) process.exit(1);
}
