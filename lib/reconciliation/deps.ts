// Defines the dependencies of the operations on reconciliation, in addition to lib/platform/deps.ts.

import type { Books } from './book-store.ts';
import type { BorderEntries } from './border-entry-store.ts';
import type { Directory } from './directory-store.ts';
import type { OpenWorkIndex } from './open-work-index-store.ts';

/** The stores that reconciliation needs. */
export type WithBooks = {
  directory: Directory;
  openWork: OpenWorkIndex;
  borderEntries: BorderEntries;
  books: Books;
};
