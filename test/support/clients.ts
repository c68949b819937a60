// Clients of the embedded engines, however many, on the same few connections: those of a client of its own would stay
// open until the process ends.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
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

export const engineSettings = { ...awsClientSettings, requestHandler: wire };

/** A new one, to put something of one's own on it. */
export const openClient = () => documentClient(new DynamoDBClient(engineSettings));
