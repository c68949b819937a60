// The stores of reconciliation, for the functions that name them.

import { makeBooks } from '../reconciliation/book-store.ts';
import { makeBorderEntries } from '../reconciliation/border-entry-store.ts';
import { makeDirectory } from '../reconciliation/directory-store.ts';
import { makeOpenWorkIndex } from '../reconciliation/open-work-index-store.ts';
import type { WithBooks } from './deps.ts';
import type { Ground } from './ground.ts';

export function withBooks({ db, watches }: Ground): WithBooks {
  return {
    directory: makeDirectory(db),
    openWork: makeOpenWorkIndex(db, watches),
    borderEntries: makeBorderEntries(db),
    books: makeBooks(db),
  };
}
