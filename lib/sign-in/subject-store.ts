// Which clients a person of the provider may use. The link is written by an operator, and never found by an e-mail address: a
// provider may give the same address to somebody else.

import { createHash } from 'node:crypto';
import { change } from '../platform/expression.ts';
import { keyedRowsOf } from '../platform/rows.ts';
import type { Action, Database } from '../platform/table.ts';
import type { Proven } from './provider.ts';

/** `clients`: ids, at most twenty. */
type Subject = { clients: ReadonlySet<string> };

const clientsMost = 20;

const subjectKey = ({ issuer, subject }: Proven) => {
  const hash = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
  return { pk: `SUBJECT#${hash}`, sk: 'SUBJECT' };
};

/** Lets the person use a client. The write fails for a person who has the most clients. */
export function linkSubject(db: Database, proven: Proven, clientId: string): Action {
  const link = change({
    count: { clients: new Set([clientId]) },
    when: 'attribute_not_exists(#clients) OR size(#clients) < :most',
    values: { most: clientsMost },
  });
  return { Update: { TableName: db.config.ACCOUNTS_TABLE, Key: subjectKey(proven), ...link } };
}

export type Subjects = ReturnType<typeof makeSubjects>;

export function makeSubjects(db: Database) {
  const rows = keyedRowsOf<Subject>(db, 'ACCOUNTS_TABLE');
  return {
    /** Ids of the clients that the person may use. */
    clientsOf: async (proven: Proven): Promise<string[]> => [
      ...((await rows.get(subjectKey(proven)))?.clients ?? []),
    ],
  };
}
