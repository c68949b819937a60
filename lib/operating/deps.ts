// Defines the dependencies of operators' actions, in addition to lib/platform/deps.ts.

import type { Freezes } from '../freeze/freeze-store.ts';
import type { ListedPayees } from '../rules/listed-payee-store.ts';
import type { Passkeys } from '../sign-in/passkey-store.ts';
import type { Subjects } from '../sign-in/subject-store.ts';
import type { Audit } from './audit-store.ts';
import type { Companies } from './company-store.ts';
import type { Statements } from './statement-store.ts';

/** The stores that only operators change. */
export type WithOperating = {
  companies: Companies;
  freezes: Freezes;
  audit: Audit;
  statements: Pick<Statements, 'state'>;
  listedPayees: ListedPayees;
  subjects: Subjects;
  passkeys: Passkeys;
};
