// Lists the resources that CloudFormation reports as created.

import {
  CloudFormationClient,
  paginateDescribeStacks,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';

/**
 * @returns the physical ids by logical id, for every stack of the stage, and the types whose resources have no physical
 * id
 */
export async function listPhysical(): Promise<{ physical: Map<string, string>; nameless: Set<string> }> {
  const client = new CloudFormationClient({});
  const physical = new Map<string, string>();
  const nameless = new Set<string>();
  for await (const { Stacks = [] } of paginateDescribeStacks({ client }, {})) {
    for (const { StackName, StackStatus } of Stacks) {
      // LocalStack lists deleted stacks, too.
      if (StackStatus === 'DELETE_COMPLETE') continue;
      for await (const { StackResourceSummaries = [] } of paginateListStackResources(
        { client },
        { StackName },
      ))
        for (const {
          LogicalResourceId = '',
          PhysicalResourceId: id,
          ResourceType = '',
        } of StackResourceSummaries) {
          // LocalStack uses the id `unknown` for resources of types that its CloudFormation does not support.
          if (id === 'unknown') nameless.add(ResourceType);
          else if (id) physical.set(LogicalResourceId, id);
        }
    }
  }
  return { physical, nameless };
}
