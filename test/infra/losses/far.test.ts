// The losses that other regions and accounts show (docs/disaster.md). Their metrics are AWS's own, so they are written
// here as AWS documents them.

import { describe, expect, test } from 'vitest';
import { farLosses } from '../../../infra/losses/far.ts';
import { disasterTemplates } from '../../support/disaster-templates.ts';
import type { Timeline } from '../../support/evaluate-alarm.ts';
import { isQuiet, testMinutes } from './raised.ts';

const health = disasterTemplates.find(({ file }) => file === 'outside.yml')?.Resources.HealthCheck
  ?.Properties as {
  HealthCheckConfig: { RequestInterval: number; FailureThreshold: number };
};
const { RequestInterval, FailureThreshold } = health.HealthCheckConfig;
const seen = (value: number) => [{ metric: 'HealthCheckStatus', value }];
const tables = Number(
  disasterTemplates.find(({ file }) => file === 'backup-account.yml')?.Parameters.Tables?.Default,
);
/** The log of ended exports has a line for each table, once a day. */
const exported = (minute: number) =>
  minute % 1_440 === 0
    ? Array.from({ length: tables }, () => ({ metric: 'IncomingLogEvents', value: 1 }))
    : [];

const causes: Record<keyof typeof farLosses, () => Timeline> = {
  // A checker calls the address unhealthy after so many failures in a row.
  regionLost: () => (minute) => seen(Number(minute < Math.ceil((RequestInterval * FailureThreshold) / 60))),
  exportRefused: () => (minute) => (minute === 0 ? [{ metric: 'InvocationDroppedCount', value: 1 }] : []),
  exportsMissing: () => (minute) => (minute < 0 ? exported(minute) : []),
};

describe('a loss that is seen from elsewhere', () => {
  testMinutes(farLosses, causes);

  test.each(Object.values(farLosses).map(({ alarm }) => alarm))(
    '%s is not raised while all is well',
    (alarm) => {
      expect(isQuiet(alarm, (minute) => [...seen(1), ...exported(minute)])).toBe(true);
    },
  );
});
