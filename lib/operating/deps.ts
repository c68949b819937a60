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
  /**
   * Refuses a change if these values, which it would replace, are not those that the confirming operator saw. It checks
   * nothing for a change that nobody confirms. The write then requires the same values.
   */
  requireShown: (values: unknown) => void;
};
