// Runs the service inside this process with its own tables and queues, for tests and measurements. The handlers, stores
// and triggers are the deployed ones; only the connection to Lambda is missing.

import { gunzipSync } from 'node:zlib';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Deps } from '../lib/app/deps.ts';
import { makeDeps } from '../lib/app/live.ts';
import type { World } from '../lib/app/runtime.ts';
import { awsClientSettings } from '../lib/platform/aws-client.ts';
import { readConfig } from '../lib/platform/config.ts';
import { fileClient } from '../lib/platform/files.ts';
import { documentClient } from '../lib/platform/table.ts';
import { toGatewayEvent } from './gateway/call.ts';
import type { HttpCall } from './gateway/event.ts';
import { makePermissions } from './permissions.ts';
import { type Clients, createResources } from './resources.ts';
import { root, type Service } from './service.ts';
import { makeSecrets, wholeEnvironment } from './settings.ts';
import { startTriggers, type Triggers } from './triggers.ts';

/**
 * The factor by which timeouts are extended. On AWS each call has its own container. Here a hundred calls at once share
 * one process, perhaps on a busy machine.
 */
const slower = 10;

type Handler = (event: unknown, context: Context) => Promise<unknown>;

export type Answer = { status: number; body: unknown; headers: Record<string, string> };
export type InProcess = Awaited<ReturnType<typeof openInProcess>>;

/**
 * @param service the content of serverless.yml; its tables and queues get the name of another stage
 * @param settings variables that differ from serverless.yml
 */
export async function openInProcess(
  service: Service,
  clients: Clients & { streams: DynamoDBStreamsClient },
  settings: Record<string, string>,
  world: World,
) {
  const physical = await createResources(service, clients);
  const given = { ...(await makeSecrets()), BASE_URL: 'https://api.example.com', ...settings };
  const permissions = makePermissions(service, physical);
  const config = permissions.withSecretsOf(readConfig(wholeEnvironment(service, physical, given)));
  /** Limits the clients to the permissions of the function that is running. */
  const guarded = (one: World): World => {
    const client = one.client ?? documentClient();
    const sqs = one.sqs ?? new SQSClient(awsClientSettings);
    const s3 = one.s3 ?? fileClient({ STAGE: 'local' });
    permissions.guard(client, sqs, s3);
    const secret = one.readSecrets ? { readSecrets: permissions.guardSecret(one.readSecrets) } : {};
    return { ...one, client, sqs, s3, ...secret };
  };
  const deps = makeDeps(config, guarded(world));
  const handlers = new WeakMap<Deps, Map<string, Handler>>();
  let triggers: Triggers | undefined;

  async function handlerOf(functionKey: string, using: Deps): Promise<Handler> {
    const known = handlers.get(using) ?? new Map<string, Handler>();
    handlers.set(using, known);
    const file = service.functions[functionKey]?.handler.replace(/\.handler$/, '.ts');
    const module = (await import(/* @vite-ignore */ `${root}${file}`)) as {
      makeHandler: (deps: Deps) => Handler;
    };
    const handler = known.get(functionKey) ?? module.makeHandler(using);
    known.set(functionKey, handler);
    return handler;
  }

  /** Runs one function, found by its key in serverless.yml. The event is converted to JSON and back, as in Lambda. */
  async function invoke(functionKey: string, event: unknown, using = deps): Promise<unknown> {
    const handler = await handlerOf(functionKey, using);
    const milliseconds = 1000 * slower * (service.functions[functionKey]?.timeout ?? 10);
    const context = { functionName: 'in-process', getRemainingTimeInMillis: () => milliseconds } as Context;
    const running = permissions.as(functionKey, () => handler(JSON.parse(JSON.stringify(event)), context));
    return running.finally(() => triggers?.wake());
  }

  return {
    service,
    physical,
    config,
    deps,
    invoke,
    apart: permissions.apart,

    /**
     * Returns dependencies for the same tables and queues with some parts replaced, for example a fixed clock, or a
     * client that loses answers.
     */
    with: (other: World): Deps => makeDeps(config, guarded({ ...world, ...other })),

    async send(call: HttpCall, using = deps): Promise<Answer> {
      const { functionKey, event } = toGatewayEvent(service, call);
      const result = (await invoke(functionKey, event, using)) as APIGatewayProxyStructuredResultV2;
      const headers = result.headers as Record<string, string>;
      const text = textOf(result);
      const isJson = text !== '' && headers['content-type'] === 'application/json';
      return { status: result.statusCode ?? 0, body: isJson ? JSON.parse(text ?? 'null') : text, headers };
    },

    /** Starts the triggers that connect tables, queues and functions on AWS. */
    startTriggers({ streams }: { streams: boolean }): void {
      const source = streams ? { streams: clients.streams } : {};
      triggers = startTriggers({ service, physical, sqs: clients.sqs, invoke, ...source });
    },

    async stop(): Promise<void> {
      await triggers?.stop();
    },
  };
}

/** Returns the body as the caller reads it. Functions give compressed bodies to API Gateway as base64. */
function textOf({ body, isBase64Encoded, headers }: APIGatewayProxyStructuredResultV2): string | undefined {
  if (!isBase64Encoded || headers?.['content-encoding'] !== 'gzip') return body;
  return gunzipSync(Buffer.from(body ?? '', 'base64')).toString('utf8');
}

/** Returns a copy of the service with another stage's name in its tables and queues. */
export function renamed(service: Service, stage: string): Service {
  return JSON.parse(
    JSON.stringify(service).replaceAll('pix-cashout-local-', `pix-cashout-${stage}-`),
  ) as Service;
}
