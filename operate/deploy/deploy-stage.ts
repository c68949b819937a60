// Deploys a package to its stage: first the data stack, whose changes are checked before they are made, then the code
// stack.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from '../../infra/split-stacks.ts';
import type { Manifest } from '../../infra/stacks-plugin.ts';
import { Stop } from '../../local/stop.ts';
import { upload } from './artifacts.ts';
import type { Cloud } from './cloud.ts';
import { driftOf, splitDrift, takesDrift } from './drift.ts';
import { findStack } from './find-stack.ts';
import { dangersOf, lossesOf } from './judge-changes.ts';
import { refuseExistingLogs } from './judge-logs.ts';
import { makeReady } from './make-ready.ts';
import { neverMade } from './never-made.ts';
import { judgeOptions } from './option-stacks.ts';
import { shiftOf } from './shift.ts';
import { deployedTemplate, type Plan, planStack } from './stack.ts';
import { stackNames, stackTags } from './stack-names.ts';

type Options = {
  stage: string;
  /** The folder of the package that `npm run package` has made. */
  folder: string;
  /** Whether to print the changes without making them. */
  dry: boolean;
  /**
   * Whether to leave tables and queues unchanged, so that an earlier release runs with the tables and queues of a
   * later release.
   */
  codeOnly?: boolean;
  /** Whether canaries get all traffic at once, whatever the alarms show. */
  allAtOnce?: boolean;
  /** The paths of properties whose drift a person has accepted, such as `Table/BillingMode`. */
  acceptDrift?: readonly string[];
};

/** @returns the API's address, or undefined after a dry run of a stage that does not exist */
export async function deployStage(
  cloud: Cloud,
  { stage, folder, dry, codeOnly = false, allAtOnce = codeOnly, acceptDrift = [] }: Options,
): Promise<string | undefined> {
  const names = stackNames(stage);
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const bucket = await outputOf(cloud, names.bootstrap, 'Artifacts');
  if (!bucket)
    throw new Stop(
      `There is no stack ${names.bootstrap} in ${cloud.region} of account ${cloud.account}.`,
      `Create it first: npm run stage -- create ${stage} --region ${cloud.region}`,
    );

  await judgeOptions(cloud, stage, folder);
  const files = JSON.parse(read('artifacts.json')) as Manifest;
  await refuseExistingLogs(cloud, names.code, folder);
  const isDataPlanned = !codeOnly && (await deployData(cloud, stage, read('data.json'), dry, acceptDrift));
  const [key] = Object.entries(files).find(([, file]) => file === 'code.json') ?? [];
  const sent = await upload(cloud, folder, bucket, files);
  cloud.say(`${names.code}: functions, API, alarms; ${sent} of ${Object.keys(files).length} files were new`);
  if (allAtOnce) cloud.say('  new versions get all traffic at once, and no alarm stops them');
  if (dry && isDataPlanned) {
    // The change set of the code stack cannot be made yet, because the code imports values that the data stack does
    // not export yet.
    cloud.say('  The changes are known once the change of the data is deployed.');
    return outputOf(cloud, names.code, 'HttpApiUrl');
  }
  const ofCode = await planStack(cloud, {
    name: names.code,
    template: { TemplateURL: urlOf(cloud, bucket, key ?? '') },
    parameters: shiftOf(JSON.parse(read('code.json')) as Template, allAtOnce),
    tags: stackTags(stage),
    onFailure: 'delete',
    dry,
  });
  await carryOut(cloud, names.code, ofCode, dry, () => {});
  return outputOf(cloud, names.code, 'HttpApiUrl');
}

/** @returns whether there are any changes */
async function deployData(
  cloud: Cloud,
  stage: string,
  template: string,
  dry: boolean,
  acceptDrift: readonly string[],
): Promise<boolean> {
  const { data: name } = stackNames(stage);
  cloud.say(`${name}: tables and queues`);
  const standing = await makeReady(cloud, name, dry);
  await refuseDrift(cloud, name, acceptDrift);
  await refuseLosses(cloud, name, template);
  const plan = await planStack(cloud, {
    name,
    template: { TemplateBody: template },
    tags: stackTags(stage),
    onFailure: 'stay',
    dry,
  });
  const missing = standing === 'failed' ? await neverMade(cloud, name) : new Set();
  await carryOut(cloud, name, plan, dry, ({ changes }) => {
    const real = changes.filter(({ ResourceChange: change }) => !missing.has(change?.LogicalResourceId));
    refuse(name, dangersOf(real));
  });
  return plan !== undefined;
}

/** Makes, prints, checks and executes a change set. In a dry run the change set is discarded. */
async function carryOut(
  cloud: Cloud,
  name: string,
  plan: Plan | undefined,
  dry: boolean,
  judge: (plan: Plan) => void,
): Promise<void> {
  if (!plan) return cloud.say('  nothing to change');
  for (const { ResourceChange: change } of plan.changes) {
    const replaced = change?.Replacement === 'True' ? ', replaced' : '';
    cloud.say(
      `  ${change?.Action?.toLowerCase()} ${change?.LogicalResourceId} (${change?.ResourceType}${replaced})`,
    );
  }
  try {
    judge(plan);
  } catch (error) {
    await plan.discard();
    throw error;
  }
  if (dry) return plan.discard();
  cloud.say(`  ${plan.changes.length} changes of ${name}:`);
  await plan.execute();
}

async function refuseDrift(cloud: Cloud, name: string, paths: readonly string[]): Promise<void> {
  const { StackStatus: status } = (await findStack(cloud, name)) ?? {};
  if (!status) return;
  if (cloud.isEmulated) return cloud.say('  Drift is not checked, because an emulator does not detect it.');
  if (!takesDrift.has(status))
    return cloud.say(
      `  Drift is not checked, because CloudFormation does not detect it while the stack is ${status}.`,
    );
  const { accepted, refused } = splitDrift(await driftOf(cloud, name), paths);
  for (const drift of accepted) cloud.say(`  accepted drift: ${drift}`);
  refuse(name, refused);
}

async function refuseLosses(cloud: Cloud, name: string, data: string): Promise<void> {
  const deployed = await deployedTemplate(cloud, name);
  if (!deployed) return;
  const [before, after] = [JSON.parse(deployed), JSON.parse(data)] as [Template, Template];
  refuse(name, lossesOf(before.Resources, after.Resources));
}

function refuse(name: string, reasons: readonly string[]): void {
  if (reasons.length === 0) return;
  throw new Stop(
    [`${name} is not changed:`, ...reasons].join('\n  '),
    'The data stack refuses changes that may lose data: docs/deploying.md, "What the stack of the data refuses", says how to go on.',
  );
}

async function outputOf(cloud: Cloud, name: string, key: string): Promise<string | undefined> {
  const stack = await findStack(cloud, name);
  return stack?.Outputs?.find(({ OutputKey }) => OutputKey === key)?.OutputValue;
}

/** CloudFormation requires an S3 address, even in an emulator. */
const urlOf = ({ region }: Cloud, bucket: string, key: string) =>
  `https://${bucket}.s3.${region}.amazonaws.com/${key}`;
