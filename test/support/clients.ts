// Clients of the embedded engines, however many, on the same few connections: those of a client of its own would stay
// open until the process ends.

import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { awsClientSettings } from '../../lib/stores/aws-client.ts';
import { documentClient } from '../../lib/stores/table.ts';

/** Every request on the wire. An engine on a busy machine may be slow; test/security/silent-aws.test.ts has real time-outs. */
export const wire = new NodeHttpHandler({
  connectionTimeout: 30_000,
  requestTimeout: 60_000,
  throwOnRequestTimeout: true,
  httpAgent: { keepAlive: true, maxSockets: 200 },
});

const authorization =
  'AWS4-HMAC-SHA256 Credential=local/20260101/sa-east-1/any/aws4_request, SignedHeaders=host, Signature=0';

/** The engines read no signature and nobody the SDK's log: to make both took a tenth of the tests' time. */
export const engineSettings = {
  ...awsClientSettings,
  requestHandler: wire,
  // Without `info`, which would be handed each request and answer anew.
  logger: { debug() {}, warn() {}, error() {} } as unknown as NonNullable<DynamoDBClientConfig['logger']>,
  signer: {
    sign: async <Request extends { headers: Record<string, string> }>(request: Request): Promise<Request> => {
      request.headers.authorization = authorization;
      request.headers['x-amz-date'] = '20260101T000000Z';
      return request;
    },
  },
};

/** A new one, to put something of one's own on it. */
export const openClient = () => documentClient(new DynamoDBClient(engineSettings));
