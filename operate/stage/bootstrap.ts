// The first stack of a stage: keys, secrets, the bucket of what is deployed, and the role by which GitHub deploys.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IAMClient, ListOpenIDConnectProvidersCommand } from '@aws-sdk/client-iam';
import { Stop } from '../../local/stop.ts';
import type { Cloud } from '../deploy/cloud.ts';
import { findStack } from '../deploy/find-stack.ts';
import { dangersOf } from '../deploy/judge-changes.ts';
import { planStack } from '../deploy/stack.ts';
import { stackNames, stackTags } from '../deploy/stack-names.ts';

type Options = {
  stage: string;
  folder: string;
  /** owner/name on GitHub. */
  repository: string;
  /** An account has one provider for GitHub. */
  createProvider: boolean;
  /** Of the replicas of the secrets. Without it, what the stack has stays as it is. */
  secondRegion?: SecondRegion | undefined;
  dry: boolean;
};

/** `key`: ARN of a key there. */
export type SecondRegion = { region: string; key: string };

export async function deployBootstrap(
  cloud: Cloud,
  { stage, folder, repository, createProvider, secondRegion, dry }: Options,
): Promise<void> {
  const { bootstrap: name } = stackNames(stage);
  const second = secondRegion ?? (await secondRegionOf(cloud, name));
  const plan = await planStack(cloud, {
    name,
    template: { TemplateBody: readFileSync(join(folder, 'bootstrap.json'), 'utf8') },
    parameters: {
      Repository: repository,
      CreateProvider: String(createProvider),
      SecondRegion: second.region,
      SecondRegionKey: second.key,
    },
    tags: stackTags(stage),
    onFailure: 'delete',
    dry,
  });
  if (!plan) return cloud.say('  nothing to change');
  for (const { ResourceChange: change } of plan.changes)
    cloud.say(`  ${change?.Action?.toLowerCase()} ${change?.LogicalResourceId} (${change?.ResourceType})`);
  const dangers = dangersOf(plan.changes).filter(
    (danger) => !/AWS::IAM::|AWS::S3::BucketPolicy/.test(danger),
  );
  if (dry || dangers.length > 0) await plan.discard();
  if (dangers.length > 0)
    throw new Stop(
      [`${name} is not changed:`, ...dangers].join('\n  '),
      'Without its keys and secrets nobody can read what they seal. Undo the change of infra/bootstrap/.',
    );
  if (!dry) await plan.execute();
}

/** What the stack has: a replica is only given up by somebody who says so. */
async function secondRegionOf(cloud: Cloud, name: string): Promise<SecondRegion> {
  const { Parameters = [] } = (await findStack(cloud, name)) ?? {};
  const given = (key: string) =>
    Parameters.find(({ ParameterKey }) => ParameterKey === key)?.ParameterValue ?? '';
  return { region: given('SecondRegion'), key: given('SecondRegionKey') };
}

/** Whether the account has GitHub's provider, from elsewhere than this stage's own stack. */
export async function hasProvider(cloud: Cloud, name: string): Promise<boolean> {
  const iam = new IAMClient(cloud.settings);
  const { OpenIDConnectProviderList: all = [] } = await iam.send(new ListOpenIDConnectProvidersCommand({}));
  const isThere = all.some(({ Arn = '' }) => Arn.endsWith('/token.actions.githubusercontent.com'));
  const own = (await findStack(cloud, name))?.Parameters?.find(
    ({ ParameterKey }) => ParameterKey === 'CreateProvider',
  );
  return isThere && own?.ParameterValue !== 'true';
}
