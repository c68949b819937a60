// Writes a small file whole or not at all: a process that is killed meanwhile leaves the old content.

import { renameSync, writeFileSync } from 'node:fs';

export function replaceFile(path: string, content: string): void {
  const unfinished = `${path}.new`;
  writeFileSync(unfinished, content, { mode: 0o600 });
  renameSync(unfinished, path);
}
