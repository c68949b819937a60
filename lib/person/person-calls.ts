// Defines operators' calls about a person. The audit records operator, time, reason and location, but no data of the
// person.

import type { Core } from '../med-case/deps.ts';
import type { AdminRoute } from '../operating/admin-handler.ts';
import type { WithOperating } from '../operating/deps.ts';
import { blankPerson } from './blank-person.ts';
import type { WithPersons } from './deps.ts';
import { findPerson, scanPerson } from './find-person.ts';
import type { PersonCall } from './schemas.ts';

export const personRoute: AdminRoute<PersonCall, Core & WithOperating & WithPersons> = {
  subjects: async () => [{ kind: 'service', id: 'persons' }],
  details({ by, action, legal_ids, keys, ...shown }) {
    const { after: _, ...details } = { after: undefined, ...shown };
    return details;
  },
  async run(deps, call) {
    const sought = { legalIds: call.legal_ids, keys: call.keys };
    switch (call.action) {
      case 'person find':
        return { answer: await findPerson(deps, sought, call.reveal) };
      case 'person scan':
        return { answer: await scanPerson(deps, sought, call) };
      case 'person blank': {
        const how = { apply: call.apply, despiteRetention: call.despite_retention };
        const { answer, accounts } = await blankPerson(deps, sought, call, how);
        return { answer, made: accounts.map((id) => ({ kind: 'account', id }) as const) };
      }
    }
  },
};
