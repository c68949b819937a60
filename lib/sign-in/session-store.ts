// Stores sessions, and sign-ins, step-ups and enrolments in progress, by the hash of an id that only the browser has.
// The table deletes old rows late, so readers check the times themselves. The table is in no backup, so that a session
// is never restored.

import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { spendStep, type User } from '../access/user-store.ts';
import { keyedRowsOf } from '../platform/rows.ts';
import { type Action, type Database, transact } from '../platform/table.ts';
import {
  type Enrolment,
  type Session,
  type SignIn,
  type StepUp,
  signInMs,
  stepMs,
  wholeMs,
} from './session.ts';

const sessionKey = (hash: string) => ({ pk: `SESSION#${hash}`, sk: 'SESSION' });
/** Returns the key of a session's entry under its user. The entries are used to list the user's sessions. */
const namedKey = ({ userId, createdAt, hash }: Pick<Session, 'userId' | 'createdAt' | 'hash'>) => ({
  pk: `USER#${userId}`,
  sk: `${createdAt}#${hash}`,
});
/** Maximum number of a user's sessions that are listed, newest first. */
const listedMost = 100;
const signInKey = (hash: string) => ({ pk: `SIGN-IN#${hash}`, sk: 'SIGN-IN' });
const stepKey = (hash: string) => ({ pk: `STEP#${hash}`, sk: 'STEP' });
const enrolmentKey = (hash: string) => ({ pk: `ENROLMENT#${hash}`, sk: 'ENROLMENT' });

const expiresAt = (createdAt: string, ms: number) => Math.ceil((Date.parse(createdAt) + ms) / 1_000);

/** Makes the action that uses up a row. The transaction fails if the row was used already. */
const useUp = (db: Database, Key: ReturnType<typeof stepKey>): Action => ({
  Delete: { TableName: db.config.SESSIONS_TABLE, Key, ConditionExpression: 'attribute_exists(pk)' },
});
export const useUpStep = (db: Database, { hash }: StepUp): Action => useUp(db, stepKey(hash));
export const useUpEnrolment = (db: Database, { hash }: Enrolment): Action => useUp(db, enrolmentKey(hash));

export type Sessions = ReturnType<typeof makeSessions>;

export function makeSessions(db: Database) {
  const sessions = keyedRowsOf<Session & { expiresAt: number }>(db, 'SESSIONS_TABLE');
  const names = keyedRowsOf<{ hash: string }>(db, 'SESSIONS_TABLE');
  const signIns = keyedRowsOf<SignIn & { expiresAt: number }>(db, 'SESSIONS_TABLE');
  const steps = keyedRowsOf<StepUp & { expiresAt: number }>(db, 'SESSIONS_TABLE');
  const enrolments = keyedRowsOf<Enrolment & { expiresAt: number }>(db, 'SESSIONS_TABLE');

  return {
    async insert(session: Session): Promise<void> {
      const { hash, createdAt } = session;
      const row = { ...session, ...sessionKey(hash), expiresAt: expiresAt(createdAt, wholeMs) };
      const name = { ...namedKey(session), hash, expiresAt: row.expiresAt };
      await transact(
        db,
        [row, name].map((Item) => ({ Put: { TableName: db.config.SESSIONS_TABLE, Item } })),
      );
    },
    get: (hash: string): Promise<Session | undefined> => sessions.get(sessionKey(hash)),

    /**
     * Records when the session was last used. Does nothing if the session has ended, or another request has recorded a
     * use in the meantime.
     */
    async note({ hash, usedAt }: Session, at: string): Promise<void> {
      await sessions.update(sessionKey(hash), { set: { usedAt: at }, seen: { usedAt } });
    },

    /** Lists sessions, newest first. Some may have expired. Sessions of earlier versions have no entry in the list. */
    async list(userId: string): Promise<Session[]> {
      const { pk } = namedKey({ userId, createdAt: '', hash: '' });
      const named = await names.query({ pk }, { limit: listedMost, newestFirst: true });
      const all = named.length > 0 ? await sessions.getAll(named.map(({ hash }) => sessionKey(hash))) : [];
      return all.filter((one) => one !== undefined);
    },

    async end(session: Session): Promise<void> {
      await transact(
        db,
        [sessionKey(session.hash), namedKey(session)].map((Key) => ({
          Delete: { TableName: db.config.SESSIONS_TABLE, Key },
        })),
      );
    },

    async begin(signIn: SignIn): Promise<void> {
      const key = signInKey(signIn.hash);
      await signIns.insert({ ...signIn, ...key, expiresAt: expiresAt(signIn.createdAt, signInMs) });
    },

    async beginStep(step: StepUp): Promise<void> {
      const key = stepKey(step.hash);
      await steps.insert({ ...step, ...key, expiresAt: expiresAt(step.createdAt, stepMs) });
    },
    getStep: (hash: string): Promise<StepUp | undefined> => steps.get(stepKey(hash)),

    /**
     * Uses a step-up and the code's time step together, each once.
     * @returns `over` if the step-up was used already; `code used` if the code was used already
     */
    async useStep(
      step: StepUp,
      user: User,
      timeStep: number,
      now: string,
    ): Promise<'used' | 'over' | 'code used'> {
      const result = await transact(db, [useUpStep(db, step), spendStep(db, user, timeStep, now)]);
      if (result.done) return 'used';
      return result.broken[0] ? 'over' : 'code used';
    },

    /** Begins to add a passkey, and uses the code's time step. @returns false if the code was used before */
    async beginEnrolment(enrolment: Enrolment, user: User, timeStep: number): Promise<boolean> {
      const { createdAt, hash } = enrolment;
      const row = { ...enrolment, ...enrolmentKey(hash), expiresAt: expiresAt(createdAt, stepMs) };
      const put = { TableName: db.config.SESSIONS_TABLE, Item: row };
      return (await transact(db, [{ Put: put }, spendStep(db, user, timeStep, createdAt)])).done;
    },
    getEnrolment: (hash: string): Promise<Enrolment | undefined> => enrolments.get(enrolmentKey(hash)),

    /** Takes a sign-in, so that it can be used once. @returns undefined if it was taken already */
    async take(hash: string): Promise<SignIn | undefined> {
      const { Attributes } = await db.client.send(
        new DeleteCommand({
          TableName: db.config.SESSIONS_TABLE,
          Key: signInKey(hash),
          ReturnValues: 'ALL_OLD',
        }),
      );
      return Attributes as SignIn | undefined;
    },
  };
}
