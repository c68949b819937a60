// Changes one CloudFormation stack. Makes a change set, reads it, and only then executes it. Prints a line per
// resource.

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
  /** The text of the template if it has at most 51,200 bytes, otherwise the address of the template. */
  template: { TemplateBody: string } | { TemplateURL: string };
  parameters?: Record<string, string>;
  tags: Record<string, string>;
  /**
   * The handling of a failed first creation. `delete` removes the stack. `stay` keeps the resources that were created,
   * and the next attempt continues from there.
   */
  onFailure: 'delete' | 'stay';
  /** Whether to compute the changes without making them. */
  dry: boolean;
};

export type Plan = { changes: Change[]; execute: () => Promise<void>; discard: () => Promise<void> };

/** Returns the deployed template of a stack, or undefined if there is no stack. */
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

/** @returns the planned changes, or undefined if there are none */
export async function planStack(cloud: Cloud, wanted: Wanted): Promise<Plan | undefined> {
  const standing = await makeReady(cloud, wanted.name, wanted.dry);
  const isNew = standing === 'absent';
  const names = { StackName: wanted.name, ChangeSetName: `deploy-${Date.now()}` };
  const stackId = await createChangeSet(cloud, wanted, names, isNew);
  if (!stackId) return undefined;
  const discard = async () => {
    await cloud.cloudformation.send(new DeleteChangeSetCommand(names));
    // The first change set of a new stack creates an empty stack, which is deleted here.
    if (isNew) await cloud.cloudformation.send(new DeleteStackCommand({ StackName: wanted.name }));
  };
  const changes = await readChanges(cloud, names);
  if (changes.length === 0) {
    await discard();
    return undefined;
  }
  // CloudFormation continues a failed creation only if the resources that were created are kept after a further
  // failure.
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

/** @returns the id of the stack, or undefined if CloudFormation reports at once that there are no changes */
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
        // `stay` does not use the setting DO_NOTHING, because CloudFormation never updates a stack whose creation
        // failed under that setting.
        ...(isNew && onFailure === 'delete' ? { OnStackFailure: 'DELETE' } : {}),
      }),
    );
    return StackId;
  } catch (error) {
    if (error instanceof Error && nothingToChange.test(error.message)) return undefined;
    throw error;
  }
}

/** Returns a template without blanks, because blanks count towards CloudFormation's size limit. */
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
