// Defines operators' calls about a person. The audit records operator, time, reason and location, but no data of the
// person.

import type { WithAccounts, WithPixKeys } from '../account/deps.ts';
import type { WithMoney } from '../incoming/deps.ts';
import type { AdminRoute } from '../operating/admin-handler.ts';
import type { Subject } from '../operating/audit.ts';
import type { WithOperating } from '../operating/deps.ts';
import type { Base } from '../platform/deps.ts';
import { blankPerson } from './blank-person.ts';
import type { WithPersons } from './deps.ts';
import { findPerson, type present, scanPerson } from './find-person.ts';
import type { PersonCall } from './schemas.ts';

export const personRoute: AdminRoute<
  PersonCall,
  Base & WithAccounts & WithPixKeys & WithOperating & WithMoney & WithPersons
> = {
  subjects: async () => [{ kind: 'service', id: 'persons' }],
  details({ by, action, legal_ids, keys, ...shown }) {
    const { after: _, ...details } = { after: undefined, ...shown };
    return details;
  },
  calls: {
    async 'person find'(deps, call) {
      const answer = await findPerson(deps, soughtIn(call), call.reveal);
      return { answer, shows: placesOf(answer.found) };
    },
    async 'person scan'(deps, call) {
      const answer = await scanPerson(deps, soughtIn(call), call);
      return { answer, shows: placesOf(answer.found) };
    },
    async 'person blank'(deps, call) {
      const how = { apply: call.apply, despiteRetention: call.despite_retention };
      const { answer, accounts } = await blankPerson(deps, soughtIn(call), call, how);
      const made = accounts.map((id) => ({ kind: 'account', id }) as const);
      return { answer, made, shows: placesOf(answer.found) };
    },
  },
};

const soughtIn = ({ legal_ids, keys }: PersonCall) => ({ legalIds: legal_ids, keys });

type Found = Pick<ReturnType<typeof present>, 'company' | 'account'>;

/** Returns the company or the account of each row that was found. Its company sees that operators looked there. */
const placesOf = (found: readonly Found[]): Subject[] =>
  found.flatMap(({ company, account }): Subject[] => {
    if (company !== null) return [{ kind: 'company', id: company }];
    return account === null ? [] : [{ kind: 'account', id: account }];
  });
