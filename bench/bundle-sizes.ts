// npm run sizes: the size of every function as it is packaged (zip).

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageService } from '../local/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'pix-cashout-package-'));
try {
  await packageService('staging', folder);
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
  for (const zip of readdirSync(folder).filter((file) => file.endsWith('.zip'))) {
    console.log(zip.replace('.zip', '').padEnd(28), kilobytes(statSync(join(folder, zip)).size).padStart(8));
  }
} finally {
  rmSync(folder, { recursive: true });
}
