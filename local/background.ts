// Runs npm start as a child process, for tests and measurements that need the whole stack over HTTP.

import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { root } from './service.ts';

export type Background = {
  child: ChildProcess;
  baseUrl: string;
  /** Returns what the stack has printed to standard error so far. With `--verbose`, this is the log of every Lambda. */
  printed(): string;
  stop(): Promise<void>;
};

/**
 * Starts a stack and waits until it is ready.
 * @param folder the data folder of the stack
 * @param args further options of npm start
 */
export async function startInBackground(
  folder: string,
  args: readonly string[] = [],
  { port, env = {} }: { port?: number; env?: Record<string, string> } = {},
): Promise<Background> {
  const taken = port ?? (await freePort());
  const child = fork(join(root, 'local/start.ts'), ['--port', String(taken), '--data', folder, ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, ...env },
  });
  const output: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
  const printed = () => Buffer.concat(output).toString();
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) =>
      reject(new Error(`npm start ended with code ${code}: ${printed().slice(-4_000)}`)),
    );
  });
  return {
    child,
    baseUrl: `http://localhost:${taken}`,
    printed,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
