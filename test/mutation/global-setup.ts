// Starts the embedded engines for all mutants, with their data in a folder. Without a folder, stream records have no
// index, and each write would read the records of all earlier runs. The folder is on a RAM disk if there is one,
// because tests time out on a busy disk.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEngines } from '../../local/engines.ts';
import { readService } from '../../local/read-service.ts';

const memory = '/dev/shm';

export async function setup(project: TestProject) {
  const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'pix-cashout-mutation-'));
  const engines = await startEngines(folder);
  project.provide('endpoints', engines.environment);
  project.provide('service', readService());
  return async () => {
    await engines.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
