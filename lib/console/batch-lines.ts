// Draws the progress of a batch as one bar with the sum of each state, and its lines, which people filter by state.

import { maskTaxId } from '../base/tax-id.ts';
import { type LineState, lineStates } from '../batch/line-progress.ts';
import type { presentBatch, presentLine } from '../batch/present-batch.ts';
import { type Html, h, joined } from '../page/elements.ts';
import { amountIn, keyIn, legalIdIn } from '../page/formats.ts';
import { card, chips, flag, pages, pill, rowLink, stats, sub, type Tone, table } from '../page/parts.ts';
import { batchesPath, endedIn } from './batches-page.ts';
import { saidIn } from './refusals.ts';
import type { View } from './shell.ts';

type Batch = ReturnType<typeof presentBatch>;

const tones: Readonly<Record<LineState, Tone>> = {
  failed: 'bad',
  not_started: 'over',
  cancelled: 'over',
  refunded: 'back',
  processing: 'run',
  waiting: 'plan',
  paid: 'good',
};

/** The parts of the bar, from left to right: the lines that are paid, under way, unpaid and to come. */
const bars: readonly (readonly [kind: string, states: readonly LineState[]])[] = [
  ['good', ['paid']],
  ['run', ['processing']],
  ['bad', ['failed', 'not_started', 'cancelled', 'refunded']],
  ['wait', ['waiting']],
];

const statesIn = ({ counts }: Batch) => lineStates.filter((state) => counts[state].lines > 0);

/** Draws the amount of the batch, its progress, and the sum of each state that has lines. */
export function drawProgress({ words, language }: View, batch: Batch): Html {
  const { counts, total_lines: lines, total_amount: amount } = batch;
  return card(
    { title: words.progress, more: h.span({ class: 'soft' }, words.endedOf(endedIn(batch), lines)) },
    h.p({ class: 'amount' }, amountIn(language, amount)),
    drawBar(batch),
    stats(
      statesIn(batch).map((state) => [words.lineStates[state], amountIn(language, counts[state].amount)]),
    ),
  );
}

/** Draws the bar. The figures stand beside it, so it says nothing to a screen reader. */
function drawBar({ counts, total_lines: lines }: Batch): Html {
  let at = 0;
  const parts = bars.map(([kind, states]) => {
    const width = states.reduce((sum, state) => sum + counts[state].lines, 0);
    at += width;
    return width > 0 && h.rect({ class: kind, x: at - width, y: 0, width, height: 1 });
  });
  return h.svg(
    { class: 'progress', viewBox: `0 0 ${lines} 1`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    parts,
  );
}

/** Draws the number of lines of each state. Each number leads to these lines. */
export function drawStates({ words }: View, batch: Batch, status: LineState | undefined): Html {
  const { id, counts, total_lines: lines } = batch;
  const found = lineStates.filter((state) => counts[state].lines > 0 || state === status);
  const all = { to: `${batchesPath}/${id}#lines`, words: words.allLines, isCurrent: !status, count: lines };
  return chips(words.lines, [
    all,
    ...found.map((state) => ({
      to: `${batchesPath}/${id}?status=${state}#lines`,
      words: words.lineStates[state],
      isCurrent: state === status,
      count: counts[state].lines,
    })),
  ]);
}

/** A line, with the name of its payee if it is known. */
export type ShownLine = ReturnType<typeof presentLine> & { payee: string | null };
type Line = ShownLine;
type Shown = { lines: readonly Line[]; after: string | null; status: LineState | undefined };

/** Draws one page of lines. */
export function drawLines(view: View, id: string, { lines, after, status }: Shown): Html {
  const { words } = view;
  const ofStatus = status ? `status=${status}&` : '';
  return joined(
    card(
      { isFlush: true },
      table({
        label: words.lines,
        columns: [
          [words.line],
          [words.payee, 'row'],
          [words.tag, 'bare'],
          [words.reasons, 'bare'],
          [words.status, 'state'],
          [words.amount, 'main sum'],
        ],
        rows: lines.map((line) => drawLine(view, line)),
      }),
    ),
    pages(words.pages, [[after && `${batchesPath}/${id}?${ofStatus}after=${after}#lines`, words.next]]),
  );
}

/** Returns why a line is not paid, and its warnings. */
function toldOf({ words, language }: View, line: Line): readonly string[] {
  const { erro_descriptor: failure, same_as_line: same, possible_duplicate_of: duplicate } = line;
  return [
    ...(failure ? [saidIn(language, failure)] : []),
    ...line.reasons.filter((one) => one !== failure).map((one) => saidIn(language, one)),
    ...(same === null ? [] : [words.sameLine(same)]),
    ...(duplicate === null ? [] : [`${words.duplicate} ${duplicate}`]),
  ];
}

function drawLine(view: View, line: Line) {
  const { words, language } = view;
  const { id, key, payee: name, recipient_legal_id: legalId, status } = line;
  const payee = name ?? (key && keyIn(key));
  const second = [name && key && keyIn(key), legalId && legalIdIn(maskTaxId(legalId))].filter(Boolean);
  return [
    joined(line.record, sub(h.bdi(line.line_id))),
    joined(
      id === null ? h.b(h.bdi(payee)) : rowLink(`/console/cashouts/${id}`, payee),
      second.length > 0 ? sub(h.bdi(second.join(' · '))) : '',
    ),
    line.tag ? h.bdi(line.tag) : '',
    toldOf(view, line).map((one) => flag(h.bdi(one))),
    pill(tones[status], words.lineStates[status]),
    amountIn(language, line.amount),
  ];
}
