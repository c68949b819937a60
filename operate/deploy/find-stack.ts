// Finds a stack as CloudFormation describes it, and tells whether an operation on it is in progress.

import { setTimeout as pause } from 'node:timers/promises';
import { DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import { Stop } from '../../local/stop.ts';
import type { Cloud } from './cloud.ts';

/** The longest wait for an operation on a stack, in minutes. No deployment of this service takes that long. */
export const minutesMax = 60;

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
 * @throws Stop after an hour
 */
export async function restingStack(cloud: Cloud, name: string): Promise<Stack | undefined> {
  for (let left = (minutesMax * 60_000) / cloud.pauseMs; left > 0; left--) {
    const stack = await findStack(cloud, name);
    if (!stack?.StackStatus?.endsWith('_IN_PROGRESS')) return stack;
    cloud.say(`  ${name} is ${stack.StackStatus}: waiting for it to end`);
    await pause(cloud.pauseMs);
  }
  throw new Stop(
    `The operation on ${name} has not ended within ${minutesMax} minutes.`,
    'The operation continues at AWS. Run the same command again: it waits for the end.',
  );
}
