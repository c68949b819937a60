// Schedule: counts the days until the certificates that the service needs expire.

import { withPspSecret } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import type { WithPspSecret } from '../lib/network/deps.ts';
import { watchCertificates } from '../lib/network/watch-certificates.ts';
import type { Base } from '../lib/platform/deps.ts';

export const makeHandler = (deps: Base & WithPspSecret) => async (): Promise<object> =>
  watchCertificates(deps);

export const handler = start(makeHandler, (runtime) => ({ ...runtime, ...withPspSecret(runtime) }));
