// Makes the file of the embedded queue engine faster. The engine would wait for the disk at each step of a message, and
// it has no setting to change that. Here the operating system decides when to write, as in the DynamoDB engine: a
// killed process loses nothing, but a power failure may lose the last messages.

import type { DatabaseSync } from 'node:sqlite';

type Keeper = { db: DatabaseSync; prepareStatements(): unknown };

/**
 * Replaces internals of fauxqs that it does not export. It must be called in the engine's thread before the engine
 * starts.
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
