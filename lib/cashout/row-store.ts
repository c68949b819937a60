// Builds the database action that writes a cashout's row in a transaction. Only move-to.ts computes the row's index
// fields.

import { type Change, change } from '../platform/expression.ts';
import type { Action, Database } from '../platform/table.ts';
import type { Cashout } from './cashout.ts';
import { type Beside, withPlace } from './move-to.ts';

export function writeRow(
  { config }: Database,
  { id }: Pick<Cashout, 'id'>,
  write: Omit<Change, keyof Beside> & Beside,
): Action {
  return { Update: { TableName: config.CASHOUTS_TABLE, Key: { id }, ...change(withPlace(write)) } };
}
