// The osls plugin of this service. For `offline` it makes the local stack whole: tables and queues from the
// service's own resources, references in the environment resolved, stream and queue triggers running. For
// `package` it refuses a stage that would have no PIX network, or nobody to tell of its alarms.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import { sandboxStages } from '../lib/config.ts';
import { createResources } from './resources.ts';
import type { Service } from './service.ts';
import { resolveEnvironment } from './settings.ts';
import { type Invoke, startTriggers, type Triggers } from './triggers.ts';

/** What start.ts passes down: see there. */
export type StackOptions = {
  given: Record<string, string>;
  lambdaPort: number;
  streams: boolean;
  checkpointFile?: string;
};

type Serverless = {
  service: Service & { provider: { stage: string } };
  classes: { Error: new (message: string) => Error };
};

export default class LocalStack {
  readonly hooks: Record<string, () => Promise<void>>;
  readonly serverless: Serverless;
  triggers: Triggers | undefined;

  constructor(serverless: Serverless) {
    this.serverless = serverless;
    this.hooks = {
      'before:package:initialize': async () => {
        this.requireNetwork();
        this.requireSomebody();
      },
      'before:offline:start:init': () => this.prepare(),
      'offline:start:end': async () => this.triggers?.stop(),
    };
  }

  requireNetwork(): void {
    const { stage, environment } = this.serverless.service.provider;
    if (sandboxStages.includes(stage)) return;
    const { PAYOUT_NETWORK, REFUND_NETWORK, PSP_URL, PSP_PIX_KEY } = environment;
    const hasNetwork = PAYOUT_NETWORK !== 'sandbox' && REFUND_NETWORK !== 'sandbox';
    if (hasNetwork && PSP_URL && PSP_PIX_KEY) return;
    throw new this.serverless.classes.Error(
      `Stage ${stage} has no PIX network: the sandbox serves ${sandboxStages.join(' and ')} only. Give payouts, refunds, pspUrl and pspPixKey (infra/stages/${stage}.yml).`,
    );
  }

  /** An alarm that nobody hears is none. */
  requireSomebody(): void {
    const { provider, resources } = this.serverless.service;
    if (sandboxStages.includes(provider.stage) || resources.Resources.AlarmsEmail?.Properties.Endpoint)
      return;
    throw new this.serverless.classes.Error(
      `Stage ${provider.stage} tells nobody of its alarms. Give alarmEmail (infra/stages/${provider.stage}.yml).`,
    );
  }

  async prepare(): Promise<void> {
    const options = JSON.parse(process.env.LOCAL_STACK ?? '{}') as StackOptions;
    const { service } = this.serverless;
    const sqs = new SQSClient({});
    const physical = await createResources(service, { dynamo: new DynamoDBClient({}), sqs });
    service.provider.environment = resolveEnvironment(service.provider.environment, physical, options.given);
    for (const one of Object.values(service.functions)) {
      if (one.environment) one.environment = resolveEnvironment(one.environment, physical, options.given);
    }
    // The functions answer once offline listens; until then the triggers' calls fail and are tried again.
    this.triggers = startTriggers({
      service,
      physical,
      sqs,
      ...(options.streams ? { streams: new DynamoDBStreamsClient({}) } : {}),
      invoke: invokeOver(service, options.lambdaPort),
      ...(options.checkpointFile ? { checkpoint: checkpointIn(options.checkpointFile) } : {}),
    });
    process.send?.({ prepared: true });
    process.once('disconnect', () => process.exit(0));
  }
}

/** Calls a function through offline's Lambda API, as the AWS SDK would. */
function invokeOver(service: Service, port: number): Invoke {
  return async (key, event) => {
    const name = service.functions[key]?.name ?? key;
    const url = `http://127.0.0.1:${port}/2015-03-31/functions/${name}/invocations`;
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(event) });
    const text = await answer.text();
    if (!answer.ok || answer.headers.has('x-amz-function-error')) throw new Error(`${name} failed: ${text}`);
    return text ? JSON.parse(text) : null;
  };
}

/** Where each stream was left, kept beside the data; another stream's name is another stream's position. */
function checkpointIn(file: string) {
  const positions: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return {
    read: (streamArn: string): string | undefined => positions[streamArn],
    write(streamArn: string, sequenceNumber: string): void {
      positions[streamArn] = sequenceNumber;
      writeFileSync(file, JSON.stringify(positions));
    },
  };
}
