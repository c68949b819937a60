// Creates clients of the embedded engines that all share a few connections. The connections of a separate client would
// stay open until the process ends.

import { setImmediate } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { NodeHttpHandler } from '@smithy/node-http-handler';
import { Agent } from 'undici';
import { awsClientSettings } from '../../lib/platform/aws-client.ts';
import { documentClient } from '../../lib/platform/table.ts';
import { answerOf, engineHost, openEngine } from '../dynamodb/engine.ts';
import { expectSameAnswer } from '../dynamodb/same-answer.ts';
import { sendHere } from './send-here.ts';
import { unadorned } from './unadorned.ts';

/**
 * Sends every request over HTTP. Undici needs less than half the CPU of Node's own client. The time-outs are long,
 * because an engine on a busy machine may be slow; test/security/silent-aws.test.ts checks the real client and its
 * time-outs.
 */
const agent = new Agent({ headersTimeout: 60_000, bodyTimeout: 60_000, connect: { timeout: 30_000 } });

/** The engine of this process. The endpoint of DynamoDB may be that of another engine. */
const engine = openEngine();
const decoder = new TextDecoder();
type Handle = NodeHttpHandler['handle'];
type HttpResponse = Awaited<ReturnType<Handle>>['response'];

const handle: Handle = (request, options) => {
  if (request.hostname === engineHost) return askEngine(request);
  const isCompared = process.env.TEST_TABLES === 'compared' && targetOf(request).startsWith('DynamoDB_');
  return isCompared ? askBoth(request, options) : askServer(request, options);
};

const targetOf = ({ headers }: Parameters<Handle>[0]) => headers['x-amz-target'] ?? '';

const askServer: Handle = async (request, { abortSignal } = {}) => {
  const { method, protocol, hostname, port, path, headers, body } = request;
  const answer = await agent.request({
    origin: `${protocol}//${hostname}:${port}`,
    method: method as 'POST',
    path,
    headers,
    body: body ?? null,
    ...(abortSignal ? { signal: abortSignal as AbortSignal } : {}),
  });
  const bytes = new Uint8Array(await answer.body.arrayBuffer());
  return { response: responseOf(answer.statusCode, answer.headers as Record<string, string>, bytes) };
};

const responseOf = (statusCode: number, headers: Record<string, string>, body: Uint8Array) =>
  ({ statusCode, headers, body }) as unknown as HttpResponse;

export const wire = { handle };

const askHere = (request: Parameters<Handle>[0]) => engine.handle(targetOf(request), request.body);

/** Answers in a later turn of the event loop, so that the calls of several requests interleave as over a network. */
async function ask(operation: string, input: unknown): Promise<object> {
  await setImmediate();
  return engine.ask(operation, input);
}

async function askEngine(request: Parameters<Handle>[0]) {
  await setImmediate();
  const { status, body } = askHere(request);
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  return { response: responseOf(status, headers, Buffer.from(body)) };
}

/** The requests that the two engines answered differently. */
const differences: unknown[] = [];
let last: Promise<unknown> = Promise.resolve();

/**
 * Sends a request to the other engine and to the engine of this process. Requests are sent one after another, so that
 * both engines get them in the same order.
 */
function askBoth(...[request, options]: Parameters<Handle>): ReturnType<Handle> {
  const asked = last.then(async () => {
    const answer = await askServer(request, options);
    const { statusCode: status, body } = answer.response;
    try {
      const theirs = { status, body: decoder.decode(body) };
      expectSameAnswer(targetOf(request), decoder.decode(request.body), askHere(request), theirs);
    } catch (error) {
      differences.push(error);
    }
    return answer;
  });
  last = asked.catch(() => {});
  return asked;
}

export function refuseDifferences(): void {
  const [first] = differences.splice(0);
  if (first) throw first;
}

const authorization =
  'AWS4-HMAC-SHA256 Credential=local/20260101/sa-east-1/any/aws4_request, SignedHeaders=host, Signature=0';

/**
 * Requests are not signed, because the engines do not read signatures, and signing took a twentieth of the tests' time.
 */
const engineSettings = {
  ...awsClientSettings,
  requestHandler: wire as NodeHttpHandler,
  signer: {
    sign: async <Request extends { headers: Record<string, string> }>(request: Request): Promise<Request> => {
      request.headers.authorization = authorization;
      request.headers['x-amz-date'] = '20260101T000000Z';
      return request;
    },
  },
};

/** @param own settings that differ from the usual ones */
export function engineClient<Client extends Parameters<typeof unadorned>[0]>(
  Class: new (settings: typeof engineSettings) => Client,
  own: Partial<typeof engineSettings> = {},
): Client {
  return unadorned(new Class({ ...engineSettings, ...own }));
}

const isHere = () => process.env.AWS_ENDPOINT_URL_DYNAMODB === `http://${engineHost}`;

/** Opens a separate client to which a test may add middleware. */
export const openClient = () =>
  sendHere(documentClient(engineClient(DynamoDBClient)), { isHere, ask, answerOf });
