// Reads the workflows of GitHub as they are written.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../local/service.ts';

export type Step = {
  uses?: string;
  run?: string;
  with?: Record<string, string | number | boolean>;
  env?: Record<string, string>;
};
export type Job = {
  needs?: string | string[];
  environment?: string;
  concurrency?: { group: string; 'cancel-in-progress': boolean };
  permissions?: Record<string, string>;
  uses?: string;
  strategy?: { matrix: Record<string, string[]> };
  steps?: Step[];
};
export type Workflow = {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
};

const folder = join(root, '.github/workflows');

export const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');
export const workflowOf = (file: string) => parse(textOf(file)) as Workflow;
export const workflows = readdirSync(folder).map((file) => [file, workflowOf(file)] as const);
export const stepsOf = (job: Job | undefined) => job?.steps ?? [];
export const runsOf = (job: Job | undefined) => stepsOf(job).flatMap(({ run }) => (run ? [run] : []));
