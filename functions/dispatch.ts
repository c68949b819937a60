// Streams of the cashouts and chargebacks tables: turns changes of status into messages. A batch that fails
// is retried whole; messages only have ids, and every worker accepts one twice.

import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue, DynamoDBStreamEvent } from 'aws-lambda';
import { makeCore } from '../lib/app/core.ts';
import type { Core, WithQueues } from '../lib/app/deps.ts';
import { withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { type Change, dispatchChanges } from '../lib/recovery/dispatch-changes.ts';

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
