// Defines the dependencies of the operators' desk.

import type { WithWatches } from '../account/deps.ts';
import type { FrameDeps } from '../console/deps.ts';
import type { WithRecoveries } from '../funds-recovery/deps.ts';
import type { Administering } from '../operating/administering.ts';
import type { WithHolders } from '../receipt/sign-receipt.ts';
import type { WithBooks } from '../reconciliation/deps.ts';
import type { Proposals } from './proposal-store.ts';

export type WithProposals = { proposals: Proposals };
export type DeskDeps = FrameDeps &
  Administering &
  WithWatches &
  WithProposals &
  WithRecoveries &
  WithHolders &
  Pick<WithBooks, 'books'>;
