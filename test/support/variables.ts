// A configuration as the environment that it was read from.

import type { Config } from '../../lib/config.ts';

export function variablesOf(config: Config): Record<string, string> {
  const written = Object.entries(config).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join() : String(value),
  ]);
  return Object.fromEntries(written);
}
