// serverless.yml as osls resolves it: the one definition of tables, queues, routes and triggers. Inside osls a
// plugin is handed it; outside, `osls print` gives the same.

import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export type Resource = { Type: string; Properties: Record<string, unknown> };
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
  environment?: Record<string, unknown>;
  events?: FunctionEvent[];
};
export type Service = {
  provider: { region: string; environment: Record<string, unknown> };
  functions: Record<string, ServiceFunction>;
  resources: { Resources: Record<string, Resource> };
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
