// Schedule: sends one synthetic payment to the public address, and counts whether it succeeded.

import { withOutbound } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withSynthetic } from '../lib/app/stores.ts';
import type { Base, WithOutbound } from '../lib/platform/deps.ts';
import type { WithSynthetic } from '../lib/synthetic/payer-store.ts';
import { sendSynthetic } from '../lib/synthetic/send-synthetic.ts';

export const makeHandler = (deps: Base & WithSynthetic & WithOutbound) => (): Promise<{ passed: boolean }> =>
  sendSynthetic(deps);

export const handler = start(makeHandler, (runtime) => ({
  ...runtime,
  ...withOutbound(runtime),
  ...withSynthetic(runtime),
}));
