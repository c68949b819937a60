// Finds log groups that a deployment would create, but that exist already: those of functions that were renamed or
// removed. CloudFormation would fail half-way at such a group.

import { paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogsClient, paginateDescribeLogGroups } from '@aws-sdk/client-cloudwatch-logs';
import { Stop } from '../../local/stop.ts';
import type { Cloud } from './cloud.ts';
import { findStack } from './find-stack.ts';
import { packagedResources } from './packaged-resources.ts';

/** Returns the names of all existing log groups of a stage's functions and APIs. */
export async function findLogs({ settings }: Cloud, stackName: string): Promise<string[]> {
  const client = new CloudWatchLogsClient(settings);
  const names: string[] = [];
  for (const logGroupNamePrefix of [`/aws/lambda/${stackName}-`, `/aws/http-api/${stackName}`])
    for await (const { logGroups = [] } of paginateDescribeLogGroups({ client }, { logGroupNamePrefix }))
      names.push(...logGroups.flatMap(({ logGroupName }) => logGroupName ?? []));
  return names;
}

/**
 * @param files the files of the package, of which some are templates
 * @throws Stop if the code stack would create a log group that exists outside of it
 */
export async function refuseExistingLogs(cloud: Cloud, stackName: string, folder: string): Promise<void> {
  const wanted = packagedResources(folder, 'AWS::Logs::LogGroup').map(({ Properties }) =>
    String(Properties?.LogGroupName),
  );
  const own = (await findStack(cloud, stackName)) ? await logsOf(cloud, stackName) : [];
  const found = await findLogs(cloud, stackName);
  const [first, ...more] = wanted.filter((name) => found.includes(name) && !own.includes(name));
  if (first === undefined) return;
  throw new Stop(
    `${stackName} would create log groups that exist: ${[first, ...more].join(', ')}`,
    `To delete one with its logs: aws logs delete-log-group --region ${cloud.region} --log-group-name ${first} (docs/deploying.md, "Logs")`,
  );
}

/** Returns the log groups of a stack and of its nested stacks. */
async function logsOf(cloud: Cloud, StackName: string): Promise<string[]> {
  const found: string[] = [];
  const pages = paginateListStackResources({ client: cloud.cloudformation }, { StackName });
  for await (const { StackResourceSummaries = [] } of pages)
    for (const {
      ResourceType: type,
      PhysicalResourceId: id,
      ResourceStatus: is = '',
    } of StackResourceSummaries) {
      if (!id || is === 'DELETE_COMPLETE' || is === 'CREATE_FAILED') continue;
      if (type === 'AWS::CloudFormation::Stack') found.push(...(await logsOf(cloud, id)));
      if (type === 'AWS::Logs::LogGroup') found.push(id);
    }
  return found;
}
