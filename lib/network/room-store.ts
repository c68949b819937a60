// Stores the last balance that was read at each PSP, so that holds and operators see it without a call to the PSP.

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { makeMemory } from '../base/memory.ts';
import { readMarker } from '../platform/marker-store.ts';
import type { Database } from '../platform/table.ts';
import type { Room } from './balance.ts';

/** Time for which a container keeps a row in its memory (ms). The balance at the PSP is read every five minutes. */
const keptMs = 15_000;
/** Maximum number of PSPs that a container remembers. */
const placesMax = 10;

export type Rooms = ReturnType<typeof makeRooms>;

export function makeRooms(db: Database) {
  const memory = makeMemory<string, { room: Room | undefined }>(placesMax);
  const idOf = (place: string) => `psp-room#${place}`;
  return {
    async put(place: string, room: Room): Promise<void> {
      const Item = { ...room, id: idOf(place) };
      await db.client.send(new PutCommand({ TableName: db.config.MARKERS_TABLE, Item }));
    },

    async get(place: string, now: Date): Promise<Room | undefined> {
      const known = memory.get(place, now.getTime());
      if (known) return known.room;
      const room = (await readMarker(db, idOf(place))) as Room | undefined;
      memory.keep(place, { room }, now.getTime() + keptMs);
      return room;
    },
  };
}
