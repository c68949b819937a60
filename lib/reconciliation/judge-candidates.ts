// Checks the unmatched movements of a day one by one, in the order of their keys. Differences are reported, and
// differences that no longer exist are marked as resolved.

import { judgeMovement } from './judge-movement.ts';
import type { Judging } from './judge-their-movement.ts';
import type { Class } from './psp-balance.ts';
import type { Candidate } from './psp-reconciliation.ts';
import { reportPspDifference } from './report-psp-difference.ts';

export type Judged = { candidate: Candidate; class: Class };

const atOnce = 8;

/**
 * Checks the candidates.
 * @param after the last candidate that an earlier run checked before it was cut short
 * @returns `cursor` if this run was cut short; the next run continues after that candidate
 */
export async function judgeCandidates(
  deps: Judging,
  day: string,
  candidates: readonly Candidate[],
  after: string | undefined,
  hasTime: () => boolean,
): Promise<{ judged: Judged[]; unanswered: number; cursor?: string }> {
  const stored = await deps.books.listDifferences({ place: deps.at.place, day });
  const open = new Set(stored.filter(({ state }) => state === 'open').map(({ key }) => key));
  const present = new Set(candidates.map(({ key }) => key));
  for (const key of open) if (!present.has(key)) await resolve(deps, day, key);
  const isDone = ({ key }: Candidate) => after !== undefined && key <= after;
  const judged = candidates
    .filter(isDone)
    .map((candidate): Judged => ({ candidate, class: open.has(candidate.key) ? 'difference' : 'other day' }));
  const left = candidates.filter((candidate) => !isDone(candidate));
  let unanswered = 0;

  async function judge(candidate: Candidate): Promise<Judged> {
    const isOpen = open.has(candidate.key);
    const verdict = await judgeMovement(deps, candidate).catch((error) => {
      deps.log.error(
        "a movement in the PSP's statement could not be checked",
        { day, place: deps.at.place },
        error,
      );
      unanswered += 1;
    });
    // If the PSP gives no answer, the candidate keeps its earlier class.
    if (!verdict) return { candidate, class: isOpen ? 'difference' : 'on its way' };
    if (verdict.class === 'difference' && !isOpen)
      await reportPspDifference(
        deps,
        { place: deps.at.place, day },
        { ...candidate, details: verdict.details },
      );
    if (verdict.class !== 'difference' && isOpen) await resolve(deps, day, candidate.key);
    return { candidate, class: verdict.class };
  }

  for (let from = 0; from < left.length; from += atOnce) {
    if (!hasTime()) return { judged, unanswered, cursor: judged.at(-1)?.candidate.key ?? '' };
    judged.push(...(await Promise.all(left.slice(from, from + atOnce).map(judge))));
  }
  return { judged, unanswered };
}

function resolve(deps: Judging, day: string, key: string): Promise<void> {
  deps.log.info('PSP difference resolved', { day, place: deps.at.place });
  return deps.books.resolveDifference({ place: deps.at.place, day }, key, deps.now().toISOString());
}
