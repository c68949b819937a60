// Streams of the cashouts, chargebacks and events tables: turns changes of status and new pages of events into
// messages. A batch that fails is retried whole; messages only have ids, and every worker accepts one twice.

import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue, DynamoDBStreamEvent } from 'aws-lambda';
import { makeCore } from '../lib/app/core.ts';
import type { Core, WithQueues } from '../lib/app/deps.ts';
import { withQueues } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { type Change, dispatchChanges, dispatchPages } from '../lib/recovery/dispatch-changes.ts';

const row = (attributes: Record<string, AttributeValue>) =>
  unmarshall(attributes as Parameters<typeof unmarshall>[0]);
const image = (attributes: Record<string, AttributeValue>) => row(attributes) as Change['after'];

export const makeHandler =
  (deps: Core & WithQueues) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<void> => {
    const changes = Records.flatMap(({ dynamodb }): Change[] => {
      if (!dynamodb?.NewImage) return [];
      const after = image(dynamodb.NewImage);
      return [{ after, ...(dynamodb.OldImage ? { before: image(dynamodb.OldImage) } : {}) }];
    });
    await dispatchChanges(deps, changes);
    await dispatchPages(
      deps,
      Records.map(({ dynamodb }) => row(dynamodb?.Keys ?? {})),
    );
  };

export const handler = start(makeHandler, (ground) => ({ ...makeCore(ground), ...withQueues(ground) }));
