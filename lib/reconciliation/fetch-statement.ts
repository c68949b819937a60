// Orders the statement of a day and waits for it, because the PSP needs time to make it. The statement is ordered once.
// If it is not ready in time, the next run reads it under the same name.

import type { PayoutBooks, Statement } from '../network/psp-books.ts';
import type { Base } from '../platform/deps.ts';

const looks = 12;
const waitMs = 5_000;

export type Ordered = { statementName: string; orderedAt: string };

export async function orderStatement({ now }: Base, paid: PayoutBooks, day: string): Promise<Ordered> {
  return { statementName: await paid.orderStatement(day), orderedAt: now().toISOString() };
}

/**
 * Orders or reads the statement.
 * @returns no statement if it is not ready in time; then `ordered` identifies the statement to read later
 */
export async function awaitStatement(
  deps: Base,
  paid: PayoutBooks,
  day: string,
  ordered: Ordered,
  hasTime: () => boolean,
): Promise<{ statement?: Statement; ordered: Ordered }> {
  let asked = ordered;
  let isAnew = false;
  for (let look = 1; ; look++) {
    const found = await paid.readStatement(asked.statementName, day);
    if (found.kind === 'ready') return { statement: found.statement, ordered: asked };
    if (found.kind === 'again') {
      if (isAnew) throw new Error('the PSP does not deliver the statement, although it was ordered twice');
      isAnew = true;
      asked = { ...asked, statementName: await paid.orderStatement(day) };
    }
    if (look === looks || !hasTime()) return { ordered: asked };
    await deps.pause(waitMs);
  }
}
