// Defines the dependencies of the operators' desk.

import type { WithBatches } from '../batch/deps.ts';
import type { WithLists } from '../cashout-list/list-store.ts';
import type { FrameDeps } from '../console/deps.ts';
import type { WithRecoveries } from '../funds-recovery/deps.ts';
import type { WithMoney, WithQueues } from '../incoming/deps.ts';
import type { WithNetwork } from '../network/deps.ts';
import type { WithOperating } from '../operating/deps.ts';
import type { WithHolders } from '../receipt/sign-receipt.ts';
import type { WithBooks } from '../reconciliation/deps.ts';
import type { WithSynthetic } from '../synthetic/payer-store.ts';
import type { Proposals } from './proposal-store.ts';

export type WithProposals = { proposals: Proposals };
export type DeskDeps = FrameDeps &
  WithOperating &
  WithMoney &
  WithNetwork &
  WithQueues &
  WithLists &
  WithBatches &
  WithProposals &
  WithSynthetic &
  WithRecoveries &
  WithHolders &
  Pick<WithBooks, 'books'>;
