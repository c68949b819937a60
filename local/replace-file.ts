// Writes a small file completely or not at all. If the process is killed during the write, the old content stays.

import { renameSync, writeFileSync } from 'node:fs';

export function replaceFile(path: string, content: string): void {
  const unfinished = `${path}.new`;
  writeFileSync(unfinished, content, { mode: 0o600 });
  renameSync(unfinished, path);
}
