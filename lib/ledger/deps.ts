// Defines the dependencies of the operations on the statement, in addition to lib/platform/deps.ts.

import type { Statement } from './statement-store.ts';

export type WithStatement = { statement: Statement };
