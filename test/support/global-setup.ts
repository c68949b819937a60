// Once per run: the embedded engines for the tests in process, and a whole started stack for those over HTTP.

import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort, startEngines } from '../../local/engines.ts';
import { readService, root, type Service } from '../../local/service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    service: Service;
    endpoints: Record<string, string>;
    /** Present when the run has tests over HTTP. */
    baseUrl: string;
  }
}

export default async function setUp(project: TestProject) {
  const names = project.vitest.projects.map(({ name }) => name);
  const [engines, service, stack] = await Promise.all([
    startEngines(),
    readService(),
    names.includes('http') ? startStack() : undefined,
  ]);
  project.provide('endpoints', engines.environment);
  project.provide('service', service);
  project.provide('baseUrl', stack?.baseUrl ?? '');
  return async () => {
    await Promise.all([engines.stop(), stack?.stop()]);
  };
}

async function startStack() {
  const data = mkdtempSync(join(tmpdir(), 'pix-cashout-'));
  const port = await freePort();
  const args = ['--memory', '--port', String(port), '--data', data];
  const child = fork(join(root, 'local/start.ts'), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`npm start ended with code ${code}`)));
  });
  return {
    baseUrl: `http://localhost:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
