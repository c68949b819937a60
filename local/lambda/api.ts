// Serves Lambda's Invoke API for a started stack on loopback, for npm run admin and the AWS SDK.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { liveAlias } from '../../infra/versions.ts';
import type { Service } from '../service.ts';
import { FunctionFailed } from './functions.ts';

export type LambdaApi = { url: string; close(): void };

type Invoke = (functionKey: string, event: unknown) => Promise<unknown>;

type Answer = { status: number; body: unknown; headers?: Record<string, string> };

/**
 * Functions have no versions here. The alias that callers use on AWS is accepted, so that they can make the same call.
 */
const called = new RegExp(`^/2015-03-31/functions/([\\w-]+)/invocations(?:\\?Qualifier=${liveAlias})?$`);

const refusal = (status: number, name: string, message: string): Answer => ({
  status,
  body: { Type: 'User', message },
  headers: { 'x-amzn-errortype': name },
});

function readJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

export async function serveLambda(service: Service, invoke: Invoke): Promise<LambdaApi> {
  const keys = new Map(Object.entries(service.functions).map(([key, { name }]) => [name, key]));
  const answer = async (path: string, body: string): Promise<Answer> => {
    const [, name = ''] = called.exec(path) ?? [];
    const key = keys.get(name);
    if (key === undefined) return refusal(404, 'ResourceNotFoundException', `Function not found: ${name}`);
    const event = readJson(body || '{}');
    if (event === undefined) return refusal(400, 'InvalidRequestContentException', 'The payload is not JSON');
    try {
      return { status: 200, body: await invoke(key, event) };
    } catch (error) {
      const failure = error instanceof FunctionFailed ? error.failure : { errorMessage: String(error) };
      return { status: 200, body: failure, headers: { 'x-amz-function-error': 'Unhandled' } };
    }
  };
  const server = createServer(async (request, response) => {
    const { status, body, headers } = await answer(request.url ?? '', await text(request));
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body ?? null));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
