// Users and their second factor: the sealed seed, the last step that was spent, and how many codes were wrong.

import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { makeSealer } from '../secrets.ts';
import { change } from './expression.ts';
import { userKey } from './keys.ts';
import { type Action, conditionFailed, type Door, withoutConflict } from './table.ts';

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

const notLocked = '(attribute_not_exists(#lockedUntil) OR #lockedUntil <= :now)';

/** Spends a time step, if it is later than every spent one and the user is not locked: for a transaction. */
export function spendStep(door: Door, userId: string, step: number, now: string): Action {
  const update = change({
    set: { lastStep: step, wrongCodes: 0 },
    when: `(attribute_not_exists(#lastStep) OR #lastStep < :step) AND ${notLocked}`,
    values: { step, now },
  });
  return { Update: { TableName: door.config.ACCOUNTS_TABLE, Key: userKey(userId), ...update } };
}

export type Users = ReturnType<typeof makeUsers>;

export function makeUsers(door: Door) {
  const table = door.config.ACCOUNTS_TABLE;
  const sealer = makeSealer(door.config.DATA_KEY);

  return {
    async get(userId: string): Promise<KnownUser | undefined> {
      const { Item } = await door.client.send(
        new GetCommand({ TableName: table, Key: userKey(userId), ConsistentRead: true }),
      );
      const user = Item as User | undefined;
      return user && { ...user, mfaSecret: sealer.open(user.sealedMfaSecret, userId) };
    },

    /** Counts a wrong code; at `max` the count starts again and the user is locked. */
    async noteWrongCode(user: User, max: number, lockedUntil: string): Promise<void> {
      const wrongCodes = (user.wrongCodes ?? 0) + 1;
      const isLast = wrongCodes >= max;
      const update = change({
        set: isLast ? { wrongCodes: 0, lockedUntil } : { wrongCodes },
        when: user.wrongCodes === undefined ? 'attribute_not_exists(#wrongCodes)' : '#wrongCodes = :seen',
        ...(user.wrongCodes === undefined ? {} : { values: { seen: user.wrongCodes } }),
      });
      const write = new UpdateCommand({ TableName: table, Key: userKey(user.userId), ...update });
      try {
        await withoutConflict(door, () => door.client.send(write));
      } catch (error) {
        if (!conditionFailed(error)) throw error;
        // Another code was judged meanwhile: count from what it left.
        const current = await this.get(user.userId);
        if (current) await this.noteWrongCode(current, max, lockedUntil);
      }
    },
  };
}
