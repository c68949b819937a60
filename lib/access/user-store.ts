// Stores users: the name and the second factor (encrypted seed, last used time step, number of wrong codes).

import { makeMemory } from '../base/memory.ts';
import { type Change, change } from '../platform/expression.ts';
import { userKey } from '../platform/keys.ts';
import { readAll } from '../platform/open-rows.ts';
import { keyedRowsOf } from '../platform/rows.ts';
import { makeSealer } from '../platform/secrets.ts';
import { type Action, backOff, type Database, transact } from '../platform/table.ts';

export type User = {
  userId: string;
  companyId: string;
  /** The user's name. It is only displayed, and no check uses it. */
  name?: string;
  email?: string;
  /**
   * Ids of the clients that act for the user. Rows of version 0.1.0 do not contain these ids; users with such rows
   * cannot get a second client.
   */
  clients?: ReadonlySet<string>;
  /**
   * Clients that an invitation has opened and whose person has given no valid code yet. A link may be stolen, so such a
   * person can only look.
   */
  unproved?: ReadonlySet<string>;
  sealedMfaSecret: string;
  lastStep?: number;
  wrongCodes?: number;
  /** Time until which every code is refused (ISO, UTC). */
  lockedUntil?: string;
  /** Sessions of the console that were opened at or before this time have ended (ISO, UTC). */
  sessionsFrom?: string;
  /** Number of the user's passkeys. */
  passkeys?: number;
  /** Number of passkeys that were ever added, including ended passkeys. */
  passkeysAdded?: number;
};

export type KnownUser = User & { mfaSecret: string };

/** Time in milliseconds for which a container caches names, and the maximum number of cached names. */
const [keptMs, keptMax] = [60_000, 1_000];
const noteTries = 20;
const notLocked = '(attribute_not_exists(#lockedUntil) OR #lockedUntil <= :now)';

/** Returns the condition that the number of wrong codes has not changed since the read. */
const sameCount = ({ wrongCodes }: User) =>
  wrongCodes === undefined
    ? { when: 'attribute_not_exists(#wrongCodes)', values: {} }
    : { when: '#wrongCodes = :seen', values: { seen: wrongCodes } };

/**
 * Makes the action that marks a time step as used. It has three conditions. The step is later than every used step. The
 * user is not locked. No wrong code was counted since the user was read, so that a right guess among many concurrent
 * guesses fails.
 * @param more other changes of the user's row
 */
export function spendStep(
  db: Database,
  user: User,
  step: number,
  now: string,
  more: Pick<Change, 'add' | 'drop'> = {},
): Action {
  const { when, values } = sameCount(user);
  const update = change({
    ...more,
    set: { lastStep: step, ...(user.wrongCodes ? { wrongCodes: 0 } : {}) },
    when: `(attribute_not_exists(#lastStep) OR #lastStep < :step) AND ${notLocked} AND ${when}`,
    values: { step, now, ...values },
  });
  return { Update: { TableName: db.config.ACCOUNTS_TABLE, Key: userKey(user.userId), ...update } };
}

/** Returns a user's name; null if the user has no name. */
export type NameOf = (userId: string) => string | null;

export type Users = ReturnType<typeof makeUsers>;

export function makeUsers(db: Database) {
  const rows = keyedRowsOf<User>(db, 'ACCOUNTS_TABLE');
  const sealer = makeSealer(db.config);
  const names = makeMemory<string, string | null>(keptMax);

  return {
    /** Reads a user, with the stored seed. */
    find: (userId: string): Promise<User | undefined> => rows.get(userKey(userId)),

    async get(userId: string): Promise<KnownUser | undefined> {
      const user = await rows.get(userKey(userId));
      return user && { ...user, mfaSecret: sealer.open(user.sealedMfaSecret, userId) };
    },

    /** Returns the names of these users, at most a minute old. */
    async namesOf(userIds: Iterable<string | null | undefined>): Promise<NameOf> {
      const time = db.now().getTime();
      const asked = [...new Set(userIds)].filter((id) => typeof id === 'string');
      const told = new Map(asked.map((id) => [id, names.get(id, time)]));
      const missing = asked.filter((id) => told.get(id) === undefined);
      const table = db.config.ACCOUNTS_TABLE;
      const found = (await readAll(
        db,
        missing.map((id) => ({ table, key: userKey(id) })),
      )) as (User | undefined)[];
      for (const [index, id] of missing.entries()) {
        const name = found[index]?.name ?? null;
        told.set(id, name);
        names.keep(id, name, time + keptMs);
      }
      return (id) => told.get(id) ?? null;
    },

    /**
     * Sets a user's name. Returns false if the user does not exist.
     * @param email undefined removes the e-mail address
     */
    async setName(userId: string, name: string, email: string | undefined): Promise<boolean> {
      const set = email === undefined ? { name } : { name, email };
      const remove: 'email'[] = email === undefined ? ['email'] : [];
      return (await rows.update(userKey(userId), { set, remove, seen: { userId } })).done;
    },

    /** Ends the sessions that the user has opened until now. */
    async endSessions(userId: string, sessionsFrom: string): Promise<void> {
      await rows.update(userKey(userId), { set: { sessionsFrom }, seen: { userId } });
    },

    /**
     * Marks the code's time step as used.
     * @param proved the client whose invited person has given the code
     * @returns false if the step was already used or the user is locked
     */
    async spend(user: User, step: number, now: string, proved?: string): Promise<boolean> {
      const more = proved === undefined ? {} : { drop: { unproved: new Set([proved]) } };
      return (await transact(db, [spendStep(db, user, step, now, more)])).done;
    },

    /** Counts a wrong code. At `max` wrong codes the count starts again at 0 and the user is locked. */
    async noteWrongCode(read: User, max: number, lockedUntil: string): Promise<void> {
      let user: User | undefined = read;
      for (let attempt = 1; user && attempt <= noteTries; attempt++) {
        const wrongCodes: number = (user.wrongCodes ?? 0) + 1;
        const set = wrongCodes >= max ? { wrongCodes: 0, lockedUntil } : { wrongCodes };
        const seen = { wrongCodes: user.wrongCodes };
        const updated = await rows.update(userKey(user.userId), { set, seen });
        if (updated.done) return;
        // Another code was checked in the meantime, so this code is added to the new count.
        user = updated.row;
        await backOff(db, attempt);
      }
    },
  };
}
