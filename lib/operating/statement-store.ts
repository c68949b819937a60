// Stores what operators have stated about a payment that waits for a person. One operator has one statement about a
// payment: a later statement replaces it.

import { keyedRowsOf } from '../platform/rows.ts';
import type { Database } from '../platform/table.ts';

/**
 * A statement. `subject`: "cashout:1". `content`: what is stated, as text. `by`: the operator. `at`: ISO, UTC.
 * `expiresAt`: seconds since 1970; until then another operator can confirm it, and then the table deletes it.
 */
export type Statement = { subject: string; content: string; by: string; at: string; expiresAt: number };

export type Statements = ReturnType<typeof makeStatements>;

export function makeStatements(db: Database) {
  const rows = keyedRowsOf<Statement>(db, 'ACCOUNTS_TABLE');
  return {
    /**
     * Records a statement. It is written before the others are read, so of two operators who state the same at the
     * same time, at least one sees the other.
     * @returns the two operators, if another operator has stated the same; undefined if the statement waits
     */
    async state(statement: Statement): Promise<readonly [string, string] | undefined> {
      const { subject, content, by, at } = statement;
      const key = { pk: `STATEMENTS#${subject}`, sk: personIn(by) };
      await rows.update(key, { set: statement, seen: {} });
      const all = await rows.query({ pk: key.pk });
      const isOpen = (one: Statement) => one.expiresAt * 1_000 > Date.parse(at);
      const other = all.find((one) => one.sk !== key.sk && one.content === content && isOpen(one));
      return other && [other.by, by];
    },
  };
}

/** Returns the key of a person, so that another spelling of a name is not another person. */
const personIn = (name: string) => name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase();
