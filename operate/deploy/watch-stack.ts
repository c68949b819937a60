// Follows a stack until its operation ends. Prints a line per finished resource, and the reason of each failure.

import { DescribeStackEventsCommand, type StackEvent } from '@aws-sdk/client-cloudformation';
import { Stop } from '../../local/stop.ts';
import type { Cloud } from './cloud.ts';
import { makePatience } from './patience.ts';

/**
 * Returns the id of the newest event of a stack. Later events are those that follow this id, so the clock of this
 * machine does not matter.
 */
export async function lastEvent({ cloudformation }: Cloud, StackName: string): Promise<string | undefined> {
  const { StackEvents } = await cloudformation.send(new DescribeStackEventsCommand({ StackName }));
  return StackEvents?.[0]?.EventId;
}

/**
 * @param id the id of the stack, because a deleted stack cannot be found by its name
 * @param after the event after which events are read
 * @param good the expected final states
 * @throws Stop for any other final state, with the reasons of the first failures
 */
export async function watchStack(
  cloud: Cloud,
  { name, id }: { name: string; id: string },
  after: string | undefined,
  good: readonly string[],
): Promise<void> {
  const failures: string[] = [];
  let seen = after;
  const wait = makePatience(cloud, name);
  for (;;) {
    for (const event of await eventsAfter(cloud, id, seen)) {
      seen = event.EventId;
      const {
        ResourceStatus: status = '',
        LogicalResourceId: what,
        ResourceStatusReason: reason = '',
      } = event;
      if (status.endsWith('_IN_PROGRESS')) continue;
      const isOfStack = event.PhysicalResourceId === event.StackId;
      if (!isOfStack && status.endsWith('_FAILED') && !/cancelled/i.test(reason))
        failures.push(`${what}: ${reason}`);
      cloud.say(`  ${status.padEnd(20)} ${what}${reason && `  ${reason}`}`);
      if (isOfStack && good.includes(status)) return;
      if (isOfStack)
        throw new Stop(
          [`${name} is ${status}. ${reason}`.trim(), ...failures.slice(0, 5)].join('\n  '),
          'Fix the first of these failures, and run the same command again.',
        );
    }
    await wait(id);
  }
}

/** Returns the events after the given one, oldest first. */
async function eventsAfter(
  { cloudformation }: Cloud,
  StackName: string,
  after: string | undefined,
): Promise<StackEvent[]> {
  const events: StackEvent[] = [];
  let NextToken: string | undefined;
  do {
    const page = await cloudformation.send(new DescribeStackEventsCommand({ StackName, NextToken }));
    for (const event of page.StackEvents ?? []) {
      if (event.EventId === after) return events.reverse();
      events.push(event);
    }
    NextToken = page.NextToken;
  } while (NextToken);
  return events.reverse();
}
