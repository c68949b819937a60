// Defines the dependencies of the operations on MED cases, in addition to lib/platform/deps.ts.

import type { Incidents } from '../incident/incident-store.ts';
import type { PaymentReceived } from '../network/event.ts';
import type { MedCases } from './med-case-store.ts';

export type WithMedCases = { medCases: MedCases };

/** Finds the payment of a case. */
export type WithPayments = {
  incoming: { findReceived(endToEndId: string): Promise<PaymentReceived | undefined> };
};

/** Tells operators about a defence that the service cannot send. */
export type WithIncidents = { incidents: Pick<Incidents, 'insert'> };
