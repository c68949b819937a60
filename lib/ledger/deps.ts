// What the operations on the statement are handed, on top of lib/platform/deps.ts.

import type { Core as Below } from '../account/deps.ts';
import type { Statement } from './statement-store.ts';

export type Core = Below & { statement: Statement };
