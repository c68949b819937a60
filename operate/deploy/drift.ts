// Finds manual changes of a stack's resources. A deployment would undo such changes or fail half-way. CloudFormation also
// reports changes that nobody made, so a person may accept a change by its path.

import { setTimeout as pause } from 'node:timers/promises';
import {
  DescribeStackDriftDetectionStatusCommand,
  DetectStackDriftCommand,
  paginateDescribeStackResourceDrifts,
} from '@aws-sdk/client-cloudformation';
import { Stop } from '../../local/stop.ts';
import type { Cloud } from './cloud.ts';

/** The states of a stack in which CloudFormation can detect drift. */
export const takesDrift: ReadonlySet<string> = new Set([
  'CREATE_COMPLETE',
  'UPDATE_COMPLETE',
  'UPDATE_ROLLBACK_COMPLETE',
  'UPDATE_ROLLBACK_FAILED',
]);

export type Drift = {
  /** The logical id of the resource, followed by the path of the property. A deleted resource has no such path. */
  path?: string;
  /** The difference in words. */
  says: string;
};

/**
 * Returns how the stack differs from its template.
 * @throws if CloudFormation cannot detect the differences
 */
export async function driftOf(cloud: Cloud, StackName: string): Promise<Drift[]> {
  const { cloudformation: client } = cloud;
  const { StackDriftDetectionId } = await client.send(new DetectStackDriftCommand({ StackName }));
  for (;;) {
    const look = await client.send(new DescribeStackDriftDetectionStatusCommand({ StackDriftDetectionId }));
    if (look.DetectionStatus === 'DETECTION_COMPLETE') break;
    if (look.DetectionStatus === 'DETECTION_FAILED') throw new Error(look.DetectionStatusReason);
    await pause(cloud.pauseMs);
  }
  const StackResourceDriftStatusFilters = ['MODIFIED' as const, 'DELETED' as const];
  const found: Drift[] = [];
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
      if (status === 'DELETED') found.push({ says: `${id} has been deleted by hand.` });
      for (const { PropertyPath, ExpectedValue, ActualValue } of PropertyDifferences) {
        const path = `${id}${PropertyPath}`;
        found.push({
          path,
          says: `${path} was changed by hand: ${ActualValue} instead of ${ExpectedValue}.`,
        });
      }
    }
  return found;
}

/**
 * Splits drift into what a person has accepted and what must be refused.
 * @param paths the accepted paths
 * @throws Stop if an accepted path has not drifted
 */
export function splitDrift(drift: readonly Drift[], paths: readonly string[]) {
  const unknown = paths.find((wanted) => !drift.some(({ path }) => path === wanted));
  if (unknown !== undefined)
    throw new Stop(
      `${unknown} is accepted as drift, but has not drifted.`,
      `Leave it out of --accept-drift or the variable ACCEPT_DRIFT. What has drifted: ${drift.map(({ path }) => path).join(', ') || 'nothing'}`,
    );
  const isAccepted = ({ path }: Drift) => path !== undefined && paths.includes(path);
  return {
    accepted: drift.filter(isAccepted).map(({ says }) => says),
    refused: drift.filter((one) => !isAccepted(one)).map(({ says }) => says),
  };
}
