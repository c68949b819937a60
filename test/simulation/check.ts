// Checks a run at rest by what is stored, and by the requests and answers. The numbers are those of the invariants in
// docs/simulation.md.

import type { Callers, Party } from './callers.ts';
import type { Case } from './case.ts';
import { checkAnswers } from './check-answers.ts';
import { checkBatches } from './check-batches.ts';
import { checkBlocks } from './check-blocks.ts';
import { checkBorder } from './check-border.ts';
import { checkCounts } from './check-counts.ts';
import { checkDefences } from './check-defences.ts';
import { checkDeliveries } from './check-deliveries.ts';
import { checkEntries } from './check-entries.ts';
import { checkEvents } from './check-events.ts';
import { checkMeds } from './check-meds.ts';
import { checkMoney } from './check-money.ts';
import { checkCodes, checkIds, checkMovements } from './check-movements.ts';
import { checkNeighbour } from './check-neighbour.ts';
import { checkOwnFaults } from './check-own-faults.ts';
import { checkRights } from './check-rights.ts';
import { checkSecrets } from './check-secrets.ts';
import type { Dump } from './engine.ts';
import { isQuiet } from './faults.ts';
import type { World } from './world.ts';

/** @returns the sum of the world's money, in words */
export function check(world: World, callers: Callers, parties: readonly Party[], stored: Dump): string {
  const { fail } = world.mirror;
  const judged: Case = { world, callers, parties, stored, fail };
  checkStore(judged);
  if (isQuiet(world.profile)) checkCalm(judged);
  checkAnswers(judged);
  checkEvents(judged);
  checkDeliveries(judged);
  checkRights(judged);
  checkEntries(judged);
  checkBorder(judged);
  checkMovements(judged);
  checkIds(judged);
  checkCodes(judged);
  checkMeds(judged);
  checkBlocks(judged);
  checkDefences(judged);
  checkCounts(judged);
  checkBatches(judged);
  checkNeighbour(judged);
  checkOwnFaults(judged);
  world.rulebook.atRest(stored, callers.history, world.logLines);
  checkSecrets(judged);
  return checkMoney(judged);
}

/**
 * Checks a world without faults: nothing may need a retry. In other worlds, retries would hide what never works at the
 * first attempt.
 */
function checkCalm({ world, callers, fail }: Case): void {
  if (world.sqs.failed() > 0) fail('I25', `${world.sqs.failed()} messages failed without a fault`);
  for (const { method, path, outcome } of callers.history)
    if (outcome.status >= 500) fail('I25', `${method} ${path} answers ${outcome.status} without a fault`);
}

const itemBytesMax = 100_000;

function checkStore({ stored, fail }: Case): void {
  for (const [table, rows] of Object.entries(stored)) {
    for (const row of rows) {
      const text = JSON.stringify(row);
      if (text.length > itemBytesMax) fail('I28', `a row of ${table} has ${text.length} bytes`);
      for (const fraction of fractionsIn(row)) fail('I28', `${table} stores ${fraction}`);
    }
  }
}

function fractionsIn(value: unknown): number[] {
  if (typeof value === 'number') return Number.isInteger(value) ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(fractionsIn) : [];
}
