// Writes a change of a recovery, if nobody else has changed it.

import type { RecoveryDeps } from './deps.ts';
import type { Recovery } from './recovery.ts';

/** Writes a change. `done`: whether it was made. `current`: the row as it is now. `gone`: fields that are removed. */
export async function write(
  { recoveries, now }: Pick<RecoveryDeps, 'recoveries' | 'now'>,
  recovery: Recovery,
  change: Partial<Recovery>,
  gone: readonly (keyof Recovery)[] = [],
): Promise<{ done: boolean; current: Recovery }> {
  const next = await recoveries.change(recovery, { updatedAt: now().toISOString(), ...change }, gone);
  if (next) return { done: true, current: next };
  return { done: false, current: (await recoveries.get(recovery.cashoutId)) ?? recovery };
}
