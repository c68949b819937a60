// Draws the pages of the operators' desk that show something: the home page, what was found, and what was
// done.

import { saidIn } from '../console/refusals.ts';
import type { Page, View } from '../console/shell.ts';
import { type Html, h, joined } from '../page/elements.ts';
import { button, card, empty, field, notice, pill, stats } from '../page/parts.ts';
import { drawProposalRows } from './change-pages.ts';
import { deskWords } from './desk-words.ts';
import { drawAnswer } from './draw-answer.ts';
import { labelOf, type Row } from './draw-value.ts';
import { drawIncidentRows, type Listed } from './incident-pages.ts';
import type { Proposal } from './proposal.ts';
import { backToDesk } from './thing-page.ts';
import { stateIn } from './value-words.ts';

function drawSearch(view: View, q: string): Html {
  const words = deskWords[view.language];
  return h.form(
    { action: '/desk/find', role: 'search', class: 'card' },
    field({
      name: 'q',
      label: words.findLabel,
      value: q,
      hint: `${words.findNote} ${words.audited}`,
      type: 'search',
      more: { maxlength: 300 },
    }),
    h.p(button(words.find)),
  );
}

export function drawHome(view: View, listed: Listed, proposals: readonly Proposal[], now: Date): Page {
  const words = deskWords[view.language];
  const part = (title: string, none: string, rows: Html | '') =>
    rows === '' ? card({ title }, h.p({ class: 'soft' }, none)) : card({ title, isFlush: true }, rows);
  const incidents = listed.total === 0 ? '' : drawIncidentRows(view, listed);
  const open = proposals.length === 0 ? '' : drawProposalRows(view, proposals, now);
  return {
    title: view.words.desk,
    body: joined(
      drawSearch(view, ''),
      part(words.openIncidents, words.noIncidents, incidents),
      part(words.openProposals, words.noProposals, open),
    ),
  };
}

export const drawNothingFound = (view: View, q: string): Page => ({
  title: deskWords[view.language].find,
  back: backToDesk(view),
  body: joined(
    h.div(
      { role: 'status' },
      empty('search', deskWords[view.language].notFound, deskWords[view.language].tryAgain),
    ),
    drawSearch(view, q),
  ),
});

export const drawDone = (view: View, answer: Row): Page => ({
  title: deskWords[view.language].done,
  back: backToDesk(view),
  body: joined(
    notice('good', deskWords[view.language].doneNote),
    drawAnswer({ ...view, isWhole: true }, answer),
  ),
});

export const drawOver = (view: View): Page => ({
  title: deskWords[view.language].overTitle,
  back: ['/desk/proposals', view.words.proposals],
  body: notice('warn', deskWords[view.language].overNote),
  isNarrow: true,
});

/** Draws the page of a refusal. @param text text of the API, or of this page */
export const drawRefused = (view: View, text: string): Page => ({
  title: deskWords[view.language].refusedTitle,
  status: 422,
  back: backToDesk(view),
  body: notice('bad', saidIn(view.language, text)),
  isNarrow: true,
});

/** Draws the comparisons of a day, one for each PSP. */
export function drawBooks(view: View, day: string, answer: Row): Page {
  const words = deskWords[view.language];
  const days = answer.days as readonly Row[];
  return {
    title: words.booksOf(day),
    body: joined(
      h.form(
        { action: '/desk/books', class: 'card fields' },
        field({ name: 'day', label: words.day, value: day, type: 'date' }),
        h.p(button(words.find, 'plain')),
      ),
      days.length > 0 ? days.map((one) => drawDay(view, one)) : empty('file', words.noBooks),
    ),
  };
}

const counts = ['agree', 'on_their_way', 'waiting_for_a_person', 'unanswered', 'differences'];

/** Draws the comparison of a day with one PSP: its counts, and then the rest. */
function drawDay(view: View, one: Row): Html {
  const state = stateIn(view, 'state', String(one.state), one);
  const rest = Object.entries(one).filter(([name]) => !['psp', 'day', 'state', ...counts].includes(name));
  return joined(
    card(
      { title: h.bdi(String(one.psp)), more: state ? pill(state.tone, state.word) : '' },
      stats(counts.map((name) => [labelOf(view, name), String(one[name] ?? '')] as const)),
    ),
    drawAnswer(view, Object.fromEntries(rest)),
  );
}
