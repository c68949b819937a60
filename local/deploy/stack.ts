// One CloudFormation stack: a change set is made, read, and only then executed, with a line for each resource.

import { setTimeout as pause } from 'node:timers/promises';
import {
  type Change,
  CreateChangeSetCommand,
  DeleteChangeSetCommand,
  DeleteStackCommand,
  DescribeChangeSetCommand,
  DescribeStacksCommand,
  ExecuteChangeSetCommand,
  GetTemplateCommand,
  type OnStackFailure,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import { Stop } from '../stop.ts';
import type { Cloud } from './cloud.ts';
import { deleteStack } from './delete-stack.ts';
import { lastEvent, watchStack } from './watch-stack.ts';

export type Wanted = {
  name: string;
  /** The template itself up to 51,200 bytes, or where CloudFormation finds it. */
  template: { TemplateBody: string } | { TemplateURL: string };
  parameters?: Record<string, string>;
  tags: Record<string, string>;
  /** What becomes of a first creation that fails. Data stays as far as it got, and the next try goes on from there. */
  onFailure: OnStackFailure;
};

export type Plan = { changes: Change[]; execute: () => Promise<void>; discard: () => Promise<void> };

/** The stack, or nothing. One that has a change set alone has nothing yet. */
export async function findStack({ cloudformation }: Cloud, name: string): Promise<Stack | undefined> {
  try {
    const { Stacks } = await cloudformation.send(new DescribeStacksCommand({ StackName: name }));
    return Stacks?.find(({ StackStatus }) => StackStatus !== 'REVIEW_IN_PROGRESS');
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  }
}

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
  const isNew = await makeReady(cloud, wanted.name);
  const names = { StackName: wanted.name, ChangeSetName: `deploy-${Date.now()}` };
  const isWanted = await createChangeSet(cloud, wanted, names, isNew);
  if (!isWanted) return undefined;
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
  return {
    changes,
    discard,
    async execute() {
      const before = await lastEvent(cloud, wanted.name);
      await cloud.cloudformation.send(new ExecuteChangeSetCommand(names));
      await watchStack(cloud, wanted.name, before, ['CREATE_COMPLETE', 'UPDATE_COMPLETE']);
    },
  };
}

type Names = { StackName: string; ChangeSetName: string };

/** @returns whether there is anything to change, as far as that is known at once */
async function createChangeSet(
  { cloudformation }: Cloud,
  { template, parameters = {}, tags, onFailure }: Wanted,
  names: Names,
  isNew: boolean,
): Promise<boolean> {
  try {
    await cloudformation.send(
      new CreateChangeSetCommand({
        ...names,
        ...template,
        ChangeSetType: isNew ? 'CREATE' : 'UPDATE',
        Capabilities: ['CAPABILITY_NAMED_IAM'],
        Parameters: Object.entries(parameters).map(([ParameterKey, ParameterValue]) => ({
          ParameterKey,
          ParameterValue,
        })),
        Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
        ...(isNew ? { OnStackFailure: onFailure } : {}),
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof Error && nothingToChange.test(error.message)) return false;
    throw error;
  }
}

const nothingToChange = /didn't contain changes|No updates are to be performed/i;

/** Waits for what is under way, and takes away what a first creation has left. @returns whether it is a first creation */
async function makeReady(cloud: Cloud, name: string): Promise<boolean> {
  const { StackStatus: status, StackId = name } = (await findStack(cloud, name)) ?? {};
  if (status === undefined || status === 'DELETE_COMPLETE') return true;
  if (status.endsWith('_IN_PROGRESS')) {
    cloud.say(`${name} is ${status}: waiting for it to end`);
    await watchStack(cloud, StackId, await lastEvent(cloud, StackId), []).catch(() => undefined);
    return makeReady(cloud, name);
  }
  if (status === 'ROLLBACK_COMPLETE') {
    cloud.say(`${name} is what a first creation has left: deleting it`);
    await deleteStack(cloud, name);
    return true;
  }
  if (status === 'UPDATE_ROLLBACK_FAILED' || status === 'ROLLBACK_FAILED' || status === 'DELETE_FAILED')
    throw new Stop(
      `${name} is ${status}, and takes no change.`,
      status === 'UPDATE_ROLLBACK_FAILED'
        ? `See why in its events, then: aws cloudformation continue-update-rollback --stack-name ${name}`
        : `See why in its events, and delete it: aws cloudformation delete-stack --stack-name ${name}`,
    );
  return false;
}

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
