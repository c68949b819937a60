// Names the section of docs/runbook.md for each kind of incident.

import type { Incident } from './incident-store.ts';

export const runbookSections: Readonly<Record<Incident['kind'], string>> = {
  contradicting_outcome: 'IncidentOpened',
  unresolved_payment: 'IncidentOpened',
  other_amount_paid: 'OtherAmountPaid',
  network_event_not_applied: 'IncidentOpened',
  unassigned_payment: 'PaymentUnassigned',
  account_overdrawn: 'AccountOverdrawn',
  ledger_difference: 'ReconcileDifference',
  psp_difference: 'PspDifference',
  payouts_stopped: 'PspRefusesUs',
  defence_by_hand: 'IncidentOpened',
  recovery_by_hand: 'IncidentOpened',
};
