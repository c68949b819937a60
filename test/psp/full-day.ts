// A day at an institution and its PSP, written directly into both books as the flows write it, so that a thousand movements take
// only seconds. Each movement has our side and the PSP's side, and a test may omit or change either.

import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { onTestFinished } from 'vitest';
import { makeRuntime } from '../../lib/app/runtime.ts';
import type { AccountRef } from '../../lib/base/account-ref.ts';
import { cents } from '../../lib/base/money.ts';
import type { EntryDraft } from '../../lib/ledger/entry.ts';
import type { Leg } from '../../lib/ledger/legs.ts';
import { post } from '../../lib/ledger/posting-store.ts';
import { putMarker } from '../../lib/platform/marker-store.ts';
import type { Action } from '../../lib/platform/table.ts';
import { openTenant, sendInProcess } from '../support/api.ts';
import { openClient } from '../support/clients.ts';
import { openPspStack } from './psp-stack.ts';

export const day = '2026-11-20';

// biome-ignore lint/suspicious/noExplicitAny: bodies of a PSP
type Json = any;
export type Movement = {
  kind: 'sent' | 'received' | 'return sent' | 'return received';
  number: number;
  amountCents: number;
  account: number;
  /** Name of our account at the PSP where the money moved. Without a name it is the only one of the settings. */
  place?: string;
};
const digits = (number: number) => String(number).padStart(11, '0');
export const e2eOf = (number: number) => `E09089356202611201500${digits(number)}`;
export const returnOf = (number: number) => `D09089356202611201500${digits(number)}`;
const reais = (amountCents: number) => (amountCents / 100).toFixed(2);

export async function openFullDay() {
  let now = new Date(`${day}T15:00:00.000Z`);
  const clock = () => now;
  const one = await openPspStack(clock);
  onTestFinished(() => one.close());
  const tenant = await openTenant(sendInProcess(one.stack), { accounts: 4, balance: 100_000 });
  const accounts = tenant.accounts.map((given) => ({
    ref: {
      branch: given.source_account_branch_identifier,
      number: given.source_account_number,
    } as AccountRef,
    key: given.pix_key,
  }));
  const client = openClient();
  const { db } = makeRuntime(one.stack.config, { client, now: clock, pause: async () => {} });
  const { CASHOUTS_TABLE, CHARGEBACKS_TABLE } = one.stack.config;
  const records = new Map<string, Json>();
  const accountOf = ({ account }: Movement) => accounts[account % accounts.length] as (typeof accounts)[0];

  const entries: Record<Movement['kind'], Pick<EntryDraft, 'type' | 'direction'>> = {
    sent: { type: 'PIX_CASHOUT', direction: 'DEBIT' },
    received: { type: 'PIX_CASHIN', direction: 'CREDIT' },
    'return sent': { type: 'PIX_CHARGEBACK', direction: 'DEBIT' },
    'return received': { type: 'PIX_CASHOUT_REFUND', direction: 'CREDIT' },
  };

  function legOf(movement: Movement): Leg {
    const { kind, number, amountCents, place } = movement;
    const isReturn = kind.startsWith('return');
    const draft = entries[kind];
    return {
      account: accountOf(movement).ref,
      entry: {
        ...draft,
        amountCents: cents(amountCents),
        identification: isReturn ? returnOf(number) : e2eOf(number),
        transactionId: number,
        ...(place ? { place } : {}),
      },
      add: { availableCents: draft.direction === 'CREDIT' ? amountCents : -amountCents },
    };
  }

  function markerOf({ kind, number, amountCents, place }: Movement): Action[] {
    const at = now.toISOString();
    const payment = { amountCents, ...(place ? { receivedAt: place } : {}) };
    if (kind === 'received') return [putMarker(db, `cash-in#${e2eOf(number)}`, at, { payment })];
    return kind === 'return received' ? [putMarker(db, `return#${returnOf(number)}`, at)] : [];
  }

  function rowsOf(movement: Movement): { table: string; row: Json }[] {
    const { kind, number, amountCents, place } = movement;
    const at = now.toISOString();
    if (kind === 'sent')
      return [
        {
          table: CASHOUTS_TABLE,
          row: {
            id: number,
            status: 'SUCCESS',
            request: { amountCents },
            endToEndId: e2eOf(number),
            endedAt: at,
            ...(place ? { sentTo: place } : {}),
          },
        },
      ];
    if (kind !== 'return sent') return [];
    const chargeback = {
      id: number,
      ask: 0,
      status: 'SUCCESS',
      acceptedAt: at,
      returnId: returnOf(number),
      request: { amountCents },
      payment: { endToEndId: e2eOf(number) },
    };
    return [
      { table: CHARGEBACKS_TABLE, row: { ...chargeback, pk: `CHARGEBACK#${number}` } },
      { table: CHARGEBACKS_TABLE, row: { pk: `RETURN#${returnOf(number)}`, id: number } },
    ];
  }

  async function putAll(rows: { table: string; row: Json }[]): Promise<void> {
    for (let from = 0; from < rows.length; from += 25) {
      const some = Map.groupBy(rows.slice(from, from + 25), ({ table }) => table);
      const RequestItems = Object.fromEntries(
        [...some].map(([table, all]) => [table, all.map(({ row: Item }) => ({ PutRequest: { Item } }))]),
      );
      await client.send(new BatchWriteCommand({ RequestItems }));
    }
  }

  /** Writes our side of movements: the rows, the markers and the entries. */
  async function enter(all: readonly Movement[]): Promise<void> {
    await putAll(all.flatMap(rowsOf));
    for (const group of Map.groupBy(all, ({ account }) => account % accounts.length).values()) {
      for (let from = 0; from < group.length; from += 40) {
        const some = group.slice(from, from + 40);
        const posted = await post(db, clock, () => some.flatMap(markerOf), some.map(legOf));
        if (posted.kind !== 'ended') throw new Error(posted.kind);
        now = new Date(now.getTime() + 1_000);
      }
    }
  }

  /** Writes the PSP's side. A return belongs to the payment with the same number. */
  function book({ kind, number, amountCents, account }: Movement): Json {
    const horario = now.toISOString();
    const valor = reais(amountCents);
    if (kind === 'sent') {
      const record = { endToEndId: e2eOf(number), idEnvio: String(number), valor, status: 'REALIZADO' };
      records.set(String(number), record);
      one.books.note(String(number), horario);
      return record;
    }
    if (kind === 'received') {
      const chave = accounts[account % accounts.length]?.key;
      const payment = { endToEndId: e2eOf(number), valor, horario, chave };
      one.lists.pix.push(payment);
      return payment;
    }
    const back = {
      id: String(number),
      rtrId: returnOf(number),
      valor,
      status: 'DEVOLVIDO',
      horario: { solicitacao: horario, liquidacao: horario },
    };
    const of: Json = kind === 'return sent' ? findReceived(number) : records.get(String(number));
    of.devolucoes = [...(of.devolucoes ?? []), back];
    return back;
  }

  const findReceived = (number: number): Json =>
    (one.lists.pix as Json[]).find(({ endToEndId }) => endToEndId === e2eOf(number));

  return {
    ...one,
    accounts,
    db,
    client,
    records,
    putAll,
    enter,
    book,
    findReceived,
    clock,
    /** Closes the PSP's books in their current state, and discards its statements. */
    async closeBooks() {
      one.books.forget();
      await one.books.close(async (reference) => records.get(reference));
    },
    goTo: (instant: string) => {
      now = new Date(instant);
    },
  };
}
