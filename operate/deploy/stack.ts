// One CloudFormation stack: a change set is made, read, and only then executed, with a line for each resource.

import { setTimeout as pause } from 'node:timers/promises';
import {
  type Change,
  CreateChangeSetCommand,
  DeleteChangeSetCommand,
  DeleteStackCommand,
  DescribeChangeSetCommand,
  ExecuteChangeSetCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import { Stop } from '../../local/stop.ts';
import type { Cloud } from './cloud.ts';
import { makeReady } from './make-ready.ts';
import { lastEvent, watchStack } from './watch-stack.ts';

export type Wanted = {
  name: string;
  /** The template itself up to 51,200 bytes, or where CloudFormation finds it. */
  template: { TemplateBody: string } | { TemplateURL: string };
  parameters?: Record<string, string>;
  tags: Record<string, string>;
  /** What becomes of a first creation that fails. One that stays is as far as it got, and the next try goes on from there. */
  onFailure: 'delete' | 'stay';
  /** Only the changes are wanted. */
  dry: boolean;
};

export type Plan = { changes: Change[]; execute: () => Promise<void>; discard: () => Promise<void> };

/** The template of a stack as it is deployed; none, if there is no stack. */
export async function deployedTemplate(
  { cloudformation }: Cloud,
  StackName: string,
): Promise<string | undefined> {
  try {
    const { TemplateBody } = await cloudformation.send(new GetTemplateCommand({ StackName }));
    return TemplateBody;
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  }
}

/** @returns what executing it would change, or nothing when there is nothing to change */
export async function planStack(cloud: Cloud, wanted: Wanted): Promise<Plan | undefined> {
  const standing = await makeReady(cloud, wanted.name, wanted.dry);
  const isNew = standing === 'absent';
  const names = { StackName: wanted.name, ChangeSetName: `deploy-${Date.now()}` };
  const stackId = await createChangeSet(cloud, wanted, names, isNew);
  if (!stackId) return undefined;
  const discard = async () => {
    await cloud.cloudformation.send(new DeleteChangeSetCommand(names));
    // A first change set has made the stack, empty.
    if (isNew) await cloud.cloudformation.send(new DeleteStackCommand({ StackName: wanted.name }));
  };
  const changes = await readChanges(cloud, names);
  if (changes.length === 0) {
    await discard();
    return undefined;
  }
  // CloudFormation goes on with a creation that failed only if it keeps what was made.
  const staysAsItIs = isNew ? wanted.onFailure === 'stay' : standing === 'failed';
  return {
    changes,
    discard,
    async execute() {
      const before = await lastEvent(cloud, stackId);
      const given = staysAsItIs ? { DisableRollback: true } : {};
      await cloud.cloudformation.send(new ExecuteChangeSetCommand({ ...names, ...given }));
      await watchStack(cloud, { name: wanted.name, id: stackId }, before, [
        'CREATE_COMPLETE',
        'UPDATE_COMPLETE',
      ]);
    },
  };
}

type Names = { StackName: string; ChangeSetName: string };

/** @returns the id of the stack; nothing, if it is known at once that there is nothing to change */
async function createChangeSet(
  { cloudformation }: Cloud,
  { template, parameters = {}, tags, onFailure }: Wanted,
  names: Names,
  isNew: boolean,
): Promise<string | undefined> {
  try {
    const { StackId = names.StackName } = await cloudformation.send(
      new CreateChangeSetCommand({
        ...names,
        ...('TemplateBody' in template ? { TemplateBody: compact(template.TemplateBody) } : template),
        ChangeSetType: isNew ? 'CREATE' : 'UPDATE',
        Capabilities: ['CAPABILITY_NAMED_IAM'],
        Parameters: Object.entries(parameters).map(([ParameterKey, ParameterValue]) => ({
          ParameterKey,
          ParameterValue,
        })),
        Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
        // CloudFormation never updates a stack whose creation failed under DO_NOTHING.
        ...(isNew && onFailure === 'delete' ? { OnStackFailure: 'DELETE' } : {}),
      }),
    );
    return StackId;
  } catch (error) {
    if (error instanceof Error && nothingToChange.test(error.message)) return undefined;
    throw error;
  }
}

/** Without the blanks that only people need: CloudFormation counts them. */
export const compact = (template: string) => JSON.stringify(JSON.parse(template));

const nothingToChange = /didn't contain changes|No updates are to be performed/i;

async function readChanges(cloud: Cloud, names: Names): Promise<Change[]> {
  for (;;) {
    const first = await cloud.cloudformation.send(new DescribeChangeSetCommand(names));
    const { Status: status, StatusReason: reason = '' } = first;
    if (status === 'FAILED') {
      if (nothingToChange.test(reason)) return [];
      throw new Stop(`The change set of ${names.StackName} failed: ${reason}`, 'Nothing has been changed.');
    }
    if (status === 'CREATE_COMPLETE') {
      const changes = [...(first.Changes ?? [])];
      for (let token = first.NextToken; token; ) {
        const page = await cloud.cloudformation.send(
          new DescribeChangeSetCommand({ ...names, NextToken: token }),
        );
        changes.push(...(page.Changes ?? []));
        token = page.NextToken;
      }
      return changes;
    }
    await pause(cloud.pauseMs);
  }
}
