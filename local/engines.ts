// Starts the embedded engines, DynamoDB (a native binary on SQLite) and SQS, on free loopback ports. Their data is in
// one folder or in memory.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { freePort } from './free-port.ts';
import { Stop } from './stop.ts';

export type Engines = {
  /** The variables that point every AWS client to the engines. */
  environment: Record<string, string>;
  /** The id of the process whose only child is the embedded DynamoDB. */
  leashPid: number | undefined;
  /** Settles when the embedded DynamoDB has ended, whether or not it was stopped. */
  ended: Promise<unknown>;
  stop(): Promise<void>;
};

/** @param folder the data folder; without it, the data is in memory */
export async function startEngines(folder?: string): Promise<Engines> {
  if (folder) mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const sqs = startSqs(folder);
  try {
    const [dynamo, sqsPort] = await Promise.all([
      startDynamo(port, folder && join(folder, 'dynamodb.sqlite')),
      sqs.listening,
    ]);
    return {
      ended: dynamo.ended,
      leashPid: dynamo.leashPid,
      environment: {
        AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
        AWS_ENDPOINT_URL_DYNAMODB_STREAMS: `http://127.0.0.1:${port}`,
        AWS_ENDPOINT_URL_SQS: `http://127.0.0.1:${sqsPort}`,
        AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${sqsPort}`,
      },
      async stop() {
        await Promise.all([sqs.stop(), dynamo.stop()]);
      },
    };
  } catch (error) {
    await sqs.stop();
    throw error;
  }
}

function startSqs(folder: string | undefined) {
  const workerData = folder ? { folder } : {};
  const worker = new Worker(new URL('queue-engine.ts', import.meta.url), { workerData });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const listening = new Promise<number>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return {
    listening,
    async stop(): Promise<void> {
      await listening.catch(() => {});
      worker.postMessage('stop');
      await ended;
    },
  };
}

/** Starts only DynamoDB, with its data in a file or in memory. */
export async function startDynamo(
  port: number,
  file?: string,
): Promise<Pick<Engines, 'ended' | 'leashPid' | 'stop'>> {
  const passing = file === undefined ? folderInMemory() : undefined;
  const path = passing ? join(passing, 'dynamodb.sqlite') : file;
  const child = spawnDynamo(port, path);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    await listening(port, child);
    if (path) indexStreams(path);
  } finally {
    // From here on the files have no names, so they disappear when the engine's process ends, even after a crash.
    if (passing) rmSync(passing, { recursive: true, force: true });
  }
  return {
    ended,
    leashPid: child.pid,
    async stop() {
      child.stdin?.end();
      await ended;
    },
  };
}

/** Returns a folder that is in memory, which Linux provides. In a Docker container it may be too small. */
function folderInMemory(): string | undefined {
  const folder = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 2 ** 31 ? mkdtempSync(join(folder, 'pix-cashout-')) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Adds an index to the engine's table of stream records. The engine keeps the records of all streams in that table
 * without an index. So each write to a table with a stream, and each read of a stream, would read all records. The
 * index can be added from outside only if the data is in a file.
 */
function indexStreams(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec(`PRAGMA busy_timeout = 5000; CREATE INDEX IF NOT EXISTS stream_records_in_order
      ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`);
  } finally {
    database.close();
  }
}

function spawnDynamo(port: number, file: string | undefined): ChildProcess {
  const args = ['serve', '--host', '127.0.0.1', '--port', String(port), ...(file ? ['--db-path', file] : [])];
  const leash = fileURLToPath(new URL('leash.ts', import.meta.url));
  return spawn(process.execPath, [leash, dynamoBinary(), ...args], { stdio: ['pipe', 'ignore', 'pipe'] });
}

function dynamoBinary(): string {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const binary = join(manifest, '..', process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
    if (existsSync(binary)) return binary;
  } catch {}
  throw new Stop(
    `There is no embedded DynamoDB for this platform (${name} is not installed).`,
    'Start LocalStack and set AWS_ENDPOINT_URL=http://localhost:4566 to use it instead.',
  );
}

export function isListening(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    socket.once('connect', () => resolve(socket.destroy() && true));
    socket.once('error', () => resolve(false));
  });
}

async function listening(port: number, engine: ChildProcess): Promise<void> {
  let said = '';
  engine.stderr?.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-1_000);
  });
  for (let tries = 0; tries < 4_800; tries++) {
    if (await isListening(port)) return;
    if (engine.exitCode !== null) break;
    await pause(25);
  }
  throw new Stop(
    `The embedded DynamoDB did not start: its data may be damaged, or written by another version.\n${said.trim()}`,
    'npm start -- --fresh begins again with empty data.',
  );
}
