// Finds manual changes of a stack's resources. A deployment would undo such changes or fail half-way.

import { setTimeout as pause } from 'node:timers/promises';
import {
  DescribeStackDriftDetectionStatusCommand,
  DetectStackDriftCommand,
  paginateDescribeStackResourceDrifts,
} from '@aws-sdk/client-cloudformation';
import type { Cloud } from './cloud.ts';

/** The states of a stack in which CloudFormation can detect drift. */
export const takesDrift: ReadonlySet<string> = new Set([
  'CREATE_COMPLETE',
  'UPDATE_COMPLETE',
  'UPDATE_ROLLBACK_COMPLETE',
  'UPDATE_ROLLBACK_FAILED',
]);

/**
 * Returns in words how the stack differs from its template.
 * @throws if CloudFormation cannot detect the differences
 */
export async function driftOf(cloud: Cloud, StackName: string): Promise<string[]> {
  const { cloudformation: client } = cloud;
  const { StackDriftDetectionId } = await client.send(new DetectStackDriftCommand({ StackName }));
  for (;;) {
    const look = await client.send(new DescribeStackDriftDetectionStatusCommand({ StackDriftDetectionId }));
    if (look.DetectionStatus === 'DETECTION_COMPLETE') break;
    if (look.DetectionStatus === 'DETECTION_FAILED') throw new Error(look.DetectionStatusReason);
    await pause(cloud.pauseMs);
  }
  const StackResourceDriftStatusFilters = ['MODIFIED' as const, 'DELETED' as const];
  const found: string[] = [];
  const pages = paginateDescribeStackResourceDrifts(
    { client },
    { StackName, StackResourceDriftStatusFilters },
  );
  for await (const { StackResourceDrifts = [] } of pages)
    for (const {
      LogicalResourceId: id,
      StackResourceDriftStatus: status,
      PropertyDifferences = [],
    } of StackResourceDrifts) {
      const where = PropertyDifferences.map(({ PropertyPath }) => PropertyPath).join(', ');
      found.push(
        status === 'DELETED' ? `${id} has been deleted by hand.` : `${id} was changed by hand: ${where}.`,
      );
    }
  return found;
}
