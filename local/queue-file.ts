// The file of the embedded queue engine. The engine would wait for the disk at each step of a message and has no
// setting for that. This leaves the writes to the operating system, as the DynamoDB engine does: a killed process loses
// nothing, a power failure may lose the last messages.

import type { DatabaseSync } from 'node:sqlite';

type Keeper = { db: DatabaseSync; prepareStatements(): unknown };

/**
 * Must be called before the engine starts, in the engine's thread. It patches internals that fauxqs does not export.
 */
export async function leaveDiskToSystem(): Promise<{ new (folder: string): Keeper }> {
  const { PersistenceManager } = await import(
    new URL('./persistence.js', import.meta.resolve('fauxqs')).href
  );
  const keeper = PersistenceManager.prototype as Keeper;
  const { prepareStatements } = keeper;
  keeper.prepareStatements = function (this: Keeper) {
    this.db.exec('PRAGMA synchronous = NORMAL');
    return prepareStatements.call(this);
  };
  return PersistenceManager;
}
