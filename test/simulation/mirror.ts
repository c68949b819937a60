// Checks every write when it takes effect, from outside the service. The ledger must add up after each write, and rows
// may change only in ways that the contract allows.

import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Account } from '../../lib/account/account.ts';
import type { Cashout, CashoutStatus } from '../../lib/cashout/cashout.ts';
import { type Chargeback, refundReference } from '../../lib/chargeback/chargeback.ts';
import type { Entry } from '../../lib/ledger/entry.ts';
import type { Config } from '../../lib/platform/config.ts';
import { storedEntries } from '../support/stored-entries.ts';
import { canonical, type Engine } from './engine.ts';
import { makeShortage } from './shortage.ts';
import type { Row } from './streams.ts';
import { makeWatching } from './watching.ts';
import type { Call, Input } from './wire.ts';

const nextStatuses: Record<CashoutStatus, readonly CashoutStatus[]> = {
  NEW: ['PROCESSING', 'CANCELLED'],
  PROCESSING: ['SUCCESS', 'ERROR', 'CANCELLED'],
  SUCCESS: ['REFUNDED'],
  ERROR: [],
  CANCELLED: [],
  REFUNDED: [],
};

const fixed: readonly (keyof Cashout)[] = [
  'id',
  'companyId',
  'account',
  'request',
  'idempotencyKey',
  'createdAt',
  'createAttempt',
];

/** @param now returns the world's time in milliseconds */
export function makeMirror(config: Config, engine: Engine, now: () => number, isCalm: boolean) {
  const shortage = makeShortage(now, isCalm);
  /** The statement entries as they were written, by account. */
  const entries = new Map<string, Map<string, Entry>>();
  const balanceKeys = new Map<string, { pk: string; sk: string }>();
  const violations: string[] = [];
  const statuses = new Map<number, CashoutStatus>();
  const ended = new Set<string>();
  /** The number of entries that an account had when it was first seen closed. */
  const closed = new Map<string, number>();
  /** The open chargeback of each QR code. */
  const pending = new Map<number, number>();
  /** The accounts whose freeze was answered and whose thaw nobody has requested yet. */
  const frozen = new Set<string>();
  /** The batches whose stop was answered. */
  const stopped = new Set<string>();
  const transactions = new Set<string>();
  /** The state of each account when it was last seen. */
  const seen = new Map<string, { availableCents: number; imposed: number }>();
  const watching = makeWatching(config, engine, fail);
  let checks = 0;

  function noteWrite(table: string, item: Input): void {
    if (table === config.STATEMENT_TABLE && item) {
      // In an HTTP request, bytes are encoded as base64 text.
      const bytes = Buffer.from(item.entries.B, 'base64');
      for (const entry of storedEntries([{ ...unmarshall(item), entries: bytes }])) {
        const own = entries.get(entry.account) ?? new Map();
        own.set(entry.position, entry);
        entries.set(entry.account, own);
      }
    }
  }

  async function checkBalances(): Promise<void> {
    checks += 1;
    const table = config.ACCOUNTS_TABLE;
    const Keys = [...balanceKeys.values()];
    const { Responses } = await engine.document.send(
      new BatchGetCommand({ RequestItems: { [table]: { Keys, ConsistentRead: true } } }),
    );
    for (const row of (Responses?.[table] ?? []) as (Account & { pk: string })[]) checkBalance(row);
  }

  function checkBalance(row: Account & { pk: string }): void {
    const own = entries.get(row.pk.replace('ACCOUNT#', '')) ?? new Map<string, Entry>();
    let posted = 0;
    for (const { direction, amountCents } of own.values())
      posted += direction === 'CREDIT' ? amountCents : -amountCents;
    const { availableCents, heldCents, postedCents, seq } = row;
    if (availableCents + heldCents !== postedCents)
      fail('I01', `${row.pk}: ${availableCents} + ${heldCents} is not ${postedCents}`);
    if (posted !== postedCents)
      fail('I01', `${row.pk}: entries fold to ${posted}, the balance says ${postedCents}`);
    if (seq !== own.size) fail('I04', `${row.pk}: sequence ${seq}, but ${own.size} entries`);
    checkBelowZero(row, own);
    if (row.status === 'CLOSED') checkClosed(row, own);
  }

  /** Checks that only an imposed return can make the available balance negative or reduce it further. */
  function checkBelowZero(
    { pk, availableCents, heldCents }: Account & { pk: string },
    own: ReadonlyMap<string, Entry>,
  ): void {
    const imposed = [...own.values()].reduce((sum, one) => sum + (one.imposed ? one.amountCents : 0), 0);
    const before = seen.get(pk) ?? { availableCents: 0, imposed: 0 };
    seen.set(pk, { availableCents, imposed });
    shortage.note(pk.replace('ACCOUNT#', ''), availableCents);
    if (heldCents < 0) fail('I02', `${pk}: held ${heldCents}`);
    const least = Math.min(0, before.availableCents) - (imposed - before.imposed);
    if (availableCents < least) fail('I02', `${pk}: available ${availableCents}, and no return imposed it`);
  }

  /** Checks that no money leaves a closed account, and that money enters only if it had been on its way out before. */
  function checkClosed({ pk, heldCents, seq }: Account & { pk: string }, own: Map<string, Entry>): void {
    const before = closed.get(pk) ?? seq;
    closed.set(pk, before);
    if (heldCents > 0) fail('I09', `${pk} is closed, and holds ${heldCents}`);
    for (const entry of own.values())
      if (entry.seq > before && entry.type !== 'PIX_CHARGEBACK_REFUND' && !entry.imposed)
        fail('I09', `${pk} is closed, and has ${entry.direction} ${entry.type} ${entry.amountCents}`);
  }

  /**
   * Checks that no amount is reserved from a frozen account, and that no line of a stopped batch starts. A repeated
   * transaction gets the same answer and moves nothing, so only its first arrival counts.
   */
  function checkStopped({ command, input }: Call): void {
    if (command !== 'TransactWriteItems' || transactions.has(input.ClientRequestToken)) return;
    transactions.add(input.ClientRequestToken);
    for (const { Put } of input.TransactItems) {
      const { id, batchId } = Put?.TableName === config.CASHOUTS_TABLE ? Put.Item : {};
      if (stopped.has(batchId?.S)) fail('I54', `${id.N} of batch ${batchId.S} starts after its stop`);
    }
    const updates: Input[] = input.TransactItems.flatMap((item: Input) => (item.Update ? [item.Update] : []));
    const reserved = updates.find((update) => update.ExpressionAttributeValues[':set_reservedAt']);
    if (!reserved) return;
    for (const { Key } of updates) {
      const account = Key.pk?.S?.replace('ACCOUNT#', '');
      if (frozen.has(account))
        fail('I33', `${reserved.Key.id.N} is reserved from ${account}, which is frozen`);
    }
  }

  function fail(invariant: string, what: string): void {
    const line = `${invariant} ${what}`;
    if (!violations.includes(line)) violations.push(line);
  }

  return {
    entries,
    violations,
    fail,
    /** The statuses that the streams have reported so far. */
    statuses,
    frozen,
    stopped,
    hasEndedChargeback: (reference: string) => ended.has(reference),
    checks: () => checks,

    async onWritten(call: Call): Promise<void> {
      checkStopped(call);
      const { command, input } = call;
      const writes: Input[] =
        command === 'TransactWriteItems' ? input.TransactItems.flatMap(Object.values) : [input];
      let movesMoney = false;
      for (const { TableName, Item, Key } of writes) {
        noteWrite(TableName, Item);
        const key = Key ?? Item;
        await watching.note(TableName, key);
        if (TableName !== config.ACCOUNTS_TABLE || key?.sk?.S !== 'BALANCE') continue;
        movesMoney = true;
        balanceKeys.set(key.pk.S, { pk: key.pk.S, sk: 'BALANCE' });
      }
      if (movesMoney) await checkBalances();
    },

    onChange(table: string, before: Row | undefined, after: Row): void {
      if (table === 'CashoutsTable') changedCashout(before as Cashout | undefined, after as Cashout);
      if (table === 'ChargebacksTable' && after.status)
        changedChargeback(before as Chargeback | undefined, after as Chargeback);
    },
  };

  function changedCashout(before: Cashout | undefined, after: Cashout): void {
    statuses.set(after.id, after.status);
    if (!before) {
      if (after.status !== 'NEW' && after.status !== 'PROCESSING')
        fail('I07', `${after.id} begins as ${after.status}`);
      return;
    }
    const isStep = before.status === after.status || nextStatuses[before.status].includes(after.status);
    if (!isStep) fail('I07', `${after.id} goes from ${before.status} to ${after.status}`);
    for (const name of fixed) {
      if (canonical(before[name]) !== canonical(after[name])) fail('I07', `${after.id}: its ${name} changes`);
    }
    const isRefused = before.status !== after.status && after.failureText === 'Insufficient funds';
    if (isRefused && !shortage.couldBe(after))
      fail('I43', `${after.id} is refused for want of money, and its account had enough`);
    // A PSP reports its own end-to-end id when the payment ends.
    const isTold = after.status === 'SUCCESS' && before.status === 'PROCESSING';
    if (before.reservedAt && before.endToEndId !== after.endToEndId && !isTold)
      fail('I05', `${after.id}: another end-to-end id after the reservation`);
  }

  function changedChargeback(before: Chargeback | undefined, after: Chargeback): void {
    if (before?.status !== after.status) notePending(after);
    if (after.status !== 'PENDING') ended.add(refundReference(after));
    const was = before?.status;
    if (was === undefined || was === 'PENDING' || was === after.status) return;
    if (!(was === 'REFUSED' && after.ask > (before?.ask ?? 0)))
      fail('I17', `chargeback ${after.id} goes from ${was} to ${after.status}`);
  }

  /**
   * Checks that a QR code has at most one open chargeback, and that no other chargeback takes money at the same time.
   */
  function notePending({ id, status, request: { qrCodeId } }: Chargeback): void {
    const open = pending.get(qrCodeId);
    const takes = status === 'PENDING' || status === 'SUCCESS';
    if (takes && open !== undefined && open !== id)
      fail('I16', `chargebacks ${open} and ${id} of one QR code at once`);
    if (status === 'PENDING') pending.set(qrCodeId, id);
    else if (open === id) pending.delete(qrCodeId);
  }
}
