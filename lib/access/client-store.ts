// Stores API clients. A client belongs to a company and acts for one of the company's users. The HMAC secrets are
// encrypted in the table. A container caches a client for a minute, so a closed client is refused within a minute.

import { invariant } from '../base/errors.ts';
import { makeMemory } from '../base/memory.ts';
import { clientKey, companyKey, userKey } from '../platform/keys.ts';
import { secretMin } from '../platform/network-settings.ts';
import { keyedRowsOf, type RowChange } from '../platform/rows.ts';
import { makeSealer } from '../platform/secrets.ts';
import { type Database, readRows } from '../platform/table.ts';
import { type Client, liveSecrets, rotateSecrets } from './client.ts';
import type { Identity } from './tokens.ts';
import type { User } from './user-store.ts';

type Known = Client & {
  hasCompany: boolean;
  companyName?: string | undefined;
  userName?: string | undefined;
  /** Sessions of the user that were opened at or before this time have ended (ISO, UTC). */
  sessionsFrom?: string | undefined;
  /** Whether its person came by an invitation and has given no valid code yet. */
  isUnproved: boolean;
};
/**
 * A client as the middleware needs it: valid HMAC secrets decrypted, the names of its user and its company, and whether
 * its company exists.
 */
export type KnownClient = Known & { hmacSecrets: string[] };

type Opened = { hmacSecret: string };
type OldSecrets = NonNullable<Client['oldSecrets']>[number];
type Cached = {
  client: Known;
  current: Opened;
  old: (Opened & { until: string })[];
};

const cacheMs = 60_000;
const cachedMax = 1_000;

export type Clients = ReturnType<typeof makeClients>;

export function makeClients(db: Database, now: () => Date) {
  const table = db.config.ACCOUNTS_TABLE;
  const rows = keyedRowsOf<Client>(db, 'ACCOUNTS_TABLE');
  const sealer = makeSealer(db.config);
  const cache = makeMemory<string, Cached>(cachedMax);

  function open(sealed: string, clientId: string): Opened {
    const hmacSecret = sealer.open(sealed, clientId);
    invariant(hmacSecret.length >= secretMin, 'an HMAC secret has the minimum length');
    return { hmacSecret };
  }

  /**
   * Returns an old secret in a list. The list is empty if the secret has ended or its data key was deleted, so that
   * such a secret counts as a wrong secret and not as an error.
   */
  function openOld({ sealedHmacSecret, until }: OldSecrets, clientId: string): Cached['old'] {
    if (until <= now().toISOString()) return [];
    try {
      return [{ ...open(sealedHmacSecret, clientId), until }];
    } catch {
      return [];
    }
  }

  /** Returns a cached client. An old secret is removed at its own end, even within the minute of the cache. */
  function known({ client, current, old }: Cached): KnownClient {
    return { ...client, hmacSecrets: liveSecrets(current, old, now()).map(({ hmacSecret }) => hmacSecret) };
  }

  async function update(clientId: string, changes: RowChange<Client>): Promise<boolean> {
    const updated = await rows.update(clientKey(clientId), changes);
    if (updated.done) return true;
    // The row contains our own new secret, so this call wrote it and the acknowledgement was lost.
    return changes.set?.secretHash !== undefined && updated.row?.secretHash === changes.set.secretHash;
  }

  return {
    /** Reads a client without the cache, to issue a token. */
    get: (clientId: string): Promise<Client | undefined> => rows.get(clientKey(clientId)),

    /** Reads these clients. Clients that do not exist are left out. */
    async getAll(clientIds: Iterable<string>): Promise<Client[]> {
      const found = await Promise.all([...clientIds].map((clientId) => rows.get(clientKey(clientId))));
      return found.filter((client) => client !== undefined);
    },

    /**
     * Returns the client of a token, with the names of its company and its user. The data is at most a minute old.
     * @param isFresh reads the rows even if the data is cached
     */
    async getCached(
      { clientId, companyId, userId }: Pick<Identity, 'clientId' | 'companyId' | 'userId'>,
      isFresh = false,
    ): Promise<KnownClient | undefined> {
      const time = now().getTime();
      const cached = isFresh ? undefined : cache.get(clientId, time);
      // A person who has just given the first code is no longer unproved, and would have to wait for a minute.
      if (cached && !cached.client.isUnproved) return known(cached);
      const [row, company, user] = await readRows(db, [
        { table, key: clientKey(clientId) },
        { table, key: companyKey(companyId) },
        { table, key: userKey(userId) },
      ]);
      if (!row) return undefined;
      const stored = row as Client;
      const read = {
        client: {
          ...stored,
          hasCompany: company !== undefined,
          companyName: (company as { name?: string } | undefined)?.name,
          userName: (user as User | undefined)?.name,
          sessionsFrom: (user as User | undefined)?.sessionsFrom,
          isUnproved: (user as User | undefined)?.unproved?.has(clientId) ?? false,
        },
        current: open(stored.sealedHmacSecret, clientId),
        old: (stored.oldSecrets ?? []).flatMap((old) => openOld(old, clientId)),
      };
      cache.keep(clientId, read, time + cacheMs);
      return known(read);
    },

    /**
     * Sets new secrets. The old secrets stay valid until `until` (ISO, UTC). Returns false if the secrets were changed
     * or the client was closed since the client was read.
     */
    rotate(read: Client, next: { clientSecretHash: string; hmacSecret: string }, until: string) {
      const sealedHmacSecret = sealer.seal(next.hmacSecret, read.clientId);
      const secrets = { secretHash: next.clientSecretHash, sealedHmacSecret };
      return update(read.clientId, {
        set: rotateSecrets(read, secrets, until, now()),
        seen: { secretHash: read.secretHash, active: true },
      });
    },

    /** Ends all old secrets, if the secrets are as they were read: from now on only the current ones are valid. */
    retire: ({ clientId, secretHash }: Client) =>
      update(clientId, { remove: ['oldSecrets'], seen: { clientId, secretHash } }),

    close: (clientId: string) => update(clientId, { set: { active: false }, seen: { clientId } }),
  };
}
