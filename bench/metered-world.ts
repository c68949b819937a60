// Creates dependencies that count everything that is billed: DynamoDB, SQS, log lines and outgoing data. Calls to
// remote services take an assumed time.

import { setTimeout as pause } from 'node:timers/promises';
import { type SendMessageBatchCommand, type SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { lambdaLog } from '../lib/platform/log.ts';
import { lambdaMetrics, type MetricName, type Metrics } from '../lib/platform/metrics.ts';
import type { Outbound } from '../lib/platform/outbound.ts';
import { documentClient } from '../lib/platform/table.ts';
import { countCalls } from './count-calls.ts';

/**
 * The assumed milliseconds per call. For DynamoDB, AWS says single digits; a transaction has two rounds. The other
 * times are guesses.
 */
export const assumed = { call: 5, transaction: 10, queue: 10, psp: 200, receiver: 100 } as const;

type Sent = { queueUrl: string; body: string };
export type Wire = {
  sends: number;
  /** The number of messages that have a group. */
  fair: number;
  logBytes: number;
  webhooks: number;
  webhookBytes: number;
};

const stage = 'production';

/** @param client of the engine that has the tables */
export function meteredWorld(client = documentClient()) {
  const counted = countCalls(client, (call, table) => {
    // A request to the sandbox network's table represents the request to a PSP.
    if (table === 'sandbox-network') return assumed.psp;
    return call === 'TransactWrite' ? assumed.transaction : assumed.call;
  });
  const wire: Wire = { sends: 0, fair: 0, logBytes: 0, webhooks: 0, webhookBytes: 0 };
  const sent: Sent[] = [];
  const written = new Set<MetricName>();
  const emf = lambdaMetrics(stage);
  const metrics: Metrics = {
    ...emf,
    count(name, ...more) {
      written.add(name);
      emf.count(name, ...more);
    },
  };
  const outbound: Outbound = async ({ url, headers, body = '' }) => {
    wire.webhooks += 1;
    wire.webhookBytes += Buffer.byteLength(body + url + JSON.stringify(headers));
    await pause(assumed.receiver);
    return { kind: 'answered', status: 200, headers: {}, body: Buffer.alloc(0), isWhole: true };
  };

  return {
    counted,
    wire,
    /** The metrics that have been written. */
    written,
    world: {
      client,
      sqs: countedQueues(wire, sent),
      log: lambdaLog(stage),
      metrics,
      outbound,
    },

    /** Returns the messages that were sent to a queue since the last call. */
    received(queueUrl: string): string[] {
      const mine = sent.filter((message) => message.queueUrl === queueUrl);
      for (const message of mine) sent.splice(sent.indexOf(message), 1);
      return mine.map(({ body }) => body);
    },

    /** Runs a function, counts its log lines, and drops them. */
    async logged<Result>(run: () => Promise<Result>): Promise<Result> {
      const { write } = process.stdout;
      process.stdout.write = ((chunk: string | Uint8Array) => {
        wire.logBytes += Buffer.byteLength(chunk);
        return true;
      }) as typeof write;
      try {
        return await run();
      } finally {
        metrics.flush();
        process.stdout.write = write;
      }
    },
  };
}

function countedQueues(wire: Wire, sent: Sent[]): SQSClient {
  const client = new SQSClient({});
  client.middlewareStack.add(
    (next) => async (args) => {
      const { input } = args as { input: SendMessageBatchCommand['input'] & SendMessageCommand['input'] };
      const { QueueUrl: queueUrl = '', Entries = [], MessageBody, MessageGroupId } = input;
      const startedAt = performance.now();
      const answer = await next(args);
      wire.sends += 1;
      const isFair =
        MessageGroupId !== undefined || Entries.some((entry) => entry.MessageGroupId !== undefined);
      if (isFair) wire.fair += 1;
      const bodies = MessageBody === undefined ? Entries.map(({ MessageBody: body }) => body) : [MessageBody];
      for (const body of bodies) sent.push({ queueUrl, body: body ?? '' });
      const left = assumed.queue - (performance.now() - startedAt);
      if (left > 0) await pause(left);
      return answer;
    },
    { step: 'initialize', name: 'countedQueues' },
  );
  return client;
}
