// The resources of a stack whose creation failed, which do not exist. A resource with the same name may belong to
// another stack.

import { paginateListStackResources } from '@aws-sdk/client-cloudformation';
import type { Cloud } from './cloud.ts';

/** Their logical ids. */
export async function neverMade({ cloudformation }: Cloud, StackName: string): Promise<Set<unknown>> {
  const found = new Set<unknown>();
  for await (const page of paginateListStackResources({ client: cloudformation }, { StackName }))
    for (const { LogicalResourceId, ResourceStatus } of page.StackResourceSummaries ?? [])
      if (ResourceStatus === 'CREATE_FAILED') found.add(LogicalResourceId);
  return found;
}
