// The AWS actions of a deployment, taken from the code: a deployment sends every command that a file of operate/deploy
// imports.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../operate/judges/findings.ts';
import { account, type Decision, type Holder } from './simulator.ts';

/** Commands whose IAM action has a different name. */
const renamed: Readonly<Record<string, readonly string[]>> = {
  // Without s3:ListBucket, S3 answers 403 for a missing object.
  's3:HeadObject': ['s3:GetObject', 's3:ListBucket'],
  'cloudwatch-logs:DescribeLogGroups': ['logs:DescribeLogGroups'],
};
/** This action needs no permission. */
const free = ['sts:GetCallerIdentity'];
const ofClient = /import \{([^}]*)\} from '@aws-sdk\/client-([\w-]+)'/g;

/** Returns the names of the IAM actions, each once. */
export function actionsIn(folder: string): string[] {
  const found = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(ofClient)].flatMap(([, names = '', service]) =>
      [...names.matchAll(/\b(?:paginate(\w+)|(\w+)Command)\b/g)].flatMap(([, pages, one]) => {
        const action = `${service}:${pages ?? one}`;
        return renamed[action] ?? [action];
      }),
    ),
  );
  return [...new Set(found)].filter((action) => !free.includes(action)).sort();
}

const stack = (name: string) => `arn:aws:cloudformation:sa-east-1:${account}:stack/${name}/any`;
const [code, data] = [stack('pix-cashout-staging'), stack('pix-cashout-staging-data')];
const bucket = 'arn:aws:s3:::pix-cashout-Artifacts';

function resourcesOf(action: string): string[] {
  if (action === 's3:ListBucket') return [bucket];
  if (action.startsWith('s3:')) return [`${bucket}/a.zip`];
  if (action.startsWith('dynamodb:'))
    return [`arn:aws:dynamodb:sa-east-1:${account}:table/pix-cashout-staging-any`];
  if (action === 'logs:DescribeLogGroups') return ['*'];
  // The resource of this action is the id of a drift detection.
  if (action === 'cloudformation:DescribeStackDriftDetectionStatus') return ['*'];
  // A deployment never deletes the data stack.
  return action === 'cloudformation:DeleteStack' ? [code] : [code, data];
}

/** Checks whether the deploy role may send each of these commands. */
export async function judgeCommands(
  folder: string,
  deployRole: Holder,
  decide: (holder: Holder, asked: { action: string; resource: string }) => Promise<Decision>,
): Promise<{ found: Finding[]; asked: number }> {
  const found: Finding[] = [];
  let asked = 0;
  for (const action of actionsIn(folder))
    for (const resource of resourcesOf(action)) {
      asked += 1;
      const decision = await decide(deployRole, { action, resource });
      if (decision !== 'allowed')
        found.push({ ...about, check: action, at: 'DeployRole', says: `${decision} on ${resource}` });
    }
  return { found, asked };
}

const about = { tool: 'commands', template: 'staging/bootstrap.json' };
