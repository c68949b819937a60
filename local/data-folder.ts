// The folder with a stack's data: one process at a time. The lock is the operating system's, by way of SQLite, so it ends
// with the process however that ends.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Stop } from './stop.ts';

const sqliteBusy = 5;

/**
 * @returns what gives the folder free
 * @throws Stop when another process has it, or when it cannot be written
 */
export function takeDataFolder(folder: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(join(folder, 'engines'), { recursive: true });
    lock = new DatabaseSync(join(folder, 'lock'));
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    const { code, errcode, message } = error as Error & { code?: string; errcode?: number };
    if (errcode === sqliteBusy)
      throw new Stop(
        `Another PIX cashout is running on the data in ${folder}.`,
        'Stop it first, or give this one data of its own: npm start -- --port 3001 --data .local/second',
      );
    throw code === 'ENOSPC'
      ? new Stop(
          `The disk with ${folder} is full.`,
          'Make room, or use another folder: npm start -- --data DIR',
        )
      : new Stop(
          `The data folder ${folder} cannot be written (${code ?? message}).`,
          'npm start -- --data DIR uses another.',
        );
  }
  return () => lock.close();
}
