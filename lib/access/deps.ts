// Defines the dependencies of the operations on clients and requests, in addition to lib/platform/deps.ts.

import type { Clients } from './client-store.ts';
import type { Limits } from './limit-store.ts';
import type { Lookups } from './lookup-store.ts';
import type { SeenPlaces } from './place-store.ts';
import type { Tokens } from './tokens.ts';
import type { Users } from './user-store.ts';

/** The dependencies of every request: authentication and the request limit. */
export type WithAccess = {
  tokens: Tokens;
  clients: Clients;
  limits: Limits;
  seenPlaces: SeenPlaces;
};
export type WithUsers = { users: Users };
export type WithLookups = { lookups: Lookups };
