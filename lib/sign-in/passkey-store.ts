// Stores passkeys under their user. The row of an ended passkey is kept. A second row, by the passkey's id alone, is
// never deleted, so that a passkey has one user for ever. Otherwise one device could give the approvals of two people.

import { spendStep, type User } from '../access/user-store.ts';
import { change } from '../platform/expression.ts';
import { addedPasskeyKey, userKey } from '../platform/keys.ts';
import { keyedRowsOf } from '../platform/rows.ts';
import { type Action, type Database, transact } from '../platform/table.ts';
import { type Passkey, passkeysAddedMost, passkeysMost } from './passkey.ts';
import type { Enrolment, StepUp } from './session.ts';
import { useUpEnrolment, useUpStep } from './session-store.ts';

const prefix = 'PASSKEY#';
const passkeyKey = (userId: string, credentialId: string) => ({
  pk: userKey(userId).pk,
  sk: `${prefix}${credentialId}`,
});
const isThere = 'attribute_exists(#pk) AND attribute_not_exists(#endedAt)';

export type Passkeys = ReturnType<typeof makePasskeys>;

export function makePasskeys(db: Database) {
  const rows = keyedRowsOf<Passkey>(db, 'ACCOUNTS_TABLE');
  const update = (Key: Record<string, string>, changes: Parameters<typeof change>[0]): Action => ({
    Update: { TableName: db.config.ACCOUNTS_TABLE, Key, ...change(changes) },
  });

  return {
    /** Returns the passkeys that a user has now, oldest first. */
    async list(userId: string): Promise<Passkey[]> {
      const found = await rows.query({ pk: userKey(userId).pk, sk: { startsWith: prefix } });
      return found
        .filter(({ endedAt }) => !endedAt)
        .toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
    },

    /** Returns a passkey, even if it has ended, because its approvals stay valid. */
    find: (userId: string, credentialId: string): Promise<Passkey | undefined> =>
      rows.get(passkeyKey(userId, credentialId)),

    async get(userId: string, credentialId: string): Promise<Passkey | undefined> {
      const found = await rows.get(passkeyKey(userId, credentialId));
      return found?.endedAt ? undefined : found;
    },

    /**
     * Adds a passkey, and uses up its enrolment.
     * @returns `over` if the enrolment was used already, `known` if any user has added the passkey before, `many` if
     * the user has ten passkeys or has added a hundred
     */
    async add(
      enrolment: Enrolment,
      userId: string,
      { credentialId, ...passkey }: Passkey,
    ): Promise<'added' | 'over' | 'known' | 'many'> {
      const result = await transact(db, [
        useUpEnrolment(db, enrolment),
        update(addedPasskeyKey(credentialId), { set: { userId }, when: 'attribute_not_exists(#pk)' }),
        update(passkeyKey(userId, credentialId), {
          set: { credentialId, ...passkey },
          when: 'attribute_not_exists(#pk)',
        }),
        update(userKey(userId), {
          count: { passkeys: 1, passkeysAdded: 1 },
          when: 'attribute_exists(#pk) AND (attribute_not_exists(#passkeys) OR #passkeys < :most) AND (attribute_not_exists(#passkeysAdded) OR #passkeysAdded < :addedMost)',
          values: { most: passkeysMost, addedMost: passkeysAddedMost },
        }),
      ]);
      if (result.done) return 'added';
      if (result.broken[0]) return 'over';
      return result.broken[1] || result.broken[2] ? 'known' : 'many';
    },

    /** Ends a passkey, and uses the code's time step. @returns whether both were possible */
    async end(user: User, credentialId: string, timeStep: number, now: string): Promise<boolean> {
      const result = await transact(db, [
        update(passkeyKey(user.userId, credentialId), { set: { endedAt: now }, when: isThere }),
        spendStep(db, user, timeStep, now, { add: { passkeys: -1 } }),
      ]);
      return result.done;
    },

    /**
     * Uses up a step-up, and notes the use of the passkey.
     * @param passkey the passkey as it was when its answer was verified
     * @returns `over` if the step-up was used already; `passkey used` if the passkey was used or ended in the meantime
     */
    async useStep(
      step: StepUp,
      userId: string,
      { credentialId, counter }: Passkey,
      next: { counter: number; usedAt: string },
    ): Promise<'used' | 'over' | 'passkey used'> {
      const result = await transact(db, [
        useUpStep(db, step),
        update(passkeyKey(userId, credentialId), {
          set: next,
          when: `${isThere} AND #counter = :seen`,
          values: { seen: counter },
        }),
      ]);
      if (result.done) return 'used';
      return result.broken[0] ? 'over' : 'passkey used';
    },
  };
}
