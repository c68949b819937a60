// Which clients a person of the provider may use: one of each company, so that a person gives one approval. The link is written by an
// operator, and never found by an e-mail address: a provider may give the same address to somebody else.

import { createHash } from 'node:crypto';
import { change } from '../platform/expression.ts';
import { keyedRowsOf } from '../platform/rows.ts';
import type { Action, Database } from '../platform/table.ts';
import type { Proven } from './provider.ts';

type Link = { clientId: string };
type Company = { companyId: string };

/** More companies of one person are not read. */
const companiesMost = 20;

const pkOf = ({ issuer, subject }: Proven) =>
  `SUBJECT#${createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex')}`;
const linkKey = (proven: Proven, { companyId }: Company) => ({
  pk: pkOf(proven),
  sk: `COMPANY#${companyId}`,
});

/** @param former the closed client of the person that this one replaces. The write fails if another one has come meanwhile */
export type NewLink = Proven & { former: string | undefined };

/** Lets a person use a client. */
export function linkSubject(
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

export type Subjects = ReturnType<typeof makeSubjects>;

export function makeSubjects(db: Database) {
  const rows = keyedRowsOf<Link>(db, 'ACCOUNTS_TABLE');
  return {
    /** Ids of the clients that the person may use. */
    async clientsOf(proven: Proven): Promise<string[]> {
      const found = await rows.query({ pk: pkOf(proven) }, { limit: companiesMost });
      return found.map(({ clientId }) => clientId);
    },

    /** Id of the person's client of a company. */
    clientIn: async (proven: Proven, companyId: string): Promise<string | undefined> =>
      (await rows.get(linkKey(proven, { companyId })))?.clientId,
  };
}
