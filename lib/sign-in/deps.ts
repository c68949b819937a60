// What sign-ins need.

import type { Passkeys } from './passkey-store.ts';
import type { Provider } from './provider.ts';
import type { Sessions } from './session-store.ts';
import type { Subjects } from './subject-store.ts';

export type WithSignIn = { sessions: Sessions; subjects: Subjects; provider: Provider; passkeys: Passkeys };
