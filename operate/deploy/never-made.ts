// Finds the resources that a failed creation of a stack has not created. They must not be deleted by name, because a
// resource with the same name may belong to another stack.

import { paginateListStackResources } from '@aws-sdk/client-cloudformation';
import type { Cloud } from './cloud.ts';

/** Returns the logical ids of the resources that were not created. */
export async function neverMade({ cloudformation }: Cloud, StackName: string): Promise<Set<unknown>> {
  const found = new Set<unknown>();
  for await (const page of paginateListStackResources({ client: cloudformation }, { StackName }))
    for (const { LogicalResourceId, ResourceStatus } of page.StackResourceSummaries ?? [])
      if (ResourceStatus === 'CREATE_FAILED') found.add(LogicalResourceId);
  return found;
}
