// Draws the pages of the operators' desk that show something: the home page, what was found, and what was done.

import { html } from 'hono/html';
import { drawCode } from '../console/page-parts.ts';
import { saidIn } from '../console/refusals.ts';
import type { Html, Page, View } from '../console/shell.ts';
import { drawProposals } from './change-pages.ts';
import { deskWords } from './desk-words.ts';
import { drawAnswer, drawTable } from './draw-answer.ts';
import type { Proposal } from './proposal.ts';

type Answer = Readonly<Record<string, unknown>>;
export type Listed = { total: number; incidents: readonly { id: string }[] };

const drawSearch = (view: View, q: string): Html => {
  const words = deskWords[view.language];
  return html`<form action="/desk/find" role="search" class="card"><p><label for="q">${words.findLabel}</label><br><input id="q" name="q" value="${q}" maxlength="300" autocomplete="off" required aria-describedby="about-q"> <button class="button">${words.find}</button></p>
<p class="soft" id="about-q">${words.findNote} ${words.audited}</p></form>`;
};

const drawIncidents = (view: View, { total, incidents }: Listed): Html => {
  const words = deskWords[view.language];
  if (total === 0) return html`<p>${words.noIncidents}</p>`;
  const rows = incidents.map(({ id, ...row }) => ({ incident: id, ...row }));
  return html`${total > rows.length ? html`<p>${words.moreIncidents(rows.length, total)}</p>` : ''}${drawTable(view, rows)}`;
};

export function drawHome(view: View, listed: Listed, proposals: readonly Proposal[], now: Date): Page {
  const words = deskWords[view.language];
  return {
    title: view.words.desk,
    body: html`${drawSearch(view, '')}
<h2>${words.openIncidents}</h2>${drawIncidents(view, listed)}
<h2>${words.openProposals}</h2>${drawProposals(view, proposals, now)}`,
  };
}

export function drawIncidentList(view: View, listed: Listed, isWhole: boolean): Page {
  const words = deskWords[view.language];
  return {
    title: view.words.incidents,
    body: html`${isWhole ? '' : html`<p><a href="/desk/incidents?all=1">${words.allIncidents}</a></p>`}${drawIncidents(view, listed)}`,
  };
}

export const drawNothingFound = (view: View, q: string): Page => ({
  title: deskWords[view.language].find,
  body: html`<p role="status">${deskWords[view.language].notFound}</p>${drawSearch(view, q)}`,
});

/** Draws a page about one thing: its answers, each under a title, and the possible actions. */
export const drawThing = (
  view: View,
  title: string,
  answers: readonly (readonly [title: string, answer: Answer])[],
  more: Html | string = '',
): Page => ({
  title,
  body: html`${answers.map(([name, answer]) => html`<section>${name ? html`<h2>${name}</h2>` : ''}${drawAnswer(view, answer)}</section>`)}${more}`,
});

/** Draws the form of a freeze. @param target what is frozen: kind and id */
export function drawFreeze(view: View, target: { kind: string; id: string }): Html {
  const words = deskWords[view.language];
  const hidden = Object.entries(target).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="/desk/freeze" class="card"><h2>${words.freeze}</h2><p class="soft">${words.freezeNote}</p>${hidden}
<p><label for="reason">${words.reason}</label><br><input id="reason" name="reason" maxlength="200" required></p>${drawCode(view, 'code')}<button class="button plain">${words.freeze}</button></form>`;
}

/** Draws links to other pages about the same thing. */
export function drawMore(view: View, kind: string, id: string, hasFlight: boolean): Html {
  const words = deskWords[view.language];
  const about = new URLSearchParams({ kind, id });
  return html`<nav>${hasFlight ? html`<a href="/desk/flight?${about}">${words.inFlight}</a>` : ''}<a href="/desk/audit?${about}">${words.audit}</a></nav>`;
}

export function drawIncidentActs(view: View, id: string): Html {
  const words = deskWords[view.language];
  const path = `/desk/incidents/${encodeURIComponent(id)}`;
  return html`<form method="post" action="${path}/take"><button class="button plain">${words.take}</button></form>
<form method="post" action="${path}/close" class="card"><h2>${words.close}</h2><p><label for="note">${words.closeNote}</label><br><input id="note" name="note" maxlength="500" required></p>${drawCode(view, 'code')}<button class="button">${words.close}</button></form>`;
}

export const drawDone = (view: View, answer: Answer): Page => ({
  title: deskWords[view.language].done,
  body: html`<p>${deskWords[view.language].doneNote}</p><section class="card">${drawAnswer(view, answer)}</section>`,
});

export const drawOver = (view: View): Page => ({
  title: deskWords[view.language].overTitle,
  body: html`<div class="card"><p>${deskWords[view.language].overNote}</p></div>`,
  isNarrow: true,
});

/** Draws the page of a refusal. @param text text of the API, or of this page */
export const drawRefused = (view: View, text: string): Page => ({
  title: deskWords[view.language].refusedTitle,
  status: 422,
  body: html`<div class="card"><p class="bad" role="alert">${saidIn(view.language, text)}</p></div>`,
  isNarrow: true,
});

/** Draws the comparisons of a day, one for each PSP. */
export function drawBooks(view: View, day: string, answer: Answer): Page {
  const words = deskWords[view.language];
  const days = answer.days as readonly Answer[];
  return {
    title: words.booksOf(day),
    body: html`<form action="/desk/books" class="card"><p><label for="day">${words.day}</label><br><input id="day" name="day" type="date" value="${day}" required> <button class="button plain">${words.find}</button></p></form>
${days.length > 0 ? days.map((one) => html`<section>${drawAnswer(view, one)}</section>`) : html`<p>${words.noBooks}</p>`}`,
  };
}
