// Runs the programs that check the OpenAPI document. Installed programs are kept in .local/document.

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../local/service.ts';

export const kept = join(root, '.local/document');
export const beside = (file: string) => join(root, 'test/document', file);

/** Makes an empty folder in .local/document. */
export function emptyFolder(name: string): string {
  const folder = join(kept, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

export type Ran = { code: number | string; stdout: string; output: string };
type Options = { cwd?: string; env?: Record<string, string> };

/** Runs a program until it ends. `output` has its standard output and standard error. */
export async function run(command: string, args: readonly string[], options: Options = {}): Promise<Ran> {
  const { cwd = root, env = {} } = options;
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  const answer: Buffer[] = [];
  child.stdout.on('data', (chunk) => {
    chunks.push(chunk);
    answer.push(chunk);
  });
  child.stderr.on('data', (chunk) => void chunks.push(chunk));
  const code = await new Promise<number | string>((resolve) => {
    child.once('close', (status) => resolve(status ?? 'killed'));
    child.once('error', () => resolve('it is not there'));
  });
  return { code, stdout: Buffer.concat(answer).toString(), output: Buffer.concat(chunks).toString() };
}

/** Runs a program as above. @throws an error with the end of its output, if the program fails */
export async function mustRun(command: string, args: readonly string[], options?: Options): Promise<string> {
  const { code, output } = await run(command, args, options);
  if (code !== 0)
    throw new Error(`${command} ${args[0] ?? ''} failed (${code}):\n${output.trim().slice(-1_500)}`);
  return output;
}

/** Returns the version that a program reports, if the program is installed. */
export function versionOf(command: string, ...args: string[]): string | undefined {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  const [version] = /\d+(\.\d+)+/.exec(`${stdout}${stderr}`) ?? [];
  return status === 0 ? version : undefined;
}
