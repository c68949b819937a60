// Finds a stack as CloudFormation describes it, and tells whether an operation on it is in progress.

import { DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import type { Cloud } from './cloud.ts';
import { makePatience } from './patience.ts';

/** Returns the stack, or undefined if there is none. A stack that has only a change set counts as absent. */
export async function findStack(cloud: Cloud, name: string): Promise<Stack | undefined> {
  const stack = await findAny(cloud, name);
  return stack?.StackStatus === 'REVIEW_IN_PROGRESS' ? undefined : stack;
}

/** Returns the same as `findStack`, but also finds a stack that has only a change set. */
export async function findAny({ cloudformation }: Cloud, name: string): Promise<Stack | undefined> {
  try {
    const { Stacks: [stack] = [] } = await cloudformation.send(
      new DescribeStacksCommand({ StackName: name }),
    );
    // A deleted stack can still be found by its id, but it counts as absent.
    return stack?.StackStatus === 'DELETE_COMPLETE' ? undefined : stack;
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  }
}

/**
 * Returns the stack as soon as no operation on it is in progress.
 * @throws Stop if the operation takes too long
 */
export async function restingStack(cloud: Cloud, name: string): Promise<Stack | undefined> {
  const wait = makePatience(cloud, name);
  for (let told = ''; ; ) {
    const stack = await findStack(cloud, name);
    const { StackStatus: status = '' } = stack ?? {};
    if (!status.endsWith('_IN_PROGRESS')) return stack;
    if (status !== told) cloud.say(`  ${name} is ${status}: waiting for it to end`);
    told = status;
    await wait(stack?.StackId);
  }
}
