// Defines the dependencies of sign-ins.

import type { Passkeys } from './passkey-store.ts';
import type { Provider } from './provider.ts';
import type { Sessions } from './session-store.ts';
import type { Subjects } from './subject-store.ts';

/** The stores of people who have signed in. */
export type WithSessions = { sessions: Sessions; subjects: Subjects; passkeys: Passkeys };
/** The stores of people who have signed in, and the provider at which people sign in. */
export type WithSignIn = WithSessions & { provider: Provider };
