// Reads stored data without the API: whether the money adds up, and what the network was asked.

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

/**
 * Checks that available + held equals the sum of the entries and the posted amount, that the sequence has no gaps, and
 * that nothing is below zero.
 */
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

/** Returns what the sandbox network stores under a transaction's reference. There can be at most one payment. */
export async function paymentOf(stack: Stack, id: number) {
  const TableName = stack.config.SANDBOX_NETWORK_TABLE;
  const { Item } = await openClient().send(new GetCommand({ TableName, Key: { reference: String(id) } }));
  return Item as { endToEndId: string; amountCents: number; verdict: { kind: string } } | undefined;
}

/** Returns an account's feed, and checks that its numbers have no gaps. */
export async function eventsOf(stack: Stack, tenant: Tenant, index = 0): Promise<RecordedEvent[]> {
  const events = await stack.deps.events.list(await balanceOf(stack, tenant, index), 0, 10_000);
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, position) => position + 1));
  return events;
}

/** Reads the whole table, because there are only a few incidents. */
export async function incidentsWhere(stack: Stack, isWanted: (incident: Incident) => boolean) {
  const { Items = [] } = await openClient().send(
    new ScanCommand({ TableName: stack.config.INCIDENTS_TABLE }),
  );
  return (Items as Incident[]).filter(isWanted);
}

/** Returns the incidents about one cashout. */
export const incidentsOf = (stack: Stack, cashoutId: number) =>
  incidentsWhere(stack, (incident) => incident.cashoutId === cashoutId);
/**
 * Returns the incidents about any row, found by the beginning of their ids ("chargeback-7"), in the order of their ids.
 */
export async function incidentsAbout(stack: Stack, subject: string) {
  const found = await incidentsWhere(stack, ({ id }) => id.startsWith(`${subject}-`));
  return found.sort((one, other) => (one.id < other.id ? -1 : 1));
}
