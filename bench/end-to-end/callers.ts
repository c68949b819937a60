// Creates companies with accounts. Their callers send cashouts as an integrator would: over HTTP, with the client of
// this repository.

import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, makeClient } from '../../local/client.ts';
import type { Demo } from '../../local/demo-company.ts';

/** The maximum number of accounts that one sandbox request opens. */
const accountsMax = 20;
const openingCents = 1_000_000;
/**
 * A cashout that takes longer (in milliseconds) shows a fault. The schedule that repairs lost messages runs every
 * minute, so it has run several times by then.
 */
export const patienceMs = 240_000;

type Event = { type: string };
type Entry = { balance: number };

export type Account = {
  client: Client;
  source: { source_account_branch_identifier: string; source_account_number: string };
  /**
   * The total amount that the callers have sent so far. `succeeded` counts the successes in the account's feed of
   * events.
   */
  sentCents: number;
  sent: number;
  succeeded: number;
  cursor: number;
};

export async function openAccounts(baseUrl: string, count: number): Promise<Account[]> {
  const opened: Account[] = [];
  while (opened.length < count) {
    const answer = await fetch(`${baseUrl}/sandbox/tenants`, {
      method: 'POST',
      headers: { 'x-sandbox-key': 'local', 'content-type': 'application/json' },
      body: JSON.stringify({ accounts: Math.min(accountsMax, count - opened.length), balance: '10000.00' }),
    });
    assert.equal(answer.status, 200);
    const tenant = (await answer.json()) as Demo;
    const client = makeClient({ ...tenant, base_url: baseUrl });
    await client.bearer();
    for (const { source_account_branch_identifier, source_account_number } of tenant.accounts) {
      const source = { source_account_branch_identifier, source_account_number };
      opened.push({ client, source, sentCents: 0, sent: 0, succeeded: 0, cursor: 0 });
    }
  }
  return opened;
}

/** Waits until all events of the sent cashouts have arrived, so that the stack is idle before the next measurement. */
export async function settle(accounts: readonly Account[]): Promise<void> {
  const until = performance.now() + patienceMs;
  await Promise.all(
    accounts.map(async (account) => {
      while (account.succeeded < account.sent) {
        const query = new URLSearchParams({ ...account.source, after: String(account.cursor) });
        const { body } = await account.client.get<{ cursor: number; results: Event[] }>(
          `/v3/events?${query}`,
        );
        account.succeeded += body.results.filter(({ type }) => type === 'cashout.succeeded').length;
        account.cursor = body.cursor ?? account.cursor;
        assert.ok(performance.now() < until, 'some events were not recorded');
        if (account.succeeded < account.sent) await pause(100);
      }
    }),
  );
}

/** Checks that every sent amount left the account once, and that no other amount left it. */
export async function checkStatements(accounts: readonly Account[]): Promise<void> {
  for (const { client, source, sentCents } of accounts) {
    const { source_account_branch_identifier: branch, source_account_number: number } = source;
    const path = `/v3/account-statements/${branch}/${number}?start=2020-01-01&end=2099-12-31&limit=1`;
    const { body } = await client.get<{ results: Entry[] }>(path);
    assert.equal(Math.round((body.results[0]?.balance ?? 0) * 100), openingCents - sentCents);
  }
}
