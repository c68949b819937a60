// The store of exports, for the functions that name it.

import { makeExports } from '../export/export-store.ts';
import type { WithExports } from './deps.ts';
import type { Ground } from './ground.ts';

export const withExports = ({ db }: Ground): WithExports => ({ exports: makeExports(db) });
