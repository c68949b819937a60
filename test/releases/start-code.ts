// Starts the local stack of a folder with the service's code, like its own `npm start`.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, makeClient } from '../../local/client.ts';
import type { Demo } from '../../local/demo-company.ts';

export type Running = { client: Client; demo: Demo; url: string; kill(): Promise<void> };

const upWithinMs = 180_000;

/** @param data the folder of its tables and queues, which the next stack may use again */
export async function startCode(
  code: string,
  { port, data }: { port: number; data: string },
): Promise<Running> {
  const args = ['--port', String(port), '--no-watch', '--data', data];
  const child = spawn(process.execPath, [join(code, 'local/start.ts'), ...args], {
    cwd: code,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr?.on('data', (chunk) => {
    printed += chunk;
  });
  const url = `http://localhost:${port}`;
  for (const until = Date.now() + upWithinMs; !(await isUp(url, data)); await pause(200)) {
    if (Date.now() < until && child.exitCode === null) continue;
    await killed(child);
    throw new Error(`${code} did not start: ${printed}`);
  }
  const demo = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')) as Demo;
  return { client: makeClient(demo), demo, url, kill: () => killed(child) };
}

const isUp = async (url: string, data: string): Promise<boolean> =>
  existsSync(join(data, 'demo.json')) &&
  fetch(`${url}/openapi.json`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Kills the process with SIGKILL, so that it cannot end its work. */
async function killed(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await ended;
}
