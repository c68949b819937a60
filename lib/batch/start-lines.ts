// Creates the cashouts of a batch's next lines while the batch is PAYING. Each cashout has the key of its line, so each
// line gets only one cashout, even if workers repeat the step.

import { chunks } from '../base/chunks.ts';
import { isDefinite, refuse, wordsOf } from '../base/errors.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import type { Earlier } from '../cashout/find-duplicate.ts';
import { type Insert, insertNoted } from '../cashout/insert-noted.ts';
import type { Base } from '../platform/deps.ts';
import type { WithPayouts } from '../rules/deps.ts';
import type { DuplicateRule } from '../rules/duplicates.ts';
import type { Rules } from '../rules/rules.ts';
import type { Batch } from './batch.ts';
import type { WithBatches } from './deps.ts';
import { lineCashout, lineCashoutId, ownerOf } from './line-cashout.ts';
import type { Line } from './line-pages.ts';
import { type LineProgress, notStarted } from './line-progress.ts';
import { progressOf } from './refresh-lines.ts';

type Deps = Base & WithPayouts & WithCashouts & WithBatches;

/** Number of cashouts in one transaction. */
const together = 25;

/**
 * The progress of the lines, by line number (`record`). If a line is missing, it was not tried because the batch is not
 * PAYING any more.
 */
export type Started = ReadonlyMap<number, LineProgress>;

export async function startLines(
  deps: Deps,
  batch: Batch,
  lines: readonly Line[],
  rules: Rules | undefined,
): Promise<Started> {
  const progress = new Map<number, LineProgress>();
  // With a rule about duplicates, each cashout needs its own transaction, because it is written with a note of its
  // payee and amount.
  const groups = chunks(lines, rules?.duplicates ? 1 : together);
  for (const group of groups) {
    const started = rules?.duplicates
      ? await startNoted(deps, batch, group[0] as Line, rules)
      : await startGroup(deps, batch, group, rules);
    for (const [record, one] of started) progress.set(record, one);
    if (started.size < group.length) break;
  }
  return progress;
}

async function startGroup(
  deps: Deps,
  batch: Batch,
  group: readonly Line[],
  rules: Rules | undefined,
  probe = 0,
): Promise<Started> {
  const idOf = (line: Line) => lineCashoutId(batch, line, probe);
  const made = new Map(group.map((line) => [line, lineCashout(deps, batch, line, idOf(line), rules)]));
  const existing = await deps.batches.createCashouts(batch.id, [...made.values()]);
  if (existing === 'stopped') return new Map();
  if (!existing) return new Map([...made].map(([line, cashout]) => [line.record, begun(line, cashout)]));

  // Nothing was written, because some ids already exist. The lines with these ids are handled one by one, and the other
  // lines are tried again.
  const rows = new Map(existing.map((row) => [row.id, row]));
  const progress = new Map<number, LineProgress>();
  const free = group.filter((line) => !rows.has(idOf(line)));
  for (const line of group) {
    const row = rows.get(idOf(line));
    if (!row) continue;
    const isChance = ownerOf(batch, line, row) === 'chance';
    const one = isChance ? await startGroup(deps, batch, [line], rules, probe + 1) : undefined;
    if (one) for (const [record, value] of one) progress.set(record, value);
    else progress.set(line.record, ofExisting(batch, line, row));
  }
  const others = free.length > 0 ? await startGroup(deps, batch, free, rules, probe) : [];
  return new Map([...progress, ...others]);
}

/** Starts one line of an account with a rule about duplicates. */
async function startNoted(deps: Deps, batch: Batch, line: Line, rules: Rules): Promise<Started> {
  for (let probe = 0; ; probe++) {
    const cashout = lineCashout(deps, batch, line, lineCashoutId(batch, line, probe), rules);
    const insert: Insert = async (row, note) =>
      (await deps.cashouts.insertIf(row, deps.batches.whilePaying(batch.id), note)) ??
      refuse('batch_in_wrong_status');
    try {
      const { inserted, existing } = await insertNoted(deps, insert, cashout, rules, onEarlier(batch, line));
      if (inserted) return new Map([[line.record, begun(line, inserted)]]);
      if (ownerOf(batch, line, existing) === 'chance') continue;
      return new Map([[line.record, ofExisting(batch, line, existing)]]);
    } catch (error) {
      if (!isDefinite(error)) throw error;
      if (error.code === 'batch_in_wrong_status') return new Map();
      return new Map([[line.record, notStarted(line.progress, error.said.detail ?? wordsOf(error.code))]]);
    }
  }
}

/**
 * Returns the action on an earlier payout. Under `hold`, the line is paid only if its approvers were told of this very
 * payout: it was named when the batch was judged, or it pays an equal line of the same batch. Whoever was told of one
 * payout has not agreed to repeat another. Nobody can approve a single line, so a line that must wait is not started.
 */
const onEarlier =
  ({ id: batchId }: Batch, { progress: { possibleDuplicateOf } }: Line) =>
  ({ action }: DuplicateRule, earlier: Earlier): DuplicateRule['action'] => {
    // The equal line may be a later one, because a line that waited again starts after it.
    const isTold = earlier.id === possibleDuplicateOf || earlier.batchId === batchId;
    if (action === 'hold') return isTold ? 'tell' : 'refuse';
    return action;
  };

/**
 * Returns the progress of the waiting lines that already have a cashout. In these cases, a worker created the cashout
 * and crashed before it stored the line's progress.
 */
export async function findStarted(
  { cashouts }: Deps,
  batch: Batch,
  lines: readonly Line[],
): Promise<Started> {
  const progress = new Map<number, LineProgress>();
  let left = lines;
  for (let probe = 0; left.length > 0; probe++) {
    const rows = await Promise.all(left.map((line) => cashouts.get(lineCashoutId(batch, line, probe))));
    const next: Line[] = [];
    for (const [index, line] of left.entries()) {
      const row = rows[index];
      const owner = row && ownerOf(batch, line, row);
      if (row && owner === 'own') progress.set(line.record, ofExisting(batch, line, row));
      if (owner === 'chance') next.push(line);
    }
    left = next;
  }
  return progress;
}

/** The payout that the approvers were told of stays in the progress, because the line may have to wait again. */
const begun = ({ progress }: Line, { id: cashoutId, possibleDuplicateOf }: Cashout): LineProgress => ({
  ...(possibleDuplicateOf === undefined ? {} : { possibleDuplicateOf }),
  ...progress,
  state: 'processing',
  cashoutId,
});

/**
 * Returns the progress of a line whose cashout id already has a row. If another payout has used the line's key, the
 * line is not paid.
 */
const ofExisting = (batch: Batch, line: Line, row: Cashout): LineProgress =>
  ownerOf(batch, line, row) === 'own'
    ? progressOf({ ...line.progress, cashoutId: row.id }, row)
    : notStarted(line.progress, wordsOf('idempotency_conflict'));
