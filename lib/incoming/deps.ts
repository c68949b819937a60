// Defines the dependencies of the operations on received payments, in addition to lib/platform/deps.ts.

import type { BatchQueue } from '../batch/deps.ts';
import type { WithMoney as MoneyBelow } from '../chargeback/deps.ts';
import type { ExportQueue } from '../export/deps.ts';
import type { NetworkEvent } from '../network/event.ts';
import type { WithQueues as QueuesBelow } from '../webhook/deps.ts';
import type { Fees } from './fee-store.ts';
import type { ImposedReturns } from './imposed-return-store.ts';
import type { Incoming } from './incoming-store.ts';
import type { ListMarks } from './list-mark-store.ts';
import type { WaitingPayments } from './waiting-payment-store.ts';

export type WithMoney = MoneyBelow & {
  incoming: Incoming;
  imposedReturns: ImposedReturns;
  waitingPayments: WaitingPayments;
  fees: Fees;
};

/** Up to which time each list of each PSP is stored. */
export type WithListMarks = { listMarks: ListMarks };

type NetworkQueue = {
  /**
   * Sends a notice to the queue network-events.
   * @param delaySeconds at most 900
   */
  sendEvent(event: NetworkEvent, delaySeconds?: number): Promise<void>;
};
/** All queues to which operations send messages. */
export type WithQueues = { queues: QueuesBelow['queues'] & ExportQueue & BatchQueue & NetworkQueue };
