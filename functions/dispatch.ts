// Streams of the cashouts and chargebacks tables: changes of status become messages. A batch that fails is sent again
// whole; messages are ids, and every worker may see one twice.

import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue, DynamoDBStreamEvent } from 'aws-lambda';
import { makeCore } from '../lib/core.ts';
import type { Core, WithQueues } from '../lib/deps.ts';
import { withQueues } from '../lib/live.ts';
import { type Change, dispatchChanges } from '../lib/operations/dispatch-changes.ts';
import { start } from '../lib/start.ts';

const image = (attributes: Record<string, AttributeValue>) =>
  unmarshall(attributes as Parameters<typeof unmarshall>[0]) as Change['after'];

export const makeHandler =
  (deps: Core & WithQueues) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<void> => {
    const changes = Records.flatMap(({ dynamodb }): Change[] => {
      if (!dynamodb?.NewImage) return [];
      const after = image(dynamodb.NewImage);
      return [{ after, ...(dynamodb.OldImage ? { before: image(dynamodb.OldImage) } : {}) }];
    });
    await dispatchChanges(deps, changes);
  };

export const handler = start(makeHandler, (ground) => ({ ...makeCore(ground), ...withQueues(ground) }));
