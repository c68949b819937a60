// Locks the folder with a stack's data, so that only one process uses it at a time. SQLite takes a lock of the
// operating system, so the lock ends with the process, even after a crash.

import { accessSync, constants, existsSync, mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Stop } from './stop.ts';

const sqliteBusy = 5;

const full = /ENOSPC|EDQUOT|disk is full/;
const notWritable = /ENOENT|EACCES|EPERM|EROFS|ENOTDIR|EEXIST|readonly database|unable to open database/;

/**
 * @param command the command that started this process, with its port
 * @returns a function that releases the folder
 * @throws Stop if another process uses the folder, or if it is not writable
 */
export function takeDataFolder(folder: string, command: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(join(folder, 'engines'), { recursive: true });
    accessSync(folder, constants.W_OK);
    lock = new DatabaseSync(join(folder, 'lock'));
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy)
      throw new Stop(
        `Another PIX cashout service uses the data in ${folder}.`,
        `Stop it first, or use another folder for this one: ${command} --data .local/second`,
      );
    throw withAdvice(error, folder);
  }
  return () => lock.close();
}

/** Returns the same error, or a Stop with advice if the disk or the folder is the cause. */
export function withAdvice(error: unknown, folder: string): unknown {
  const { code = '', message, path = folder } = error as NodeJS.ErrnoException;
  const said = `${code} ${message}`;
  if (error instanceof Stop || !path.startsWith(folder)) return error;
  if (full.test(said) || isFull(folder))
    return new Stop(
      `The disk with ${folder} is full.`,
      'Make room, or use another folder: npm start -- --data DIR',
    );
  if (notWritable.test(said))
    return new Stop(
      `The data folder ${folder} cannot be written (${notWritable.exec(said)?.[0]}).`,
      'npm start -- --data DIR uses another.',
    );
  return error;
}

/** Returns whether the disk of a folder has less than 1 MB left. */
export function isFull(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < 1024 ** 2;
}
