// Creates the first stack of a stage: keys, secrets, the bucket for deployed files, and the role that GitHub uses to
// deploy.

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
  /** The repository on GitHub, as owner/name. */
  repository: string;
  /** Whether to create GitHub's identity provider. An AWS account can have only one. */
  createProvider: boolean;
  /** The region of the secrets' replicas. If it is absent, the stack keeps its present region. */
  secondRegion?: SecondRegion | undefined;
  dry: boolean;
};

/** `key` is the ARN of a KMS key in that region. */
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
      'Without its keys and secrets nobody can read what they encrypt. Undo the change of infra/bootstrap/.',
    );
  if (!dry) await plan.execute();
}

/** Returns the stack's present region for replicas. A replica is removed only on explicit request. */
async function secondRegionOf(cloud: Cloud, name: string): Promise<SecondRegion> {
  const { Parameters = [] } = (await findStack(cloud, name)) ?? {};
  const given = (key: string) =>
    Parameters.find(({ ParameterKey }) => ParameterKey === key)?.ParameterValue ?? '';
  return { region: given('SecondRegion'), key: given('SecondRegionKey') };
}

/**
 * Returns whether the AWS account has an identity provider for GitHub that was not created by this stage's own stack.
 */
export async function hasProvider(cloud: Cloud, name: string): Promise<boolean> {
  const iam = new IAMClient(cloud.settings);
  const { OpenIDConnectProviderList: all = [] } = await iam.send(new ListOpenIDConnectProvidersCommand({}));
  const isThere = all.some(({ Arn = '' }) => Arn.endsWith('/token.actions.githubusercontent.com'));
  const own = (await findStack(cloud, name))?.Parameters?.find(
    ({ ParameterKey }) => ParameterKey === 'CreateProvider',
  );
  return isThere && own?.ParameterValue !== 'true';
}
