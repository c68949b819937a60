// The stream of a table of the embedded engine, which looks through all of a stream's records for each new one: a table
// would be slower the more had been written to it. DynamoDB's writers do not wait for a stream.

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
