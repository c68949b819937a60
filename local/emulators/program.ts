// Runs programs that emulate AWS on this machine. Each is installed once, started on a loopback port, and stopped with
// the process that started it.

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isListening } from '../engines.ts';
import { root } from '../service.ts';
import { Stop } from '../stop.ts';

export type Emulator = {
  /** The name and version for display. */
  name: string;
  /** The variables that point AWS clients to the emulator. */
  environment: Record<string, string>;
  /** Returns what the program has printed so far. */
  printed: () => string;
  stop(): Promise<void>;
};

/** Returns the path of a file in this folder. */
export const fileBeside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Prints a line of progress. */
export type Say = (line: string) => void;

/** The folder with installed emulators. It is next to the data of the local stack and never in the repository. */
export const emulatorsFolder = join(root, '.local/emulators');

/**
 * Credentials that every emulator accepts. AWS_PROFILE is emptied, because a profile would take precedence over the
 * keys.
 */
export const anyCredentials = {
  AWS_PROFILE: '',
  AWS_REGION: 'sa-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
};

/**
 * Runs a program until it ends. After a failure its last output is shown.
 * @param mend the advice after a failure
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
 * @param env the server's environment variables that differ from those of this process
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
    // The limit of five minutes stops servers that hang, but not servers on a slow machine.
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
