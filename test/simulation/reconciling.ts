// Reconcile runs in the world like any other function, while everything moves and fails. The mirror says whether the
// ledger adds up; so whatever reconcile reports without a bug is a false alarm.

import type { Incident } from '../../lib/incident/incident-store.ts';
import type { Reconciliation } from '../../lib/reconciliation/reconcile.ts';
import type { Party } from './callers.ts';
import { rowsOf } from './case.ts';
import type { Dump } from './engine.ts';
import type { World } from './world.ts';

/** @returns the run's report; none when it died or failed */
export async function reconcile({ lambda, mirror }: World): Promise<Reconciliation | undefined> {
  const outcome = await lambda.invoke('reconcile', {});
  if (outcome.kind !== 'answered') return undefined;
  const report = outcome.result as Reconciliation;
  for (const { kind, details } of report.differences)
    mirror.fail('I31', `reconcile reports ${kind}: ${details}`);
  return report;
}

/**
 * With nothing moving and nothing failing, every account can be judged: by the first run, if need be, where the last
 * one had stopped. A hold without work takes two more, some time apart.
 */
export async function reconcileAtRest(world: World, parties: readonly Party[]): Promise<void> {
  await reconcile(world);
  const accounts = parties.flatMap((party) => party.accounts).length;
  for (let run = 1; run <= 2; run++) {
    world.scheduler.jump(900_000);
    const report = await reconcile(world);
    if (report?.accounts === accounts && report.complete && report.busy + report.suspected === 0) continue;
    world.mirror.fail('I31', `reconcile at rest, of ${accounts} accounts: ${JSON.stringify(report)}`);
  }
}

/** What runs that died or failed have reported is there too. */
export function checkReconciled({ mirror }: World, stored: Dump): void {
  for (const { kind, details } of rowsOf<Incident>(stored, 'IncidentsTable'))
    if (kind === 'ledger_difference') mirror.fail('I31', `reconcile reports ${details}`);
}
