// Decides how long a deployment waits for a stack. An index of a large table takes hours to build, so the time does not
// count while CloudFormation waits for an index.

import { setTimeout as pause } from 'node:timers/promises';
import { paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Stop } from '../../local/stop.ts';
import type { Cloud } from './cloud.ts';

/** How often the indexes are looked at, before the wait ends. */
const looksMax = 12;

/**
 * Returns a function that waits until the next look at a stack in progress. It prints the indexes that are being built.
 * @throws Stop after an hour without such an index
 */
export function makePatience(cloud: Cloud, name: string): (stackId?: string) => Promise<void> {
  const pausesPerLook = (cloud.minutesMax * 60_000) / looksMax / cloud.pauseMs;
  let [pauses, looks] = [0, 0];
  return async (stackId = name) => {
    await pause(cloud.pauseMs);
    pauses += 1;
    if (pauses < pausesPerLook) return;
    const indexes = await findBuilding(cloud, stackId);
    if (indexes.length > 0) cloud.say(`  ${name} waits for indexes: ${indexes.join(', ')}`);
    [pauses, looks] = [0, indexes.length > 0 ? 0 : looks + 1];
    if (looks >= looksMax)
      throw new Stop(
        `The operation on ${name} has not ended within ${cloud.minutesMax} minutes.`,
        'The operation continues at AWS. Run the same command again: it waits for the end.',
      );
  };
}

/** Returns the indexes that DynamoDB is building for the stack, as table/index. */
async function findBuilding({ cloudformation: client, settings }: Cloud, StackName: string) {
  const dynamo = new DynamoDBClient(settings);
  const found: string[] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName }))
    for (const { ResourceType, ResourceStatus, PhysicalResourceId: TableName } of StackResourceSummaries) {
      if (ResourceType !== 'AWS::DynamoDB::Table' || ResourceStatus !== 'UPDATE_IN_PROGRESS') continue;
      const { Table } = await dynamo.send(new DescribeTableCommand({ TableName }));
      for (const { IndexName, IndexStatus } of Table?.GlobalSecondaryIndexes ?? [])
        if (IndexStatus === 'CREATING') found.push(`${TableName}/${IndexName}`);
    }
  return found;
}
