// Runs the programs that judge the document, and keeps what they install under .local/document.

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../local/service.ts';

export const kept = join(root, '.local/document');
export const beside = (file: string) => join(root, 'test/document', file);

/** Under what is kept. */
export function emptyFolder(name: string): string {
  const folder = join(kept, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

export type Ran = { code: number | string; stdout: string; output: string };
type Options = { cwd?: string; env?: Record<string, string> };

/** Runs a program to its end. `output` is all that it has printed, on either stream. */
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

/** The same, where a failure is an end. @throws with its last words */
export async function mustRun(command: string, args: readonly string[], options?: Options): Promise<string> {
  const { code, output } = await run(command, args, options);
  if (code !== 0)
    throw new Error(`${command} ${args[0] ?? ''} failed (${code}):\n${output.trim().slice(-1_500)}`);
  return output;
}

/** What a program says of its version, if it is there. */
export function versionOf(command: string, ...args: string[]): string | undefined {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  const [version] = /\d+(\.\d+)+/.exec(`${stdout}${stderr}`) ?? [];
  return status === 0 ? version : undefined;
}
