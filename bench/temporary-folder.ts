// Makes a folder that is removed when the benchmark ends, whether it succeeds or fails.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `pix-cashout-${name}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
