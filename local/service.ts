// Describes the content of serverless.yml, as read-service.ts reads it and as osls passes it to a plugin: tables,
// queues, functions, routes and triggers.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
    /** The value -1 means that there is no limit. */
    maximumRetryAttempts?: number;
    maximumRecordAgeInSeconds?: number;
    bisectBatchOnFunctionError?: boolean;
    functionResponseType?: 'ReportBatchItemFailures';
    destinations?: { onFailure: { arn: unknown } };
  };
  sqs?: { arn: unknown; batchSize?: number; maximumConcurrency?: number };
  schedule?: string | { rate: string[]; enabled?: boolean };
};
export type ServiceFunction = {
  handler: string;
  name: string;
  /** The area whose stack contains the function. */
  area: string;
  /** Whether the function is a canary. A new version of a canary first gets only a tenth of the traffic. */
  canary?: boolean;
  timeout?: number;
  /** The memory in MB. Without it, the provider's value applies. */
  memorySize?: number;
  environment?: Record<string, unknown>;
  /** The permissions of the function's role. */
  may?: May;
  /** The limit that the gateway applies to each route of the function. */
  throttle?: { perSecond: number; burst: number };
  events?: FunctionEvent[];
};
export type Service = {
  provider: { region: string; memorySize: number; environment: Record<string, unknown> };
  functions: Record<string, ServiceFunction>;
  resources: {
    Resources: Record<string, Resource>;
    /** Additions to the resources that osls generates. */
    extensions: Record<string, { Properties: Record<string, unknown> }>;
  };
};

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The cache of compiled sources between starts. It is next to the installed packages, so that a new installation also
 * clears the cache.
 */
export const compileCache = join(root, 'node_modules/.cache/compiled');
