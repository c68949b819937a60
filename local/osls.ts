// Runs the osls command, which packages the service as a deployment would.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Resource, root } from './service.ts';

/** Returns the path of the osls command. */
export function oslsCommand(): string {
  return createRequire(import.meta.url).resolve('serverless/bin/serverless.js');
}

export type Template = { Conditions?: Record<string, unknown>; Resources: Record<string, Resource> };

/**
 * Packages the service as a deployment would, and reads the resulting CloudFormation template.
 * @param bundles the functions to bundle, at least one; without it, all functions are bundled, which takes ten times as
 * long
 */
export async function packageService(
  stage: string,
  folder: string,
  { params = {}, bundles }: { params?: Record<string, string>; bundles?: readonly string[] } = {},
): Promise<Template> {
  const args = [oslsCommand(), 'package', '--stage', stage, '--package', folder];
  for (const [name, value] of Object.entries(params)) args.push(`--param=${name}=${value}`);
  const env: NodeJS.ProcessEnv = { ...process.env, BUILD_NAME: `package-${process.pid}` };
  if (bundles) {
    mkdirSync(folder, { recursive: true });
    env.EMPTY_ARTIFACT = join(folder, 'empty.zip');
    env.ONLY_BUNDLES = bundles.join();
    writeFileSync(env.EMPTY_ARTIFACT, '');
  }
  // serverless-esbuild leaves a folder per bundle in the temporary folder, so it gets a temporary folder of its own,
  // which is removed afterwards.
  const temporary = mkdtempSync(join(tmpdir(), 'pix-cashout-osls-'));
  env.TMPDIR = temporary;
  try {
    await promisify(execFile)(process.execPath, args, { cwd: root, env, maxBuffer: 2 ** 24 });
  } catch (error) {
    // osls prints the reason of a failure to its standard output, so the error contains that output.
    const { stdout, message } = error as Error & { stdout?: string };
    throw new Error(stdout || message);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return packagedTemplate(folder);
}

/** Reads the whole template of a package, as it is before it is split into stacks. */
export async function packagedTemplate(folder: string): Promise<Template> {
  return JSON.parse(await readFile(join(folder, 'cloudformation-template-update-stack.json'), 'utf8'));
}
