// Completes approved cashouts from a real queue in one of several ways, with the simulated latency and conflicts of
// DynamoDB.

import type { SQSBatchResponse } from 'aws-lambda';
import type { Deps } from '../lib/app/deps.ts';
import type { AccountRef } from '../lib/base/account-ref.ts';
import { cents } from '../lib/base/money.ts';
import { addSeconds } from '../lib/base/time.ts';
import type { Cashout } from '../lib/cashout/cashout.ts';
import { newListKeys } from '../lib/cashout/list-keys.ts';
import { openPartitionOf } from '../lib/cashout/open-partition.ts';
import type { PixNetwork } from '../lib/network/port.ts';
import { documentClient } from '../lib/platform/table.ts';
import { byAccount, standardQueue } from './queues.ts';
import { type SlowTime, slowTime } from './slow-time.ts';
import type { Stage, Tenant } from './stage.ts';
import { expose, type Latency, newWeather, type Weather } from './weather.ts';

export const latency: Latency = { read: 4, write: 6, transaction: 12 };
/** The minimum and maximum time of a payment in the network, in milliseconds. */
export const payment = [60, 180] as const;
const patienceSeconds = 120;

/**
 * `atOnce` is the number of messages per receive. The messages of a batch share a container; other messages have a
 * container each. `packed` means that a message contains ten ids of an account, as dispatch sends a backlog; otherwise
 * it contains one id. `slow` is the factor by which time is slowed (slow-time.ts).
 */
export type Way = {
  workers: number;
  atOnce: number;
  inBatches: boolean;
  fifo: boolean;
  packed: boolean;
  slow: number;
};

export type Completed = {
  perSecond: number;
  /** The number of writes per cashout. */
  writes: number;
  reads: number;
  /** The share of the sent transactions that were cancelled. */
  conflicts: number;
  /**
   * The writes of single items per cashout, including failed writes. Each of them takes or releases the lock of a busy
   * account.
   */
  singles: number;
  /**
   * The number of cashouts whose amount is reserved but which were postponed, so that the scheduled recovery must
   * finish them.
   */
  unfinished: number;
};

export async function complete(
  stage: Stage,
  companies: readonly Tenant[],
  { workers, atOnce, inBatches, fifo, packed, slow }: Way,
  accounts: number,
  count: number,
): Promise<Completed> {
  const time = slowTime(slow);
  const weather = newWeather(latency, time);
  const payers = payersOf(companies);
  const rows = Array.from({ length: count }, (_, index) =>
    approved(stage, payers[index % accounts] as Payer, time.now()),
  );
  for (const row of rows) await stage.deps.cashouts.insert(row);
  const queue = await (fifo ? byAccount : standardQueue)(stage, rows, { atOnce, packed });
  const left = new Set(rows.map(({ id }) => id));
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: workers }, work));
  const seconds = time.secondsSince(startedAt);
  const unfinished = await countUnfinished(stage, rows);
  return {
    perSecond: (count - unfinished) / seconds,
    writes: weather.writeUnits / count,
    reads: weather.readUnits / count,
    conflicts: weather.conflicts / weather.transactions,
    singles: weather.singles / count,
    unfinished,
  };

  async function work(): Promise<void> {
    const containers = Array.from({ length: inBatches ? 1 : atOnce }, () => ({
      ...container(stage, weather, time),
      // There are more slots than workers, so no message is ever sent back. This measurement would count such a message
      // as done.
      backlogSlots: async () => async () => {},
    }));
    while (left.size > 0) {
      if (time.secondsSince(startedAt) > patienceSeconds)
        throw new Error(`${left.size} cashouts are not completed yet`);
      const messages = await queue.receive();
      if (messages.length === 0) await time.pause(5);
      const records = messages.map(({ name, body }) => ({ messageId: name, body }));
      const events = inBatches ? [records] : records.map((record) => [record]);
      const answers = (await Promise.all(
        events.map((Records, index) => stage.invoke('completeTransfer', { Records }, containers[index])),
      )) as SQSBatchResponse[];
      const failed = answers.flatMap(({ batchItemFailures }) =>
        batchItemFailures.map(({ itemIdentifier }) => itemIdentifier),
      );
      const done = messages.filter(({ name }) => !failed.includes(name));
      for (const { body } of done) for (const id of idsOf(body)) left.delete(id);
      await queue.settle(messages, done);
    }
  }
}

const idsOf = (body: string): number[] => JSON.parse(body).ids;

/**
 * Creates a worker's container with a simulated DynamoDB. Its network settles a payment after the time that a payment
 * takes.
 */
export function container(stage: Stage, weather: Weather, { now, pause }: SlowTime): Deps {
  const deps = stage.with({ client: expose(documentClient(), weather), now, pause });
  const [least, most] = payment;
  const network: PixNetwork = {
    ...deps.network,
    resolveKey: async () => ({ kind: 'found', recipient: { name: 'Fulano', ispb: '12345678' } }),
    sendPayment: async ({ reference }) => {
      await pause(least + Math.random() * (most - least));
      return { kind: 'settled', operationId: `operation-${reference}` };
    },
  };
  return { ...deps, network };
}

let made = 0;

export type Payer = { tenant: Tenant; account: AccountRef };

export function payersOf(companies: readonly Tenant[]): Payer[] {
  return companies.flatMap((tenant) =>
    tenant.accounts.map(({ source_account_branch_identifier: branch, source_account_number: number }) => ({
      tenant,
      account: { branch, number },
    })),
  );
}

/** Returns a row as it is after an approval. */
export function approved({ deps }: Pick<Stage, 'deps'>, { tenant, account }: Payer, now: Date): Cashout {
  const at = now.toISOString();
  const id = deps.ids.cashoutId();
  made += 1;
  return {
    id,
    companyId: tenant.company_id,
    account,
    status: 'PROCESSING',
    request: {
      endpoint: 'create-cashout',
      amountCents: cents(1),
      tag: `bench ${made}`,
      pixKey: 'fulano@example.com',
    },
    idempotencyKey: deps.ids.uuid(),
    createdAt: at,
    createdBy: tenant.user_id,
    createAttempt: deps.ids.attempt(),
    approvedAt: at,
    approvedBy: tenant.user_id,
    approveAttempt: deps.ids.attempt(),
    endToEndId: `E99999010${at.slice(0, 16).replace(/\D/g, '')}${deps.ids.endToEndSuffix()}`,
    tries: 0,
    pendingEvents: ['created', 'approved'],
    openAccount: openPartitionOf(account, id),
    dueAt: addSeconds(now, deps.config.RESUME_AFTER_SECONDS),
    resumes: 0,
    ...newListKeys(account, id, at),
  };
}

async function countUnfinished({ deps }: Stage, rows: readonly Cashout[]): Promise<number> {
  let unfinished = 0;
  for (const { id } of rows) {
    const row = await deps.cashouts.get(id);
    if (row?.status !== 'SUCCESS' && row?.status !== 'PROCESSING')
      throw new Error(`the cashout ${id} is ${row?.status}`);
    if (row.status === 'PROCESSING') unfinished += 1;
  }
  return unfinished;
}
