// This osls plugin packages the service as the templates of its stacks (infra/split-stacks.ts), and names each bundle
// and template by its hash. `packaged/` contains everything that a deployment needs. Files with equal content have
// equal names.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import type { ServiceFunction } from '../local/service.ts';
import { applyOptions } from './apply-options.ts';
import { readOptions } from './options.ts';
import { splitStacks, type Template } from './split-stacks.ts';
import { addVersions, type Versioned } from './versions.ts';

type Packaged = ServiceFunction & { area: string; role: string; package?: { artifact?: string } };
type Serverless = {
  serviceDir: string;
  classes: { Error: new (message: string) => Error };
  service: {
    service: string;
    provider: { stage: string; region: string; compiledCloudFormationTemplate: Template };
    custom: { options: Record<string, unknown> };
    package: { artifact?: string };
    functions: Record<string, Packaged>;
  };
  configSchemaHandler: { defineFunctionProperties(provider: string, schema: object): void };
  getProvider(name: 'aws'): { naming: { getLambdaLogicalId(key: string): string } };
};

/** The files of a package, by their upload keys. */
export type Manifest = Record<string, string>;

export default class Stacks {
  readonly hooks: Record<string, () => Promise<void>>;

  constructor(serverless: Serverless) {
    serverless.configSchemaHandler.defineFunctionProperties('aws', {
      properties: { area: { type: 'string', pattern: '^[a-z]+$' }, canary: { type: 'boolean' } },
      required: ['area'],
    });
    this.hooks = {
      'before:package:initialize': async () => void optionsOf(serverless),
      'after:aws:package:finalize:mergeCustomProviderResources': async () => split(serverless),
    };
  }
}

/** @throws an osls error if the stage's settings contradict each other */
function optionsOf({ service, serviceDir: root, classes }: Serverless) {
  try {
    return readOptions(service.custom.options, { root, region: service.provider.region });
  } catch (error) {
    throw new classes.Error(`Stage ${service.provider.stage}: ${(error as Error).message}`);
  }
}

function split(serverless: Serverless): void {
  const { serviceDir, service } = serverless;
  const { provider, functions } = service;
  const { compiledCloudFormationTemplate: whole } = provider;
  const { naming } = serverless.getProvider('aws');
  const folder = join(serviceDir, '.serverless');
  const manifest: Manifest = {};
  const versioned: Versioned[] = [];
  for (const [key, one] of Object.entries(functions)) {
    const id = naming.getLambdaLogicalId(key);
    const file = one.package?.artifact ?? join(folder, `${key}.zip`);
    const S3Key = `functions/${hashOf(readFileSync(file))}.zip`;
    versioned.push({ id, key, area: one.area, canary: one.canary ?? false });
    manifest[S3Key] = basename(file);
    Object.assign(whole.Resources[id]?.Properties ?? {}, { Code: { S3Bucket: { Ref: 'Artifacts' }, S3Key } });
  }
  const stackName = `${service.service}-${provider.stage}`;
  for (const [id, { Type, Properties }] of Object.entries(whole.Resources))
    if (Type === 'AWS::Events::Rule' && Properties) Properties.Name = `${stackName}-${id}`;
  // osls would create a bucket for the deployment in the stack, but the bootstrap has one.
  for (const id of ['ServerlessDeploymentBucket', 'ServerlessDeploymentBucketPolicy'])
    delete whole.Resources[id];
  const callers = Object.entries(functions)
    .filter(([, { may }]) => may?.open?.includes('Psp'))
    .map(([key, { role }]) => ({ functionId: naming.getLambdaLogicalId(key), roleId: role }));
  const { files, ...added } = applyOptions(whole, optionsOf(serverless), stackName, callers);
  for (const [key, text] of Object.entries(files)) {
    manifest[key] = basename(key);
    writeFileSync(join(folder, basename(key)), text);
  }
  // This step comes last, because every later change of a function would need a new version.
  const { resources, areas } = addVersions(whole.Resources, versioned, stackName);
  whole.Resources = resources;
  const { bootstrap, data, code, nested, optional } = splitStacks(whole, {
    ...added,
    stackName,
    bootstrap: idsIn('bootstrap'),
    data: idsIn('data'),
    areas: new Map([...versioned.map(({ id, area }) => [id, area] as const), ...areas]),
    urlOf: (area, template) => {
      const text = textOf(template);
      const key = `templates/${hashOf(text)}.json`;
      manifest[key] = `functions-${area}.json`;
      return { 'Fn::Sub': `https://\${Artifacts}.s3.\${AWS::Region}.\${AWS::URLSuffix}/${key}` };
    },
  });
  for (const [area, template] of nested)
    writeFileSync(join(folder, `functions-${area}.json`), textOf(template));
  writeFileSync(join(folder, 'bootstrap.json'), textOf(bootstrap));
  writeFileSync(join(folder, 'data.json'), textOf(data));
  writeFileSync(join(folder, 'code.json'), textOf(code));
  for (const [name, template] of Object.entries(optional))
    writeFileSync(join(folder, `${name}.json`), textOf(template));
  manifest[`templates/${hashOf(textOf(code))}.json`] = 'code.json';
  writeFileSync(join(folder, 'artifacts.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

const textOf = (template: Template) => `${JSON.stringify(template, null, 1)}\n`;
const hashOf = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');

/** Returns the logical ids of the resources that the files in a folder of infra/ define. */
function idsIn(folder: string): Set<string> {
  const files = readdirSync(new URL(folder, import.meta.url), { withFileTypes: true });
  const ids = files.flatMap(({ name }) => {
    const text = readFileSync(new URL(`${folder}/${name}`, import.meta.url), 'utf8');
    return Object.keys(parse(text, { logLevel: 'silent' }).Resources);
  });
  return new Set(ids);
}
