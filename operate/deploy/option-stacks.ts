// Deploys the stacks that only some stages have: before the code, the network with the fixed outgoing addresses, and
// after the code, the domains. A person deploys each of these stacks.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from '../../infra/split-stacks.ts';
import { Stop } from '../../local/stop.ts';
import type { Cloud } from './cloud.ts';
import { findStack } from './find-stack.ts';
import { dangersOf } from './judge-changes.ts';
import { refusalOf, remindersOf, type Standing } from './judge-options.ts';
import { deployedTemplate, planStack } from './stack.ts';
import { stackNames, stackTags } from './stack-names.ts';

type Options = { stage: string; folder: string; dry: boolean };
type Optional = 'egress' | 'address';

/** The outputs that must not change, because parties outside this service depend on them. */
const kept: Readonly<Record<Optional, RegExp>> = {
  egress: /^EgressAddress/,
  address: /AWS::ApiGatewayV2::/,
};

/**
 * Deploys one of the optional stacks, if the package contains it.
 * @throws Stop if an address would be removed or changed
 */
export async function deployOptional(
  cloud: Cloud,
  name: Optional,
  { stage, folder, dry }: Options,
): Promise<void> {
  const file = join(folder, `${name}.json`);
  if (!existsSync(file)) return;
  const { [name]: stack } = stackNames(stage);
  cloud.say(`${stack}: ${name === 'egress' ? 'network and outgoing addresses' : 'domains'}`);
  const TemplateBody = readFileSync(file, 'utf8');
  const parameters = await parametersOf(cloud, stage, JSON.parse(TemplateBody) as Template);
  if (!parameters) return cloud.say('  The changes are known once the API is deployed.');
  const plan = await planStack(cloud, {
    name: stack,
    template: { TemplateBody },
    parameters,
    tags: stackTags(stage),
    onFailure: 'delete',
    dry,
  });
  if (!plan) cloud.say('  nothing to change');
  for (const { ResourceChange: change } of plan?.changes ?? [])
    cloud.say(`  ${change?.Action?.toLowerCase()} ${change?.LogicalResourceId} (${change?.ResourceType})`);
  const dangers = dangersOf(plan?.changes ?? []).filter((danger) => kept[name].test(danger));
  if (dry || dangers.length > 0) await plan?.discard();
  if (dangers.length > 0)
    throw new Stop(
      [`${stack} is not changed:`, ...dangers].join('\n  '),
      'Others depend on these addresses: see docs/deploying.md, "A domain of its own" and "Fixed outgoing addresses".',
    );
  if (dry) return;
  await plan?.execute();
  const { Outputs = [] } = (await findStack(cloud, stack)) ?? {};
  for (const { OutputKey, OutputValue, Description } of Outputs)
    if (/^EgressAddress\d$|Target$/.test(OutputKey ?? ''))
      cloud.say(`  ${OutputKey}: ${OutputValue}  (${Description})`);
}

/**
 * Reads the ids of the APIs from the outputs of the code stack.
 * @returns undefined if the code stack does not exist yet
 */
async function parametersOf(cloud: Cloud, stage: string, { Parameters = {} }: Template) {
  const wanted = Object.keys(Parameters);
  const code = wanted.length > 0 ? await findStack(cloud, stackNames(stage).code) : undefined;
  const given = wanted.flatMap((name) => {
    const output = code?.Outputs?.find(({ OutputKey }) => OutputKey === `${name}Id`);
    return output?.OutputValue ? [[name, output.OutputValue]] : [];
  });
  return given.length === wanted.length ? (Object.fromEntries(given) as Record<string, string>) : undefined;
}

/** @throws Stop if a deployment of the code would lock out callers */
export async function judgeOptions(cloud: Cloud, stage: string, folder: string): Promise<void> {
  const names = stackNames(stage);
  const packaged = (file: string) => {
    const path = join(folder, `${file}.json`);
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Template) : undefined;
  };
  const deployed = async (name: string) => {
    const text = (await findStack(cloud, name)) && (await deployedTemplate(cloud, name));
    return text ? (JSON.parse(text) as Template) : undefined;
  };
  const standing = {
    stage,
    packaged: { code: packaged('code'), egress: packaged('egress'), address: packaged('address') },
    deployed: {
      code: await deployed(names.code),
      egress: await deployed(names.egress),
      address: await deployed(names.address),
    },
  } as Standing;
  const refusal = refusalOf(standing);
  if (refusal) throw new Stop(...refusal);
  for (const reminder of remindersOf(standing)) cloud.say(reminder);
}

/** @throws Stop if a domain leads to an API that is not the API of the code stack */
export async function requireMapping(cloud: Cloud, stage: string): Promise<void> {
  const names = stackNames(stage);
  const [address, code] = [await findStack(cloud, names.address), await findStack(cloud, names.code)];
  for (const { ParameterKey: key, ParameterValue: value } of address?.Parameters ?? []) {
    const its = code?.Outputs?.find(({ OutputKey }) => OutputKey === `${key}Id`)?.OutputValue;
    // A release that is older than a domain has no API for that domain. A rollback to such a release must still work.
    if ((key === 'HttpApi' || its !== undefined) && its !== value)
      throw new Stop(
        `A domain of ${stage} leads to the API ${value}, but the code stack has ${its}.`,
        `To point the domain there: npm run stage -- create ${stage} --yes`,
      );
  }
}
