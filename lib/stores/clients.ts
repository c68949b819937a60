// API clients: each belongs to a company and acts for one of its users. The HMAC secret is sealed in the table
// and opened once per container; a revoked client is therefore refused after a minute at the latest.

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { secretMin } from '../config.ts';
import { invariant } from '../errors.ts';
import { makeSealer } from '../secrets.ts';
import type { Audience } from '../tokens.ts';
import { clientKey, companyKey } from './keys.ts';
import { type Door, readRows } from './table.ts';

export type Client = {
  clientId: string;
  companyId: string;
  userId: string;
  audience: Audience;
  active: boolean;
  secretHash: string;
  sealedHmacSecret: string;
};

/** A client as the middleware needs it, with its company's existence and its HMAC secret in the clear. */
export type KnownClient = Client & { hmacSecret: string; hasCompany: boolean };

const cacheMs = 60_000;
const cachedMax = 1_000;

export type Clients = ReturnType<typeof makeClients>;

export function makeClients(door: Door, now: () => Date) {
  const table = door.config.ACCOUNTS_TABLE;
  const sealer = makeSealer(door.config.DATA_KEYS);
  const cache = new Map<string, { client: KnownClient; until: number }>();

  return {
    /** One client, read afresh: for issuing a token. */
    async get(clientId: string): Promise<Client | undefined> {
      const { Item } = await door.client.send(
        new GetCommand({ TableName: table, Key: clientKey(clientId), ConsistentRead: true }),
      );
      return Item as Client | undefined;
    },

    /** One client with its company, at most a minute old. */
    async getCached(clientId: string, companyId: string): Promise<KnownClient | undefined> {
      const time = now().getTime();
      const cached = cache.get(clientId);
      if (cached && cached.until > time) return cached.client;
      const [row, company] = await readRows(door, [
        { table, key: clientKey(clientId) },
        { table, key: companyKey(companyId) },
      ]);
      if (!row) return undefined;
      const stored = row as Client;
      const hmacSecret = sealer.open(stored.sealedHmacSecret, clientId);
      invariant(hmacSecret.length >= secretMin, 'a secret that signs cannot be guessed');
      const client = { ...stored, hmacSecret, hasCompany: company !== undefined };
      if (cache.size >= cachedMax) cache.clear();
      cache.set(clientId, { client, until: time + cacheMs });
      return client;
    },
  };
}
