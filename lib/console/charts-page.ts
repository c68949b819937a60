// Draws the charts of an account's latest payments: how long they took from the approval to their end, and
// why payments failed.

import type { Identity } from '../access/tokens.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { listCashouts } from '../cashout-list/list-cashouts.ts';
import { type Html, h, joined } from '../page/elements.ts';
import type { Language } from '../page/formats.ts';
import { card, empty, table } from '../page/parts.ts';
import { groupEnds, reasonsOf, timesOf } from './chart-figures.ts';
import { drawBars } from './charts.ts';
import type { ReadDeps } from './deps.ts';
import { saidIn } from './refusals.ts';
import type { Page, View } from './shell.ts';

/**
 * Number of payments to read. This costs one query of the list of payments, and three reads of at most a
 * hundred rows.
 */
const paymentsMost = 200;
/** Maximum number of bars for reasons. All further reasons share one more bar. */
const reasonsMost = 9;

export async function loadCharts(deps: ReadDeps, caller: Identity, account: AccountRef) {
  const { rows, next } = await listCashouts(deps, caller, {
    account,
    start: new Date(0).toISOString(),
    end: deps.now().toISOString(),
    limit: paymentsMost,
    direction: 'next',
    filter: {},
  });
  return { count: rows.length, hasOlder: next !== null, times: timesOf(rows), reasons: reasonsOf(rows) };
}

type Loaded = Awaited<ReturnType<typeof loadCharts>>;

export function drawCharts(view: View, { branch, number }: AccountRef, loaded: Loaded): Page {
  const { words } = view;
  const { count, hasOlder } = loaded;
  const account = `${branch}/${number}`;
  return {
    title: `${words.chartsOf} ${account}`,
    back: [`/console/accounts/${account}`, `${words.oneAccount} ${account}`],
    ...(count === 0 ? {} : { lead: words.latestOf(count, hasOlder) }),
    body:
      count === 0
        ? empty('send', words.noPayments)
        : joined(drawTimes(view, loaded), drawReasons(view, loaded)),
  };
}

type Bar = { name: string; count: number };

function drawTimes(view: View, { times }: Loaded): Html {
  const { words, language } = view;
  const { counts, ended, open, medianMs } = times;
  if (medianMs === undefined) return card({ title: words.timesTitle }, h.p({ class: 'soft' }, words.noTimes));
  const end = (index: number) => durationIn(language, (groupEnds[index] ?? 0) * 1_000);
  const bars = counts.map((count, index): Bar => {
    if (index === 0) return { name: words.upTo(end(0)), count };
    if (index === groupEnds.length) return { name: words.over(end(index - 1)), count };
    return { name: words.between(end(index - 1), end(index)), count };
  });
  const said = words.timesSaid(ended, durationIn(language, medianMs), open);
  return drawFigure(view, 'times', { title: words.timesTitle, said, column: words.duration, bars });
}

function drawReasons(view: View, { reasons, count }: Loaded): Html {
  const { words, language } = view;
  if (reasons.length === 0)
    return card({ title: words.reasonsTitle }, h.p({ class: 'soft' }, words.noReasons));
  const sumOf = (some: readonly { count: number }[]) => some.reduce((sum, one) => sum + one.count, 0);
  const [shown, others] = [reasons.slice(0, reasonsMost), reasons.slice(reasonsMost)];
  const bars: Bar[] = shown.map(({ text, count: own }) => ({
    name: text === null ? words.rejectedByPerson : saidIn(language, text) || words.noReason,
    count: own,
  }));
  if (others.length > 0) bars.push({ name: words.otherReasons, count: sumOf(others) });
  const said = words.reasonsSaid(sumOf(reasons), count);
  return drawFigure(view, 'reasons', { title: words.reasonsTitle, said, column: words.failure, bars });
}

/** `said`: what the chart shows, in words. `column`: heading of the column with the names of the bars. */
type Figure = { title: string; said: string; column: string; bars: readonly Bar[] };

/** Draws a chart and its table. */
const drawFigure = ({ words }: View, id: string, { title, said, column, bars }: Figure): Html =>
  card(
    { title },
    h.figure(
      { class: 'stack' },
      h.figcaption({ id: `${id}-said` }, said),
      drawBars(bars, `${id}-said`),
      h.details(
        { class: 'stack' },
        h.summary(words.numbers),
        table({
          label: title,
          columns: [
            [column, 'row'],
            [words.count, 'main sum'],
          ],
          rows: bars.map(({ name, count }) => [h.bdi(name), count]),
        }),
      ),
    ),
  );

/** Formats a duration in seconds, minutes or hours, rounded up to a tenth: 0.4 s, 12 s, 5 min, 2 h. */
function durationIn(language: Language, ms: number): string {
  const [of, unit] = ms < 60_000 ? [1_000, 's'] : ms < 3_600_000 ? [60_000, 'min'] : [3_600_000, 'h'];
  const text = String(Math.ceil((ms / of) * 10) / 10);
  return `${language === 'pt' ? text.replace('.', ',') : text}\u00a0${unit}`;
}
