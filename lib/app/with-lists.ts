// The store that lists cashouts, for the functions that name it.

import { makeCashoutLists } from '../cashout-list/list-store.ts';
import type { WithLists } from './deps.ts';
import type { Ground } from './ground.ts';

export const withLists = ({ db }: Ground): WithLists => ({ cashoutLists: makeCashoutLists(db) });
