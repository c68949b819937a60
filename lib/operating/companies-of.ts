// Finds the companies to which the subjects of an operator's call belong. The call is then in the audit of each
// company, so that the company sees who has looked into it and what was changed.

import type { WithAccess, WithUsers } from '../access/deps.ts';
import type { WithAccounts, WithPixKeys } from '../account/deps.ts';
import { type AccountRef, accountIdOf, accountOf } from '../base/account-ref.ts';
import type { WithCashouts, WithNetworkIds } from '../cashout/deps.ts';
import { findNamed } from '../cashout/find-cashout.ts';
import type { WithChargebacks } from '../chargeback/deps.ts';
import type { Incident } from '../incident/incident-store.ts';
import type { WithMoney } from '../incoming/deps.ts';
import type { WithMedCases } from '../med-case/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithWebhooks } from '../webhook/deps.ts';
import type { Subject, SubjectKind } from './audit.ts';

export type FindingDeps = Base &
  WithAccess &
  WithUsers &
  WithAccounts &
  WithPixKeys &
  WithWebhooks &
  WithCashouts &
  WithNetworkIds &
  WithChargebacks &
  WithMedCases &
  Pick<WithMoney, 'incoming' | 'waitingPayments' | 'incidents'>;
type Found = Promise<readonly (string | undefined)[]>;

/** Returns the companies of the subjects, each company once. */
export async function companiesOf(deps: FindingDeps, subjects: readonly Subject[]): Promise<Subject[]> {
  const unique = new Map(subjects.map((one) => [`${one.kind}:${one.id}`, one]));
  const found = await Promise.all([...unique.values()].map(({ kind, id }) => finders[kind](deps, id)));
  return [...new Set(found.flat())].flatMap((id) => (id === undefined ? [] : [{ kind: 'company', id }]));
}

const ofAccount = async ({ accounts }: FindingDeps, ref: AccountRef | undefined) =>
  ref && (await accounts.get(ref))?.companyId;

/** Finds the companies of a subject of each kind. */
const finders: Record<SubjectKind, (deps: FindingDeps, id: string) => Found> = {
  company: async (_, id) => [id],
  account: async (deps, id) => [await ofAccount(deps, accountOf(id))],
  client: async ({ clients }, id) => [(await clients.get(id))?.companyId],
  user: async ({ users }, id) => [(await users.find(id))?.companyId],
  cashout: async ({ cashouts }, id) => [(await cashouts.get(Number(id)))?.companyId],
  chargeback: async ({ chargebacks }, id) => [(await chargebacks.get(Number(id)))?.companyId],
  key: async (deps, id) => [await ofAccount(deps, await deps.pixKeys.get(id))],
  async webhook(deps, id) {
    const found = await deps.webhooks.find(Number(id));
    return [await ofAccount(deps, found?.account)];
  },
  /** The companies that received and paid the payment. The id may be the one of a payout, too. */
  async payment(deps, id) {
    const payment = await deps.incoming.findReceived(id);
    const payout = payment ? undefined : await findNamed(deps, { endToEndId: id });
    if (payout) return [payout.companyId];
    const waiting = payment ? undefined : await deps.waitingPayments.find(id);
    const accounts = payment ? [payment.account, payment.payer.account] : [waiting?.assignedTo];
    return Promise.all(accounts.map((one) => ofAccount(deps, one)));
  },
  async incident(deps, id) {
    const incident = await deps.incidents.get(id);
    const companies = incident ? await companiesOf(deps, subjectsOfIncident(incident)) : [];
    return companies.map((company) => company.id);
  },
  med: async ({ medCases }, id) => [(await medCases.get(id))?.companyId],
  /** The proofs of an approval name their company: `audit show` says which. */
  approval: async () => [],
  /** What operators do for the service itself. The entries name the companies that they are about. */
  service: async () => [],
};

/** Returns what an incident is about, by its own fields and by the network's notice. */
export function subjectsOfIncident({
  id,
  cashoutId,
  chargebackId,
  account,
  event,
}: Pick<Incident, 'id' | 'cashoutId' | 'chargebackId' | 'account' | 'event'>): Subject[] {
  if (account) return [{ kind: 'account', id: accountIdOf(account) }];
  if (cashoutId !== undefined) return [{ kind: 'cashout', id: String(cashoutId) }];
  if (chargebackId !== undefined) return [{ kind: 'chargeback', id: String(chargebackId) }];
  // A payment without an account may have got one since. The id of its incident names it, and so does the id of the
  // incident of a return that cannot be read.
  const [, unassigned, returned] = /^(?:payment_received-(.+)|return-([A-Za-z0-9]{32})-.+)$/.exec(id) ?? [];
  const payment = unassigned ?? returned;
  if (payment) return [{ kind: 'payment', id: payment }];
  if (!event) return [];
  if (event.kind === 'return_imposed') return [{ kind: 'payment', id: event.payment.endToEndId }];
  if ('cashoutId' in event) return [{ kind: 'cashout', id: String(event.cashoutId) }];
  if ('chargebackId' in event) return [{ kind: 'chargeback', id: String(event.chargebackId) }];
  return [{ kind: 'payment', id: event.endToEndId }];
}
