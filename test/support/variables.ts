// Turns a configuration back into the environment variables that it was read from.

import type { Config } from '../../lib/platform/config.ts';
import type { ContestDays } from '../../lib/platform/contest-days.ts';

const written = (periods: ContestDays) =>
  periods.map(({ from, days }) => (from ? `${from.slice(0, 10)}=${days}` : `${days}`)).join();

export function variablesOf(config: Config): Record<string, string> {
  const variables = Object.entries(config).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join() : String(value),
  ]);
  const psps = config.PSPS.map(({ name, psp, url, key }) => [name, psp, url, key].join(' ')).join('; ');
  const days = written(config.MED_CONTEST_DAYS);
  return { ...Object.fromEntries(variables), MED_CONTEST_DAYS: days, PSPS: psps };
}
