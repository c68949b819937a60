// Lists all dependencies of operations. A function gets only the dependencies that it names (start.ts).

import type { WithBatches } from '../batch/deps.ts';
import type { WithLists } from '../cashout-list/list-store.ts';
import type { WithProposals } from '../desk/deps.ts';
import type { WithExports, WithParties } from '../export/deps.ts';
import type { WithRecoveries } from '../funds-recovery/deps.ts';
import type { WithListMarks, WithMoney, WithQueues } from '../incoming/deps.ts';
import type { Core } from '../med-case/deps.ts';
import type { WithBalances, WithInbox, WithNetwork, WithPspBooks, WithPspSecret } from '../network/deps.ts';
import type { WithOperating } from '../operating/deps.ts';
import type { WithPersons } from '../person/deps.ts';
import type { WithBacklogs, WithFiles, WithOutbound } from '../platform/deps.ts';
import type { WithPreflights } from '../preflight/preflight-store.ts';
import type { WithReceipts } from '../receipt/sign-receipt.ts';
import type { WithBooks } from '../reconciliation/deps.ts';
import type { WithSandbox } from '../sandbox/sandbox-network.ts';
import type { WithSignIn } from '../sign-in/deps.ts';
import type { WithSynthetic } from '../synthetic/payer-store.ts';

export type Deps = Core &
  WithMoney &
  WithLists &
  WithPreflights &
  WithReceipts &
  WithParties &
  WithBooks &
  WithOperating &
  WithProposals &
  WithPersons &
  WithExports &
  WithBatches &
  WithFiles &
  WithQueues &
  WithBacklogs &
  WithOutbound &
  WithNetwork &
  WithInbox &
  WithPspBooks &
  WithBalances &
  WithPspSecret &
  WithSandbox &
  WithSignIn &
  WithListMarks &
  WithRecoveries &
  WithSynthetic;
