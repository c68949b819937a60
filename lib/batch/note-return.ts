// Notes that the payee of a paid line has returned the whole amount, for as long as the batch can be read. Otherwise the
// results of a finished batch would count the line as paid for ever.

import type { WithCashouts } from '../cashout/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithBatches, WithBatchQueue } from './deps.ts';
import type { Line } from './line-pages.ts';
import { isMoving, moved, wake } from './next-step.ts';
import { progressOf } from './refresh-lines.ts';

/**
 * Notes the return. It may run twice, late, or before the line is known to be paid.
 * @param cashoutId the cashout of the line
 */
export async function noteReturn(
  deps: Base & WithCashouts & WithBatches & WithBatchQueue,
  id: string,
  cashoutId: number,
): Promise<void> {
  for (;;) {
    const [batch, row] = [await deps.batches.get(id), await deps.cashouts.get(cashoutId)];
    if (!batch || row?.status !== 'REFUNDED') return;
    // A step that has already read the line as paid may not have written it yet. This write makes that step fail.
    const indexes = batch.tallies.flatMap(({ paid, processing }, index) =>
      (paid ?? processing) ? [index] : [],
    );
    const pages = await deps.batches.getPages(batch, indexes);
    // A line that says it already is not written again. Otherwise many copies of a message would undo each other's turn.
    const isOpen = ({ progress }: Line) => progress.cashoutId === cashoutId && progress.state !== 'refunded';
    const page = pages.find(({ lines }) => lines.some(isOpen));
    if (!page) return;
    const lines = page.lines.map((line) =>
      isOpen(line) ? { ...line, progress: progressOf(line.progress, row) } : line,
    );
    const after = await moved(deps, batch, {}, [{ ...page, lines }]);
    // The message of the earlier revision is dropped, so a batch that goes on needs a new one.
    if (after && isMoving(after)) await wake(deps, after);
    if (after) return;
  }
}
