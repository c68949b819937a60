// Compares the events of accounts with their statements through the API alone, as a receiver of webhooks would.

import { expect } from 'vitest';
import { typesThatMayGet } from '../../lib/webhook/event-catalogue.ts';
import type { EventName } from '../../lib/webhook/event-types.ts';
import type { EventType } from '../../lib/webhook/webhook.ts';
import { accountQuery, type Caller, statementPath } from './api.ts';
import { chargeBack, statusOf } from './chargebacks.ts';

type Entry = {
  code: number;
  credit_or_debit: string;
  transaction_type: string;
  amount: number;
  identification: string | null;
  code_transaction: string | null;
  transaction_id: number | null;
  qr_code_id: number | null;
};
type Event = {
  id: string;
  type: EventName;
  types: EventType[];
  data: Record<string, unknown>;
  movement: Entry | null;
};

/** Returns one page of entries and one page of events, the oldest first. */
export async function historyOf(caller: Caller): Promise<{ entries: Entry[]; events: Event[] }> {
  const statement = (await caller.get(statementPath(caller.source, '&limit=100'))).body;
  const feed = (await caller.get(`/v3/events?${accountQuery(caller.source, '&limit=100')}`)).body;
  expect([statement.next, feed.next]).toEqual([null, null]);
  return { entries: statement.results.reverse(), events: feed.results };
}

/**
 * Checks that every entry except the opening credit is reported by exactly one event of the account, and nothing else
 * is. A credit is reported by a CASHIN, a debit by a CASHOUT.
 */
export async function expectEventsAddUp(caller: Caller): Promise<void> {
  const { entries, events } = await historyOf(caller);
  const told = events.flatMap(({ movement, types }) => {
    const isTold = types.includes(movement?.credit_or_debit === 'CREDIT' ? 'CASHIN' : 'CASHOUT');
    return movement && isTold ? [movement] : [];
  });
  for (const { type, types } of events)
    expect([type, types.filter((one) => !typesThatMayGet(type).includes(one))]).toEqual([type, []]);
  const cashIns = events.filter(({ types }) => types.includes('CASHIN'));
  expect(cashIns.filter(({ movement }) => movement?.credit_or_debit !== 'CREDIT')).toEqual([]);
  const own = entries.filter(({ transaction_type }) => transaction_type !== 'PIX_CREDIT_IN_ACCOUNT');
  expect(told.sort((one, other) => one.code - other.code)).toEqual(
    own.map(({ code, credit_or_debit, transaction_type, amount }) => ({
      code,
      credit_or_debit,
      transaction_type,
      amount,
    })),
  );
}

/**
 * Checks that every id leads to a row of the same account, or was given by the account's first entry of a payment. No
 * id may belong to another account.
 */
export async function expectOwnIds(callers: readonly Caller[]): Promise<void> {
  const owner = new Map<number | string, Caller>();
  for (const caller of callers) {
    const { entries, events } = await historyOf(caller);
    const given = new Set<number>();
    for (const entry of entries) {
      const { transaction_id: id, transaction_type: type } = entry;
      if (id === null) continue;
      const cashout = await caller.get(`/v3/cashouts/${id}`);
      const chargeback = await statusOf(caller, { id });
      const isKnown = cashout.status === 200 || chargeback.status === 200 || given.has(id);
      // Money from or to somebody without a row here is recorded only by its entry.
      const isFirst = type === 'PIX_CASHIN' || (type === 'PIX_CASHOUT' && cashout.status !== 200);
      expect([entry, isKnown || isFirst]).toEqual([entry, true]);
      if (isFirst) given.add(id);
      if (cashout.status === 200) expect(entry.code_transaction).toBe(cashout.body.code_transaction);
      if (entry.qr_code_id !== null) {
        const { message } = (await chargeBack(caller, entry.qr_code_id, '9999999999.99')).body;
        expect([entry, message]).not.toEqual([entry, 'QR Code not found']);
      }
    }
    const ids = [
      ...entries.flatMap((one) => [one.transaction_id, one.code_transaction, one.qr_code_id]),
      ...events.flatMap(({ id, data }) => [id, data.transaction_id, data.code_transaction, data.qr_code_id]),
    ] as (number | string | null | undefined)[];
    for (const id of new Set(ids.filter((one) => one !== null && one !== undefined))) {
      expect([id, owner.get(id)?.tenant.company_id]).toEqual([id, undefined]);
      owner.set(id, caller);
    }
  }
}
