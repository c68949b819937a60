// Deletes a stack and waits until it is deleted. Resources that its template retains stay.

import { DeleteStackCommand } from '@aws-sdk/client-cloudformation';
import type { Cloud } from './cloud.ts';
import { findAny } from './find-stack.ts';
import { lastEvent, watchStack } from './watch-stack.ts';

/** Deletes a stack. Returns at once if it is already deleted. */
export async function deleteStack(cloud: Cloud, name: string): Promise<void> {
  const { cloudformation } = cloud;
  const { StackId: id, StackStatus } = (await findAny(cloud, name)) ?? {};
  if (!id) return;
  const isEmpty = StackStatus === 'REVIEW_IN_PROGRESS';
  const before = isEmpty ? undefined : await lastEvent(cloud, id);
  await cloudformation.send(new DeleteStackCommand({ StackName: id }));
  if (!isEmpty) await watchStack(cloud, { name, id }, before, ['DELETE_COMPLETE']);
}
