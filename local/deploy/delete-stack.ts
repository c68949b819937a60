// Deletes a stack and waits for it. What its template retains stays.

import { DeleteStackCommand, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import type { Cloud } from './cloud.ts';
import { lastEvent, watchStack } from './watch-stack.ts';

/** Deleted already is deleted. */
export async function deleteStack(cloud: Cloud, name: string): Promise<void> {
  const { cloudformation } = cloud;
  const found = await cloudformation.send(new DescribeStacksCommand({ StackName: name })).catch((error) => {
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  });
  const [{ StackId = name } = {}] = found?.Stacks ?? [];
  if (!found) return;
  const before = await lastEvent(cloud, StackId);
  await cloudformation.send(new DeleteStackCommand({ StackName: StackId }));
  // A deleted stack is found by its id alone.
  await watchStack(cloud, StackId, before, ['DELETE_COMPLETE']);
}
