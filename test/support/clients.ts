// Creates clients of the embedded engines that all share a few connections. The connections of a separate client would
// stay open until the process ends.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { NodeHttpHandler } from '@smithy/node-http-handler';
import { Agent } from 'undici';
import { awsClientSettings } from '../../lib/platform/aws-client.ts';
import { documentClient } from '../../lib/platform/table.ts';
import { unadorned } from './unadorned.ts';

/**
 * Sends every request over HTTP. Undici needs less than half the CPU of Node's own client. The time-outs are long,
 * because an engine on a busy machine may be slow; test/security/silent-aws.test.ts checks the real client and its
 * time-outs.
 */
const agent = new Agent({ headersTimeout: 60_000, bodyTimeout: 60_000, connect: { timeout: 30_000 } });

const handle: NodeHttpHandler['handle'] = async (request, { abortSignal } = {}) => {
  const { method, protocol, hostname, port, path, headers, body } = request;
  const answer = await agent.request({
    origin: `${protocol}//${hostname}:${port}`,
    method: method as 'POST',
    path,
    headers,
    body: body ?? null,
    ...(abortSignal ? { signal: abortSignal as AbortSignal } : {}),
  });
  const response = {
    statusCode: answer.statusCode,
    headers: answer.headers as Record<string, string>,
    body: new Uint8Array(await answer.body.arrayBuffer()),
  };
  return { response: response as Awaited<ReturnType<NodeHttpHandler['handle']>>['response'] };
};
export const wire = { handle };

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

/** Opens a separate client to which a test may add middleware. */
export const openClient = () => documentClient(engineClient(DynamoDBClient));
