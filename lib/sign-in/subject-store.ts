// Stores which clients a person of the provider may use: one client of each company, so that a person gives one
// approval. An operator links the person, or the person accepts an invitation. An e-mail address never links a person,
// because a provider may give the address to somebody else.

import { change } from '../platform/expression.ts';
import { keyedRowsOf } from '../platform/rows.ts';
import { type Action, type Database, transact } from '../platform/table.ts';
import type { Proven } from './provider.ts';
import { companiesMost, personOf } from './session.ts';

type Link = { clientId: string };
type Company = { companyId: string };

const pkOf = (person: string) => `SUBJECT#${person}`;
const linkKey = (proven: Proven, { companyId }: Company) => ({
  pk: pkOf(personOf(proven)),
  sk: `COMPANY#${companyId}`,
});

/** `former`: the person's closed client that the new client replaces. The write fails if the link has changed since. */
export type NewLink = Proven & { former: string | undefined };

/** Makes the action that lets a person use a client. */
function linkSubject(
  db: Database,
  { former, ...proven }: NewLink,
  { clientId, companyId }: Link & Company,
): Action {
  const link = change({
    set: { clientId },
    ...(former === undefined
      ? { when: 'attribute_not_exists(#clientId)' }
      : { when: '#clientId = :former', values: { former } }),
  });
  const Key = linkKey(proven, { companyId });
  return { Update: { TableName: db.config.ACCOUNTS_TABLE, Key, ...link } };
}

/**
 * An invitation to a client. The first person who has its code and signs in may use the client. `hash`: hash of the
 * code. `expiresAt`: seconds since 1970; the table deletes the row later.
 */
export type Invitation = { hash: string; expiresAt: number };
type Invited = Link & Company & { userId: string } & Pick<Invitation, 'expiresAt'>;
const isLive = ({ expiresAt }: Invited, now: Date) => expiresAt * 1_000 > now.getTime();
const invitationKey = (hash: string) => ({ pk: `INVITATION#${hash}`, sk: 'INVITATION' });

/** Makes the action that lets a person use a new client, at once or by an invitation. */
export function admitPerson(
  db: Database,
  person: NewLink | Invitation,
  { clientId, companyId, userId }: Omit<Invited, 'expiresAt'>,
): Action {
  if (!('hash' in person)) return linkSubject(db, person, { clientId, companyId });
  const { hash, expiresAt } = person;
  const Item = { ...invitationKey(hash), clientId, companyId, userId, expiresAt };
  return { Put: { TableName: db.config.ACCOUNTS_TABLE, Item } };
}

export type Subjects = ReturnType<typeof makeSubjects>;

export function makeSubjects(db: Database) {
  const rows = keyedRowsOf<Link>(db, 'ACCOUNTS_TABLE');
  const invitations = keyedRowsOf<Invited>(db, 'ACCOUNTS_TABLE');
  return {
    /**
     * Returns the ids of the clients that the person may use.
     * @param person hash of the person (personOf)
     */
    async clientsOf(person: string): Promise<string[]> {
      const found = await rows.query({ pk: pkOf(person) }, { limit: companiesMost });
      return found.map(({ clientId }) => clientId);
    },

    /** Returns the id of the person's client of a company. */
    clientIn: async (proven: Proven, companyId: string): Promise<string | undefined> =>
      (await rows.get(linkKey(proven, { companyId })))?.clientId,

    /** Returns an invitation, or undefined if it does not exist, was accepted, or has expired. */
    async getInvitation(hash: string, now: Date): Promise<Invited | undefined> {
      const found = await invitations.get(invitationKey(hash));
      return found && isLive(found, now) ? found : undefined;
    },

    /** Uses up the invitation and lets the person use its client: both or neither. @returns whether both were done */
    async accept(hash: string, invited: Invited, link: NewLink): Promise<boolean> {
      const { done } = await transact(db, [
        {
          Delete: {
            TableName: db.config.ACCOUNTS_TABLE,
            Key: invitationKey(hash),
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
        linkSubject(db, link, invited),
      ]);
      return done;
    },
  };
}
