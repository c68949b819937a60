// What a deployment itself sends to AWS, taken from the code: each command that a file of operate/deploy imports, it sends.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../operate/judges/findings.ts';
import { account, type Decision, type Holder } from './simulator.ts';

/** What IAM calls a command that is called otherwise. */
const renamed: Readonly<Record<string, readonly string[]>> = {
  // Without the right to list, a missing object is answered by 403.
  's3:HeadObject': ['s3:GetObject', 's3:ListBucket'],
};
/** It needs no permission. */
const free = ['sts:GetCallerIdentity'];
const ofClient = /import \{([^}]*)\} from '@aws-sdk\/client-([\w-]+)'/g;

/** IAM's names of the actions, each once. */
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
  // Named by the look's own id.
  if (action === 'cloudformation:DescribeStackDriftDetectionStatus') return ['*'];
  // The data stays, whatever happens.
  return action === 'cloudformation:DeleteStack' ? [code] : [code, data];
}

/** Whether the deploy role may send each of them. */
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
