// Finds the companies to which the subjects of an operator's call belong. The call is then in the audit of each
// company, so that the company sees who has looked into it and what was changed.

import { accountOf } from '../base/account-ref.ts';
import type { Core } from '../med-case/deps.ts';
import type { Subject } from './audit.ts';

/**
 * Returns the company of each subject, each company once, without the companies that are subjects themselves.
 * Incidents and payments belong to no company until an account is named.
 */
export async function companiesOf(deps: Core, subjects: readonly Subject[]): Promise<Subject[]> {
  const named = subjects.filter(({ kind }) => kind === 'company').map(({ id }) => id);
  const found = await Promise.all(subjects.map((one) => companyOf(deps, one)));
  return [...new Set(found)].flatMap((id) =>
    id === undefined || named.includes(id) ? [] : [{ kind: 'company', id } as const],
  );
}

async function companyOf(deps: Core, { kind, id }: Subject): Promise<string | undefined> {
  switch (kind) {
    case 'account':
      return (await deps.accounts.get(accountOf(id)))?.companyId;
    case 'client':
      return (await deps.clients.get(id))?.companyId;
    case 'user':
      return (await deps.users.find(id))?.companyId;
    case 'cashout':
      return (await deps.cashouts.get(Number(id)))?.companyId;
    case 'chargeback':
      return (await deps.chargebacks.get(Number(id)))?.companyId;
    case 'key': {
      const row = await deps.pixKeys.get(id);
      return row && (await deps.accounts.get(row))?.companyId;
    }
    case 'webhook': {
      const ref = await deps.webhooks.find(Number(id));
      return ref && (await deps.accounts.get(ref.account))?.companyId;
    }
    default:
      return undefined;
  }
}
