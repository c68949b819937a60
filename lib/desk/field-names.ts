// Defines the names of all fields in the answers of operators' calls.

import type { showAccount } from '../account/show-account.ts';
import type { presentRecovery } from '../funds-recovery/present-recovery.ts';
import type { showPayment } from '../incoming/assign-payment.ts';
import type { freezePayouts } from '../operating/freeze-payouts.ts';
import type { listClients } from '../operating/list-clients.ts';
import type { listInFlight } from '../operating/list-in-flight.ts';
import type { listIncidents } from '../operating/list-incidents.ts';
import type { listNetworks } from '../operating/list-networks.ts';
import type { listPayees } from '../operating/list-payees.ts';
import type { showRules } from '../operating/set-rules.ts';
import type { showAudit } from '../operating/show-audit.ts';
import type { showCashout } from '../operating/show-cashout.ts';
import type { showChargeback } from '../operating/show-chargeback.ts';
import type { showClient } from '../operating/show-client.ts';
import type { showCompany } from '../operating/show-company.ts';
import type { showIncident } from '../operating/show-incident.ts';
import type { showMedCase } from '../operating/show-med-case.ts';
import type { closeUser, showUser } from '../operating/users.ts';
import type { receiptOf } from '../receipt/receipt.ts';
import type { presentDay } from '../reconciliation/present-books.ts';
import type { showWebhooks } from '../webhook/show-webhooks.ts';

type Call =
  | typeof showAccount
  | typeof showPayment
  | typeof freezePayouts
  | typeof listClients
  | typeof listInFlight
  | typeof listIncidents
  | typeof listNetworks
  | typeof listPayees
  | typeof showRules
  | typeof showAudit
  | typeof showCashout
  | typeof showChargeback
  | typeof showClient
  | typeof showCompany
  | typeof showIncident
  | typeof showMedCase
  | typeof showUser
  | typeof closeUser
  | typeof presentDay
  | typeof presentRecovery
  | typeof receiptOf
  | typeof showWebhooks;

/** Fields that are shown as JSON. */
type Raw = 'proof' | 'notice' | 'details';
/** The named fields of a type. A record with arbitrary keys has none. */
type Named<Value> = { [Name in keyof Value & string as string extends Name ? never : Name]: Value[Name] };
type NamesIn<Value> = Value extends readonly (infer One)[]
  ? NamesIn<One>
  : Value extends object
    ? NamesOf<Named<Value>>
    : never;
type NamesOf<Value> = {
  [Name in keyof Value]: Name | (Name extends Raw ? never : NamesIn<Value[Name]>);
}[keyof Value];
/** The answer of a call that also says what it shows. */
type AnswerIn<Result> = Result extends { answer: infer Answer } ? Answer : Result;
/** Every field of an answer that the desk shows. `worked` is never shown. */
export type FieldName = Exclude<NamesIn<AnswerIn<Awaited<ReturnType<Call>>>>, 'worked'>;
