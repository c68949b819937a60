// What other accounts, regions and services of AWS tell.

import type { Losses } from './loss.ts';

export const farLosses = {
  regionLost: {
    lost: 'our region, or its name',
    signal: 'Route 53: `HealthCheckStatus` of 0',
    alarm: 'AddressUnseen',
    minutes: 5,
  },
  exportRefused: {
    lost: 'the daily export of a table is not begun',
    signal: '`InvocationDroppedCount` of the schedules',
    alarm: 'ExportDropped',
    minutes: 1,
  },
  exportsMissing: {
    lost: 'exports do not arrive in the backup account',
    signal: 'fewer lines in its log than tables',
    alarm: 'ExportMissing',
    minutes: 1500,
  },
} as const satisfies Losses;
