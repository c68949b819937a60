// Measures single payouts of fifty accounts, alone and while a payroll of another account waits in the queue. Time is
// slowed and DynamoDB is simulated. The queue and its trigger are those of the local stack.

import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Deps } from '../lib/app/deps.ts';
import { makeQueues, type Queues } from '../lib/app/queues.ts';
import type { Cashout } from '../lib/cashout/cashout.ts';
import { atOnce } from '../lib/platform/at-once.ts';
import { readQueue } from '../local/queue-trigger.ts';
import { approved, container, latency, type Payer, payersOf } from './completing.ts';
import { type SlowTime, slowTime } from './slow-time.ts';
import type { Stage, Tenant } from './stage.ts';
import { newWeather } from './weather.ts';

const worker = 'completeTransfer';
export const slow = 10;
/** After this time, the payroll uses every worker. */
const leadSeconds = 1;
/** This is the value in infra/data/queues.yml. */
const visibilitySeconds = 180;
/** The number of connections from one container to the PSP (lib/network/psp-client.ts). */
const connectionsMax = 50;
const patienceSeconds = 60;

let opened = 0;

export type Singles = {
  /** The number of accounts. Each account makes one payout. */
  count: number;
  /** The payouts are sent at random times within this number of seconds. */
  spreadSeconds: number;
};

export type Paid = {
  /** The milliseconds of each single payout, from the sending of its message to its end. */
  singles: number[];
  /** The payroll's payouts per second while the single payouts ran. */
  perSecond: number;
  /** The share of the transactions that were cancelled. */
  conflicts: number;
  /** The duration of the longest batch in seconds. */
  longestBatch: number;
};

/** @param size the number of payouts of the payroll; 0 measures the single payouts alone */
export async function pay(
  stage: Stage,
  companies: readonly Tenant[],
  size: number,
  { count, spreadSeconds }: Singles,
): Promise<Paid> {
  const time = endable(slowTime(slow));
  const [payer, ...others] = payersOf(companies) as [Payer, ...Payer[]];
  const payroll = Array.from({ length: size }, () => approved(stage, payer, time.now()));
  const singles = others.slice(0, count).map((other) => approved(stage, other, time.now()));
  await atOnce(20, [...payroll, ...singles], (row) => stage.deps.cashouts.insert(row));

  const { queues, endedAt, weather, batches, waiting, stop } = await startWorkers(stage, time);
  await queues.sendAll('transfers', payroll);
  if (size > 0) await time.pause(1_000 * leadSeconds);
  const [from, before] = [performance.now(), endedAt.size];
  const sentAt = await sendSpread(queues, singles, spreadSeconds, time);
  while (!singles.every(({ id }) => endedAt.has(id))) {
    if (time.secondsSince(from) > patienceSeconds) throw new Error('a single payout did not end');
    await time.pause(5);
  }
  const seconds = time.secondsSince(from);
  const ended = endedAt.size - count;
  if (size > 0 && (await waiting()) === 0) throw new Error('the queue was empty before the others had ended');
  stop();
  // The rest of the payroll is left unfinished, because it would delay the next measurement.
  time.end();
  for (const { id } of singles) {
    const row = await stage.deps.cashouts.get(id);
    if (row?.status !== 'SUCCESS') throw new Error(`the cashout ${id} is ${row?.status}`);
  }
  return {
    singles: singles.map(({ id }) => ((endedAt.get(id) ?? 0) - (sentAt.get(id) ?? 0)) / slow),
    perSecond: (ended - before) / seconds,
    conflicts: weather.conflicts / weather.transactions,
    longestBatch: Math.max(...batches),
  };
}

/** Returns a clock that can be stopped. After that, everything that waits on the clock waits forever. */
function endable(time: SlowTime): SlowTime & { end(): void } {
  let isOver = false;
  return {
    ...time,
    async pause(milliseconds) {
      await time.pause(milliseconds);
      if (isOver) await new Promise(() => {});
    },
    end() {
      isOver = true;
    },
  };
}

/** Connects a queue of transfers to its worker and starts the maximum number of containers. */
async function startWorkers(stage: Stage, time: SlowTime) {
  const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  opened += 1;
  const Attributes = { VisibilityTimeout: String(slow * visibilitySeconds) };
  const { QueueUrl: url = '' } = await sqs.send(
    new CreateQueueCommand({ QueueName: `payroll-${opened}`, Attributes }),
  );
  const real = makeQueues(sqs, { ...stage.config, TRANSFERS_QUEUE_URL: url });
  const queues: Queues = {
    ...real,
    send: (queue, row, seconds = 0) => real.send(queue, row, slow * seconds),
    sendAll: (queue, rows, seconds = 0) => real.sendAll(queue, rows, slow * seconds),
  };
  const trigger = stage.service.functions[worker]?.events?.find(({ sqs }) => sqs)?.sqs;
  if (!trigger) throw new Error(`${worker} has no queue`);

  const weather = newWeather(latency, time);
  const endedAt = new Map<number, number>();
  const idle: Deps[] = [];
  const batches: number[] = [];
  const stopping = new AbortController();
  const arn = 'payroll';
  const options = {
    service: stage.service,
    physical: { payroll: { ref: url, attributes: { Arn: arn } } },
    sqs,
    messagesMax: Number.POSITIVE_INFINITY,
    onFault: (_: string, error: unknown) => console.error(error),
    async invoke(key: string, event: unknown) {
      const deps = idle.pop() ?? watched(container(stage, weather, time), queues, endedAt);
      const from = performance.now();
      const answer = await stage.invoke(key, event, deps);
      batches.push(time.secondsSince(from));
      idle.push(deps);
      return answer;
    },
  };
  void readQueue(options, worker, { ...trigger, arn }, stopping.signal);
  return {
    queues,
    weather,
    endedAt,
    batches,
    /** Counts the messages that no worker has received yet. */
    async waiting() {
      const { Attributes = {} } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }),
      );
      const { ApproximateNumberOfMessages: now, ApproximateNumberOfMessagesDelayed: later } = Attributes;
      return Number(now) + Number(later);
    },
    stop: () => stopping.abort(),
  };
}

async function sendSpread(queues: Queues, rows: readonly Cashout[], seconds: number, time: SlowTime) {
  const sentAt = new Map<number, number>();
  await Promise.all(
    rows.map(async (row) => {
      await time.pause(1_000 * seconds * Math.random());
      sentAt.set(row.id, performance.now());
      await queues.send('transfers', row);
    }),
  );
  return sentAt;
}

/**
 * Creates a container that records when cashouts end. Its payments wait for one of the container's connections to the
 * PSP.
 */
function watched(deps: Deps, queues: Queues, endedAt: Map<number, number>): Deps {
  const log: typeof deps.log = {
    ...deps.log,
    info: (message, fields) => {
      if (message === 'transfer ended') endedAt.set(Number(fields?.cashoutId), performance.now());
    },
  };
  let free = connectionsMax;
  const waiting: (() => void)[] = [];
  const network: Deps['network'] = {
    ...deps.network,
    async sendPayment(...asked) {
      if (free === 0) await new Promise<void>((go) => waiting.push(go));
      else free -= 1;
      try {
        return await deps.network.sendPayment(...asked);
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
  return { ...deps, log, network, queues };
}
