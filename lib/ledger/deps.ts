// Defines the dependencies of the operations on the statement, in addition to lib/platform/deps.ts.

import type { Core as Below } from '../account/deps.ts';
import type { Statement } from './statement-store.ts';

export type Core = Below & { statement: Statement };
