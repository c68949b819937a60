// Opens the service in this process with tables and queues of one test file, on the engines of the whole run.

import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import { inject } from 'vitest';
import type { ReadSecrets } from '../../lib/network/psp-client.ts';
import type { Config } from '../../lib/platform/config.ts';
import { type Log, makeLog } from '../../lib/platform/log.ts';
import type { MetricName, Metrics } from '../../lib/platform/metrics.ts';
import type { Outbound } from '../../lib/platform/outbound.ts';
import type { Traces } from '../../lib/platform/traces.ts';
import { makeProvider } from '../../lib/sign-in/provider.ts';
import { type InProcess, openInProcess, renamed } from '../../local/in-process.ts';
import type { Service } from '../../local/service.ts';
import { engineClient, openClient, refuseDifferences } from './clients.ts';
import { holdToContract, isDocumentation } from './contract.ts';
import { makeTaints, refuseLeaks, type Taints } from './taints.ts';

export type Counted = [name: MetricName, value: number];

export type Stack = InProcess & {
  /** Every line that the service has logged. */
  lines: string[];
  /** Every metric that the service has counted. */
  counted: Counted[];
  /** The texts that these lines must not contain. They are searched when the stack stops. */
  taints: Taints;
};

type Options = {
  settings?: Record<string, string>;
  /** Changes the resources before they are created, for example to set a shorter visibility timeout. */
  change?: (service: Service) => void;
  now?: () => Date;
  readSecrets?: ReadSecrets;
  outbound?: Outbound;
  traces?: Traces;
};

/** On a busy machine a receiver must not count as slow, and no test should wait long for the next attempt. */
const unhurried = {
  SANDBOX_SLOW_SECONDS: '1',
  WEBHOOK_PATIENCE_SECONDS: '60',
  WEBHOOK_TIMEOUT_SECONDS: '60',
  WEBHOOK_LADDER_SECONDS: '1,1,1,1,1',
};

export async function openStack({
  settings = {},
  change,
  now,
  readSecrets,
  outbound,
  traces,
}: Options = {}): Promise<Stack> {
  Object.assign(process.env, inject('endpoints'), {
    AWS_REGION: 'sa-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  const clients = {
    dynamo: engineClient(DynamoDBClient),
    streams: engineClient(DynamoDBStreamsClient),
    sqs: engineClient(SQSClient),
  };
  const service = renamed(inject('service'), `test-${randomUUID().slice(0, 8)}`);
  change?.(service);
  const lines: string[] = [];
  const counted: Counted[] = [];
  const taints = makeTaints();
  const world = {
    client: openClient(),
    sqs: engineClient(SQSClient),
    log: recordingLog(lines),
    metrics: collecting(counted),
    makeProvider: (config: Config) => makeProvider(config, 60),
    ...(now ? { now } : {}),
    ...(readSecrets ? { readSecrets } : {}),
    ...(outbound ? { outbound } : {}),
    ...(traces ? { traces } : {}),
  };
  const stack = await openInProcess(service, clients, { ...unhurried, ...settings }, world);
  const { DATA_KEYS, TOKEN_SIGNING_KEY = '{}', NETWORK_CALLBACK_SECRETS } = stack.config;
  taints.plantAll('setting', {
    DATA_KEY: DATA_KEYS[0],
    NETWORK_CALLBACK_SECRET: NETWORK_CALLBACK_SECRETS[0],
    signingKey: JSON.parse(TOKEN_SIGNING_KEY).d,
  });
  return {
    ...stack,
    lines,
    counted,
    taints,
    async send(call, deps) {
      if (!now) await nextMillisecond();
      taints.plantCall(call);
      const answer = await stack.send(call, deps);
      if (!isDocumentation(call.path)) taints.plantAnswer(answer.body);
      holdToContract(call, answer);
      return answer;
    },
    async stop() {
      await stack.stop();
      refuseLeaks(taints.find(lines));
      refuseDifferences();
    },
  };
}

/**
 * Waits until the machine's clock has moved on. Over a network no two calls of one caller, one after the other, have the
 * same time. In this process they might.
 */
export async function nextMillisecond(): Promise<void> {
  const start = Date.now();
  for (let waits = 0; waits < 5 && Date.now() === start; waits++) await setTimeout(1);
}

/** Collects every number that is counted in a list. */
export function collecting(counted: Counted[]): Metrics {
  return { count: (name, value = 1) => void counted.push([name, value]), flush: () => {} };
}

/** Records the lines as Lambda writes them, but without their times. */
function recordingLog(lines: string[]): Log {
  const writer = (level: string) => (message: string, fields: object) =>
    void lines.push(JSON.stringify({ level, message, ...fields }));
  return makeLog({ info: writer('info'), warn: writer('warn'), error: writer('error') });
}
