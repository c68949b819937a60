// What sign-ins need.

import type { Passkeys } from './passkey-store.ts';
import type { Provider } from './provider.ts';
import type { Sessions } from './session-store.ts';
import type { Subjects } from './subject-store.ts';

/** Who has signed in. */
export type WithSessions = { sessions: Sessions; subjects: Subjects; passkeys: Passkeys };
/** Where people sign in. */
export type WithSignIn = WithSessions & { provider: Provider };
