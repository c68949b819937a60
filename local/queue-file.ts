// The file of the embedded queue engine, which would wait for the disk at each step of a message and has no setting for
// that. As the DynamoDB engine does with its own file, it leaves that to the system: a killed process loses nothing, a power
// cut may lose the last messages.

import type { DatabaseSync } from 'node:sqlite';

type Keeper = { db: DatabaseSync; prepareStatements(): unknown };

/** Call it before the engine starts, in the engine's thread. It patches a part that fauxqs does not export. */
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
