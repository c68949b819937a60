// Serves the world of a test file at an address that other programs can call.

import { afterAll, beforeAll } from 'vitest';
import { openWorld, type World } from './api.ts';
import { serve } from './front.ts';

export function useServedWorld() {
  let world: World;
  let front: Awaited<ReturnType<typeof serve>> | undefined;
  beforeAll(async () => {
    world = await openWorld();
    if (world.stack) front = await serve(world.send);
  });
  afterAll(async () => {
    await front?.close();
    await world.close();
  });
  return {
    get world() {
      return world;
    },
    get url() {
      return front?.url ?? world.baseUrl;
    },
  };
}
