// Programs that emulate AWS on this machine: installed once, started on a loopback port, and stopped with the process
// that started them.

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isListening } from '../engines.ts';
import { root } from '../service.ts';
import { Stop } from '../stop.ts';

export type Emulator = {
  /** Name and version, for display. */
  name: string;
  /** Variables that point AWS clients to it. */
  environment: Record<string, string>;
  /** Its output so far. */
  printed: () => string;
  stop(): Promise<void>;
};

/** The path of a file in this folder. */
export const fileBeside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Prints the progress. */
export type Say = (line: string) => void;

/** The folder with installed emulators: next to the data of the local stack, never in the repository. */
export const emulatorsFolder = join(root, '.local/emulators');

/** Credentials that every emulator accepts. A profile would take precedence over the keys. */
export const anyCredentials = {
  AWS_PROFILE: '',
  AWS_REGION: 'sa-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
};

/**
 * Runs a program until it ends. After a failure its last output is shown.
 * @param mend advice after a failure
 */
export async function runToEnd(command: string, args: readonly string[], mend: string): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = collect(child);
  const code = await new Promise((resolve) => {
    child.once('close', resolve);
    child.once('error', () => resolve('it is not installed'));
  });
  if (code === 0) return printed();
  throw new Stop(`${command} failed (${code}).\n${printed().slice(-2_000)}`, mend);
}

/**
 * Starts a server that stops with this process, and waits until it listens.
 * @param env changes of the environment
 */
export async function startServer(
  name: string,
  command: string,
  args: readonly string[],
  port: number,
  env: NodeJS.ProcessEnv = {},
) {
  if (await isListening(port))
    throw new Stop(`Port ${port} is taken.`, 'Stop the program that uses it, or use another port.');
  const leash = fileBeside('../leash.ts');
  const child = spawn(process.execPath, [leash, command, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const printed = collect(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (let tries = 0; !(await isListening(port)); tries++) {
    // The limit is generous, because it must find hanging servers and not slow machines.
    if (child.exitCode === null && tries < 3_000) await pause(100);
    else throw new Stop(`${name} did not start.\n${printed().slice(-2_000)}`, 'See its last output above.');
  }
  return {
    printed,
    async stop() {
      child.stdin?.end();
      await ended;
    },
  };
}

function collect(child: ChildProcess): () => string {
  const chunks: Buffer[] = [];
  for (const output of [child.stdout, child.stderr]) {
    output?.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      chunks.splice(0, chunks.length - 20_000);
    });
  }
  return () => Buffer.concat(chunks).toString();
}
