// serverless.yml as osls resolves it: the one definition of tables, queues, routes and triggers. Inside osls a
// plugin is handed it; outside, `osls print` gives the same.

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { May } from '../infra/permissions.ts';

export type Resource = {
  Type: string;
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
  Condition?: string;
};
export type FunctionEvent = {
  httpApi?: string | { method: string; path: string };
  stream?: {
    arn: unknown;
    batchSize?: number;
    maximumRetryAttempts?: number;
    destinations?: { onFailure: { arn: unknown } };
  };
  sqs?: { arn: unknown; batchSize?: number; maximumConcurrency?: number };
  schedule?: string | { rate: string[] };
};
export type ServiceFunction = {
  handler: string;
  name: string;
  timeout?: number;
  environment?: Record<string, unknown>;
  /** What its role allows. */
  may?: May;
  events?: FunctionEvent[];
};
export type Service = {
  provider: { region: string; memorySize: number; environment: Record<string, unknown> };
  functions: Record<string, ServiceFunction>;
  resources: {
    Resources: Record<string, Resource>;
    /** What is added to the resources that osls makes. */
    extensions: Record<string, { Properties: Record<string, unknown> }>;
  };
};

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Path of the osls command. */
export function oslsCommand(): string {
  return createRequire(import.meta.url).resolve('serverless/bin/serverless.js');
}

export async function readService(stage = 'local'): Promise<Service> {
  const args = [oslsCommand(), 'print', '--format', 'json', '--stage', stage];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 2 ** 24 });
  return JSON.parse(stdout) as Service;
}

/** What CloudFormation is given. */
export type Template = { Conditions?: Record<string, unknown>; Resources: Record<string, Resource> };

/** Packages the service as a deploy would and reads what came out: the CloudFormation template. */
export async function packageService(
  stage: string,
  folder: string,
  params: Record<string, string> = {},
): Promise<Template> {
  const args = [oslsCommand(), 'package', '--stage', stage, '--package', folder];
  for (const [name, value] of Object.entries(params)) args.push(`--param=${name}=${value}`);
  const env = { ...process.env, BUILD_NAME: `package-${process.pid}` };
  await promisify(execFile)(process.execPath, args, { cwd: root, env, maxBuffer: 2 ** 24 }).catch((error) => {
    // osls says on its standard output why it will not.
    throw new Error(error.stdout || error.message);
  });
  return JSON.parse(await readFile(join(folder, 'cloudformation-template-update-stack.json'), 'utf8'));
}
