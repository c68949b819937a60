// Looks at what is stored, past the API: whether money adds up, and what the network was asked.

import { GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import type { Account } from '../../lib/account/account.ts';
import type { Incident } from '../../lib/incident/incident-store.ts';
import type { RecordedEvent } from '../../lib/webhook/feed-page.ts';
import type { Tenant } from './api.ts';
import { openClient } from './clients.ts';
import type { Stack } from './stack.ts';

export async function balanceOf(stack: Stack, { accounts }: Tenant, index = 0): Promise<Account> {
  const { source_account_branch_identifier: branch = '', source_account_number: number = '' } =
    accounts[index] ?? {};
  const account = await stack.deps.accounts.get({ branch, number });
  if (!account) throw new Error('no such account');
  return account;
}

/** available + held = sum of the entries = posted, in a sequence without gaps, and nothing below zero. */
export async function expectLedgerAddsUp(stack: Stack, tenant: Tenant, index = 0): Promise<Account> {
  const account = await balanceOf(stack, tenant, index);
  const range = { start: '2000-01-01T00:00:00.000Z', end: '2999-01-01T00:00:00.000Z', limit: 10_000 };
  const entries = await stack.deps.statement.list(account, { ...range, direction: 'previous' });
  let balance = 0;
  for (const [position, entry] of entries.entries()) {
    balance += entry.direction === 'CREDIT' ? entry.amountCents : -entry.amountCents;
    expect(entry).toMatchObject({ seq: position + 1, balanceCents: balance });
  }
  expect(account).toMatchObject({ seq: entries.length, postedCents: balance });
  expect(account.availableCents + account.heldCents).toBe(balance);
  expect(Math.min(account.availableCents, account.heldCents)).toBeGreaterThanOrEqual(0);
  return account;
}

/** What the sandbox network holds under a transaction's reference; there can be one payment at most. */
export async function paymentOf(stack: Stack, id: number) {
  const TableName = stack.config.SANDBOX_NETWORK_TABLE;
  const { Item } = await openClient().send(new GetCommand({ TableName, Key: { reference: String(id) } }));
  return Item as { endToEndId: string; amountCents: number; verdict: { kind: string } } | undefined;
}

/** An account's feed, whose numbers must have no gaps. */
export async function eventsOf(stack: Stack, tenant: Tenant, index = 0): Promise<RecordedEvent[]> {
  const events = await stack.deps.events.list(await balanceOf(stack, tenant, index), 0, 10_000);
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, position) => position + 1));
  return events;
}

/** There are few incidents, so the whole table is read. */
export async function incidentsWhere(stack: Stack, isWanted: (incident: Incident) => boolean) {
  const { Items = [] } = await openClient().send(
    new ScanCommand({ TableName: stack.config.INCIDENTS_TABLE }),
  );
  return (Items as Incident[]).filter(isWanted);
}

/** Incidents written about one cashout. */
export const incidentsOf = (stack: Stack, cashoutId: number) =>
  incidentsWhere(stack, (incident) => incident.cashoutId === cashoutId);
/** Incidents about any row, by what their ids begin with ("chargeback-7"), in the order of their ids. */
export async function incidentsAbout(stack: Stack, subject: string) {
  const found = await incidentsWhere(stack, ({ id }) => id.startsWith(`${subject}-`));
  return found.sort((one, other) => (one.id < other.id ? -1 : 1));
}
