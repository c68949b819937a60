// Streams of the cashouts, chargebacks and events tables: converts changes of status and new pages of events to
// messages, and returns the record from which the stream must try again. Messages contain only ids, and every worker
// accepts duplicates.

import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { lambda } from '../lib/app/lambda.ts';
import { withQueues } from '../lib/app/live.ts';
import { dispatchChanges } from '../lib/recovery/dispatch-changes.ts';
import { readRecords } from '../lib/recovery/stream-record.ts';

const plain = (attributes: Record<string, AttributeValue> | undefined) =>
  attributes && unmarshall(attributes as Parameters<typeof unmarshall>[0]);

export const { makeHandler, handler } = lambda(
  [withQueues],
  (deps) =>
    async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
      const records = readRecords(deps, Records, ({ dynamodb = {} }) => ({
        number: dynamodb.SequenceNumber,
        seconds: dynamodb.ApproximateCreationDateTime,
        keys: plain(dynamodb.Keys),
        before: plain(dynamodb.OldImage),
        after: plain(dynamodb.NewImage),
      }));
      const first = await dispatchChanges(deps, records);
      return { batchItemFailures: first === undefined ? [] : [{ itemIdentifier: first }] };
    },
);
