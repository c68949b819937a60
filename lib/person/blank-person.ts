// Blanks a person's data in a range of a table. The events about a row are blanked before the row itself. So if a run
// is cut short, the next run finds the row again.

import type { WithAccounts, WithPixKeys } from '../account/deps.ts';
import { atOnce } from '../platform/at-once.ts';
import type { Base } from '../platform/deps.ts';
import type { WithPersons } from './deps.ts';
import { type Match, type Part, present, readPart } from './find-person.ts';
import type { Holding } from './holding.ts';
import { keptUntil, type Sought } from './person.ts';

type Deps = Base & WithAccounts & WithPixKeys & WithPersons;
type How = { apply: boolean; despiteRetention: boolean };
/** The result for a row. `moved`: another write changed the row in the meantime, so it was not blanked. */
type Verdict = {
  verdict: 'blanked' | 'would be blanked' | 'kept' | 'moved';
  why: string | null;
  events: number;
};

const perhaps = 'it may be somebody else: name the person by tax id and by keys';
/** Number of rows that are written at the same time. */
const workers = 5;

export async function blankPerson(deps: Deps, sought: Sought, part: Part, how: How) {
  const { matches, ...read } = await readPart(deps, sought, part);
  const verdicts = new Map<Match, Verdict>();
  await atOnce(workers, matches, async (match) => {
    verdicts.set(match, await blankOne(deps, match, how));
  });
  const found = matches.map((match) => ({
    ...present(match.holding, match.matched, part.reveal),
    ...(verdicts.get(match) as Verdict),
  }));
  const touched = found
    .filter(({ verdict }) => verdict === 'blanked')
    .flatMap(({ account }) => account ?? []);
  return { answer: { ...read, found }, accounts: [...new Set(touched)] };
}

async function blankOne(
  deps: Deps,
  { holding, row, matched }: Match,
  { apply, despiteRetention }: How,
): Promise<Verdict> {
  const why = matched === 'perhaps' ? perhaps : whyKept(holding, deps.now(), despiteRetention);
  if (why) return { verdict: 'kept', why, events: 0 };
  if (!apply) return { verdict: 'would be blanked', why: null, events: 0 };
  let events = 0;
  for (const trail of holding.trails) {
    const count = await deps.trails.blank(trail);
    if (count === undefined) return { verdict: 'moved', why: 'its events', events };
    events += count;
  }
  const isDone = await deps.holdings.blank(holding, row, deps.now().toISOString());
  return { verdict: isDone ? 'blanked' : 'moved', why: null, events };
}

function whyKept({ cannot, at }: Holding, now: Date, despiteRetention: boolean): string | undefined {
  if (cannot) return cannot;
  if (at === undefined || despiteRetention) return undefined;
  const until = keptUntil(at);
  return now.toISOString() < until ? `it has to be kept until ${until}` : undefined;
}
