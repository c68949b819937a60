// Runs reconcile in the world like any other function, while data changes and faults happen. The mirror checks whether
// the ledger adds up. So everything that reconcile reports without a bug is a false alarm.

import type { Incident } from '../../lib/incident/incident-store.ts';
import type { Reconciliation } from '../../lib/reconciliation/reconcile.ts';
import type { Party } from './callers.ts';
import { rowsOf } from './case.ts';
import type { Dump } from './engine.ts';
import type { World } from './world.ts';

/** @returns the run's report, or undefined if the run died or failed */
export async function reconcile({ lambda, mirror }: World): Promise<Reconciliation | undefined> {
  const outcome = await lambda.invoke('reconcile', {});
  if (outcome.kind !== 'answered') return undefined;
  const report = outcome.result as Reconciliation;
  for (const { kind, details } of report.differences)
    mirror.fail('I31', `reconcile reports ${kind}: ${details}`);
  return report;
}

/**
 * Runs reconcile when nothing changes and nothing fails, so that it can judge every account. The first run may have to
 * continue where the last one had stopped. A hold without work needs two more runs, some time apart.
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

/** Fails for differences in incidents, which include the reports of runs that died or failed. */
export function checkReconciled({ mirror }: World, stored: Dump): void {
  for (const { kind, details } of rowsOf<Incident>(stored, 'IncidentsTable'))
    if (kind === 'ledger_difference') mirror.fail('I31', `reconcile reports ${details}`);
}
