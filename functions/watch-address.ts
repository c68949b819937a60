// Schedule: calls our own address from outside, as a caller would, and counts whether it answers.

import { withOutbound } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { watchAddress } from '../lib/network/watch-address.ts';
import type { Base, WithOutbound } from '../lib/platform/deps.ts';

export const makeHandler = (deps: Base & WithOutbound) => (): Promise<{ answered: boolean }> =>
  watchAddress(deps);

export const handler = start(makeHandler, (runtime) => ({ ...runtime, ...withOutbound(runtime) }));
