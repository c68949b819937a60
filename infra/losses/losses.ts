// All losses. The table in docs/disaster.md is made from them.

import { callLosses } from './calls.ts';
import { farLosses } from './far.ts';
import type { Losses } from './loss.ts';
import { moneyLosses } from './money.ts';
import { queueLosses } from './queues.ts';
import { scheduleLosses } from './schedules.ts';

/** What CloudTrail tells (test/infra/keys.test.ts). */
const keyLosses: Losses = {
  keyLost: {
    lost: 'a KMS key is disabled, or will be deleted',
    signal: 'CloudTrail: `DisableKey`, `ScheduleKeyDeletion`',
    alarm: 'KeyLost',
    minutes: 15,
  },
};

export const losses: Losses = {
  ...scheduleLosses,
  ...moneyLosses,
  ...callLosses,
  ...queueLosses,
  ...farLosses,
  ...keyLosses,
};
