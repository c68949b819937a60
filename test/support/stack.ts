// The service in this process, on tables and queues of one test file's own, on the engines of the whole run.

import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import { inject } from 'vitest';
import type { Log } from '../../lib/log.ts';
import { type InProcess, openInProcess, renamed } from '../../local/in-process.ts';
import type { Service } from '../../local/service.ts';

export type Stack = InProcess & {
  /** Every line the service has logged. */
  lines: string[];
};

type Options = {
  settings?: Record<string, string>;
  /** Changes the resources before they are created: a shorter visibility, say. */
  change?: (service: Service) => void;
  now?: () => Date;
};

export async function openStack({ settings = {}, change, now }: Options = {}): Promise<Stack> {
  Object.assign(process.env, inject('endpoints'), {
    AWS_REGION: 'sa-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  const clients = {
    dynamo: new DynamoDBClient({}),
    streams: new DynamoDBStreamsClient({}),
    sqs: new SQSClient({}),
  };
  const service = renamed(inject('service'), `test-${randomUUID().slice(0, 8)}`);
  change?.(service);
  const lines: string[] = [];
  const world = { log: recordingLog(lines), ...(now ? { now } : {}) };
  const stack = await openInProcess(service, clients, { SANDBOX_SLOW_SECONDS: '1', ...settings }, world);
  return { ...stack, lines };
}

function recordingLog(lines: string[]): Log {
  const writer = (level: string) => (message: string, fields: object, error?: unknown) => {
    const stack = error instanceof Error ? { stack: error.stack } : {};
    lines.push(JSON.stringify({ level, message, ...fields, ...stack }));
  };
  const [info, warn, error] = ['info', 'warn', 'error'].map(writer) as [
    Log['error'],
    Log['error'],
    Log['error'],
  ];
  return {
    info: (message, fields = {}) => info(message, fields, undefined),
    warn: (message, fields = {}) => warn(message, fields, undefined),
    error,
  };
}
