// Finds a batch that the caller may see.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { findOwned } from '../account/find-owned.ts';
import type { Base } from '../platform/deps.ts';
import type { WithBatches } from './deps.ts';

export const findBatch = (deps: Base & WithAccounts & WithBatches, caller: Identity, id: string) =>
  findOwned(deps, caller, deps.batches.get(id), 'batch_not_found');
