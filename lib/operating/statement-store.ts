// Stores what operators have stated about a payment that waits for a person. One operator has one statement about a
// payment: a later statement replaces it.

import { keyedRowsOf } from '../platform/rows.ts';
import type { Database } from '../platform/table.ts';

/** A statement. `subject`: "cashout:1". `content`: what is stated, as text. `by`: the operator. `at`: ISO, UTC. */
export type Statement = { subject: string; content: string; by: string; at: string };

type Stored = Statement & { expiresAt: number };

/** Time in seconds in which another operator can confirm a statement. Later the table deletes it. */
export const statementSeconds = 3 * 86_400;

export type Statements = ReturnType<typeof makeStatements>;

export function makeStatements(db: Database) {
  const rows = keyedRowsOf<Stored>(db, 'ACCOUNTS_TABLE');
  return {
    /**
     * Records a statement. It is written before the others are read, so of two operators who state the same at the
     * same time, at least one sees the other.
     * @returns the two operators, if another operator has stated the same; undefined if the statement waits
     */
    async state({ subject, content, by, at }: Statement): Promise<readonly [string, string] | undefined> {
      const key = { pk: `STATEMENTS#${subject}`, sk: personIn(by) };
      const expiresAt = Math.floor(Date.parse(at) / 1_000) + statementSeconds;
      await rows.update(key, { set: { subject, content, by, at, expiresAt }, seen: {} });
      const all = await rows.query({ pk: key.pk });
      const isOpen = (one: Stored) => one.expiresAt * 1_000 > Date.parse(at);
      const other = all.find((one) => one.sk !== key.sk && one.content === content && isOpen(one));
      return other && [other.by, by];
    },
  };
}

/** Returns the key of a person, so that another spelling of a name is not another person. */
const personIn = (name: string) => name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase();
