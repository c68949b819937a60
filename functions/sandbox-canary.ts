// Schedule, only in stages with a sandbox: sends one cashout to the public address, and counts whether it succeeds.

import { withCanary, withOutbound } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import type { Base, WithOutbound } from '../lib/platform/deps.ts';
import type { WithCanary } from '../lib/sandbox/canary-store.ts';
import { sendCanary } from '../lib/sandbox/send-canary.ts';

export const makeHandler = (deps: Base & WithCanary & WithOutbound) => (): Promise<{ passed: boolean }> =>
  sendCanary(deps);

export const handler = start(makeHandler, (runtime) => ({
  ...runtime,
  ...withOutbound(runtime),
  ...withCanary(runtime),
}));
