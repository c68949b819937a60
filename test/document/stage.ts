// The local stack in memory, started like `npm start`, and its OpenAPI document.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeClient } from '../../local/client.ts';
import type { Demo } from '../../local/demo-company.ts';
import { freePort } from '../../local/free-port.ts';
import { root } from '../../local/service.ts';

export type Stage = {
  url: string;
  /** Paths of files: the credentials of the demo company, and the document as this stage serves it. */
  demoFile: string;
  documentFile: string;
  demo: Demo;
  token: string;
  stop(): Promise<void>;
};

const upWithinMs = 120_000;

export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'document-'));
  const port = await freePort();
  const args = ['--port', String(port), '--memory', '--no-watch', '--data', folder];
  const child = spawn(process.execPath, [join(root, 'local/start.ts'), ...args], {
    cwd: root,
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://localhost:${port}`;
  const demoFile = join(folder, 'demo.json');
  // The demo file is written before the functions answer, so both are awaited.
  let served: Response | undefined;
  for (const until = Date.now() + upWithinMs; !served?.ok; await pause(200)) {
    if (existsSync(demoFile)) served = await fetch(`${url}/openapi.json`).catch(() => undefined);
    if (Date.now() < until && child.exitCode === null) continue;
    await stop();
    throw new Error('npm start did not come up: try it by itself, it says why');
  }
  const demo = JSON.parse(readFileSync(demoFile, 'utf8')) as Demo;
  const documentFile = join(folder, 'openapi.json');
  writeFileSync(documentFile, await served.text());
  return { url, demoFile, documentFile, demo, token: await makeClient(demo).bearer(), stop };
}
