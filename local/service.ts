// The content of serverless.yml, as read-service.ts reads it and as osls passes it to a plugin: tables, queues,
// functions, routes and triggers.

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
    /** -1: no limit. */
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
  /** The area of its stack. */
  area: string;
  /** A new version first gets a tenth of the traffic. */
  canary?: boolean;
  timeout?: number;
  /** In MB; the provider's value if absent. */
  memorySize?: number;
  environment?: Record<string, unknown>;
  /** The permissions of its role. */
  may?: May;
  /** The limit of each of its routes at the gateway. */
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

/** The cache of compiled sources between starts, next to the packages, because a new installation replaces both. */
export const compileCache = join(root, 'node_modules/.cache/compiled');
