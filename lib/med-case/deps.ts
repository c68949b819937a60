// What the operations on MED cases are handed, on top of lib/platform/deps.ts.

import type { Core as Below } from '../chargeback/deps.ts';
import type { PaymentReceived } from '../network/event.ts';
import type { MedCases } from './med-case-store.ts';

export type Core = Below & { medCases: MedCases };

/** Where the payment of a case is found. */
export type WithPayments = {
  incoming: { findReceived(endToEndId: string): Promise<PaymentReceived | undefined> };
};
