// Switches the stream of a table of the embedded engine on or off. The engine reads all records of a stream for each
// new record, so writes become slower with each row. In DynamoDB, a write does not wait for a stream.

import { UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import type { documentClient } from '../lib/platform/table.ts';

export async function setStream(
  client: ReturnType<typeof documentClient>,
  TableName: string,
  isOn: boolean,
): Promise<void> {
  const StreamSpecification = isOn
    ? ({ StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const)
    : { StreamEnabled: false };
  await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
}
