// Users and their second factor: the sealed seed, the last time step used, and the number of wrong codes.

import { change } from '../platform/expression.ts';
import { userKey } from '../platform/keys.ts';
import { keyedRowsOf } from '../platform/rows.ts';
import { makeSealer } from '../platform/secrets.ts';
import { type Action, backOff, type Database } from '../platform/table.ts';

export type User = {
  userId: string;
  companyId: string;
  sealedMfaSecret: string;
  lastStep?: number;
  wrongCodes?: number;
  /** ISO, UTC: until then every code is refused. */
  lockedUntil?: string;
};

export type KnownUser = User & { mfaSecret: string };

const noteTries = 20;
const notLocked = '(attribute_not_exists(#lockedUntil) OR #lockedUntil <= :now)';

/** The condition that the count of wrong codes is as it was read. */
const sameCount = ({ wrongCodes }: User) =>
  wrongCodes === undefined
    ? { when: 'attribute_not_exists(#wrongCodes)', values: {} }
    : { when: '#wrongCodes = :seen', values: { seen: wrongCodes } };

/**
 * Marks a time step as used, for a transaction: if it is later than every used one, the user is not locked,
 * and no wrong code was counted since the user was read. So a right guess fails among many made at once.
 */
export function spendStep(db: Database, user: User, step: number, now: string): Action {
  const { when, values } = sameCount(user);
  const update = change({
    set: { lastStep: step, ...(user.wrongCodes ? { wrongCodes: 0 } : {}) },
    when: `(attribute_not_exists(#lastStep) OR #lastStep < :step) AND ${notLocked} AND ${when}`,
    values: { step, now, ...values },
  });
  return { Update: { TableName: db.config.ACCOUNTS_TABLE, Key: userKey(user.userId), ...update } };
}

export type Users = ReturnType<typeof makeUsers>;

export function makeUsers(db: Database) {
  const rows = keyedRowsOf<User>(db, 'ACCOUNTS_TABLE');
  const sealer = makeSealer(db.config);

  return {
    async get(userId: string): Promise<KnownUser | undefined> {
      const user = await rows.get(userKey(userId));
      return user && { ...user, mfaSecret: sealer.open(user.sealedMfaSecret, userId) };
    },

    /** Counts a wrong code; at `max` the count starts again and the user is locked. */
    async noteWrongCode(read: User, max: number, lockedUntil: string): Promise<void> {
      let user: User | undefined = read;
      for (let attempt = 1; user && attempt <= noteTries; attempt++) {
        const wrongCodes: number = (user.wrongCodes ?? 0) + 1;
        const set = wrongCodes >= max ? { wrongCodes: 0, lockedUntil } : { wrongCodes };
        const seen = { wrongCodes: user.wrongCodes };
        const updated = await rows.update(userKey(user.userId), { set, seen });
        if (updated.done) return;
        // Another code was checked meanwhile: continue from its count.
        user = updated.row;
        await backOff(db, attempt);
      }
    },
  };
}
