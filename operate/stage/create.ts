// Creates a stage step by step. Each step first checks whether it is already done, so the command can be repeated.

import { GetPolicyCommand, IAMClient, NoSuchEntityException } from '@aws-sdk/client-iam';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { Stop } from '../../local/stop.ts';
import type { Cloud } from '../deploy/cloud.ts';
import { deployStage } from '../deploy/deploy-stage.ts';
import { findStack } from '../deploy/find-stack.ts';
import { deployOptional } from '../deploy/option-stacks.ts';
import { packagedResources } from '../deploy/packaged-resources.ts';
import { stackNames } from '../deploy/stack-names.ts';
import { fillSecrets } from '../stage-secrets.ts';
import { deployBootstrap, hasProvider, type SecondRegion } from './bootstrap.ts';
import { nameInTokens, onGitHub, plainName, repositoryOfOrigin } from './github.ts';

type Options = {
  stage: string;
  folder: string;
  dry: boolean;
  repository: string | undefined;
  secondRegion?: SecondRegion | undefined;
  /** Whether to continue in an AWS account whose limit of concurrent executions is too low. */
  hasFewFunctions?: boolean;
  acceptDrift?: readonly string[];
};

/** The number of concurrent executions that the stage needs for its API, besides those of its workers. */
const apiConcurrency = (stage: string) => (stage === 'production' ? 300 : 60);
const concurrencyMin = (stage: string, folder: string) =>
  packagedResources(folder, 'AWS::Lambda::EventSourceMapping')
    .map(({ Properties: { ScalingConfig: scaling } = {} }) => scaling as { MaximumConcurrency?: number })
    .reduce((sum, scaling) => sum + (scaling?.MaximumConcurrency ?? 0), apiConcurrency(stage));

export async function createStage(cloud: Cloud, options: Options): Promise<void> {
  const { stage, folder, dry, acceptDrift = [] } = options;
  const { say, region, account, caller } = cloud;
  const names = stackNames(stage);
  const given = options.repository ?? repositoryOfOrigin();
  say(
    `\n${stage} in ${region} of account ${account}, as ${caller}, deployed by github.com/${plainName(given)}`,
  );
  const repository = await withIds(cloud, names.bootstrap, given);

  say('\n1. Is there room in the account?');
  await checkRegion(cloud, stage);
  await checkAccount(cloud, options);

  say(`\n2. ${names.bootstrap}: keys, secrets, the bucket for what is deployed, the role for GitHub`);
  const createProvider = !(await hasProvider(cloud, names.bootstrap));
  const { secondRegion } = options;
  await deployBootstrap(cloud, { stage, folder, repository, createProvider, secondRegion, dry });

  say('\n3. The secrets: keys of tokens, of data and of callbacks, made here and shown nowhere');
  const hasSecrets = (await findStack(cloud, names.bootstrap)) !== undefined;
  if (dry) say(hasSecrets ? '  The empty secrets would be filled.' : '  All secrets would be filled.');
  else {
    const filled = await fillSecrets({
      stage,
      manager: new SecretsManagerClient(cloud.settings),
      now: () => new Date(),
    });
    say(filled.length > 0 ? `  These were filled: ${filled.join(', ')}` : '  All were filled before.');
  }

  say(`\n4. ${names.data} and ${names.code}: tables and queues, then functions, API and alarms`);
  const hasBootstrap = hasSecrets || !dry;
  if (hasBootstrap) {
    await deployOptional(cloud, 'egress', { stage, folder, dry });
    await deployStage(cloud, { stage, folder, dry, acceptDrift });
    await deployOptional(cloud, 'address', { stage, folder, dry });
  } else say('  The changes are known once the first stack exists.');

  say('\n5. GitHub: creates the environment, and sets the role that its jobs assume');
  const stack = await findStack(cloud, names.bootstrap);
  const role = stack?.Outputs?.find(({ OutputKey }) => OutputKey === 'DeployRoleArn')?.OutputValue;
  await onGitHub({ repository, stage, role, region, dry: dry || cloud.isEmulated, say });

  const url = (await findStack(cloud, names.code))?.Outputs?.find(
    ({ OutputKey }) => OutputKey === 'HttpApiUrl',
  );
  say('\nThen:');
  say(`  npm run smoke -- --url ${url?.OutputValue ?? 'URL'}${stage === 'production' ? ' --read-only' : ''}`);
  say('  if the stage has an `alarmEmail`: confirm the three subscriptions, which AWS sends there');
  say('  docs/deploying.md, "The first evening": what only a real account can prove');
}

/** Returns the name of the repository that the role trusts, as GitHub or the stack reports it. */
async function withIds(cloud: Cloud, bootstrap: string, given: string): Promise<string> {
  if (cloud.isEmulated) return given;
  const told = nameInTokens(given);
  if (told !== undefined) {
    cloud.say(`GitHub's tokens name the repository ${told}`);
    return told;
  }
  const { Parameters = [] } = (await findStack(cloud, bootstrap)) ?? {};
  const known = Parameters.find(({ ParameterKey }) => ParameterKey === 'Repository')?.ParameterValue;
  if (known !== undefined && plainName(known) === given) return known;
  cloud.say(
    'GitHub does not tell whether its tokens have the ids of the repository. If they have, the pipeline',
  );
  cloud.say(
    'is refused without them: run gh auth login, or give --repository with the ids (docs/deploying.md).',
  );
  return given;
}

/**
 * @throws Stop if the AWS account has the stage in another region. An account cannot contain a stage twice, because
 * the names of roles, policies and the bucket are unique in the account.
 */
async function checkRegion(cloud: Cloud, stage: string): Promise<void> {
  const { bootstrap } = stackNames(stage);
  if (await findStack(cloud, bootstrap)) return;
  const name = `pix-cashout-${stage}-boundary`;
  const found = await new IAMClient(cloud.settings)
    .send(new GetPolicyCommand({ PolicyArn: `arn:aws:iam::${cloud.account}:policy/${name}` }))
    .catch((error) => {
      if (error instanceof NoSuchEntityException) return undefined;
      throw error;
    });
  if (found)
    throw new Stop(
      `Account ${cloud.account} has the policy ${name}, and ${cloud.region} has no stack ${bootstrap}.`,
      `${stage} is in another region, or a deleted stack has left this policy. A second region needs an account of its own: docs/disaster.md.`,
    );
}

async function checkAccount(cloud: Cloud, { stage, folder, dry, hasFewFunctions }: Options): Promise<void> {
  const { settings: given, region, say } = cloud;
  const settings = await new LambdaClient(given)
    .send(new GetAccountSettingsCommand({}))
    .catch(() => undefined);
  const { ConcurrentExecutions: all = 0, UnreservedConcurrentExecutions: free = all } =
    settings?.AccountLimit ?? {};
  const wanted = concurrencyMin(stage, folder);
  if (free >= wanted) return say(`  yes: ${free} functions may run at once`);
  say(
    settings
      ? `  no: ${free} functions may run at once, and ${stage} needs ${wanted}. The API would answer 503, and workers would wait. Ask for more:`
      : '  Lambda does not tell how many functions may run at once. A new account has 10. To ask for more:',
  );
  say('  aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 \\');
  say(`    --desired-value 1000 --region ${region}`);
  if (settings && !dry && !hasFewFunctions)
    throw new Stop(
      `The account lets too few functions run at once for ${stage}.`,
      'Ask AWS for more as above, or continue anyway with --few-functions.',
    );
}
