import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leaveDiskToSystem } from '../../local/queue-file.ts';

test('the queue engine does not wait for a disk write at each step of a message', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'queue-file-'));
  const Keeper = await leaveDiskToSystem();

  const { db } = new Keeper(folder);

  // 1 is NORMAL: with a write-ahead log, only a checkpoint waits for the disk. SQLite's default is 2, FULL.
  expect(db.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 1 });
  db.close();
  rmSync(folder, { recursive: true });
});
