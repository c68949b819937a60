// Draws the pages of changes that need two operators: the form of a proposal, the list of proposals, and one proposal.

import { html } from 'hono/html';
import { drawStepUp } from '../console/passkey-pages.ts';
import type { Html, Page, View } from '../console/shell.ts';
import {
  type Field,
  inputsOf,
  isNullable,
  isRequired,
  type Offered,
  type Page as Where,
} from '../operating/call.ts';
import { timeIn } from '../receipt/words.ts';
import type { BegunStepUp, Proved } from '../sign-in/step-up.ts';
import { changeNamed, changesOn, formFieldsOf } from './change-forms.ts';
import { deskWords } from './desk-words.ts';
import { drawAnswer, labelOf } from './draw-answer.ts';
import { callIn, isOpen, type Proposal } from './proposal.ts';

/** Draws links to the forms of changes. @param known values that the page already knows, for the fields of the forms */
export function drawChanges(view: View, page: Where, known: Record<string, string>): Html {
  const words = deskWords[view.language];
  const link = (action: string) => `/desk/propose?${new URLSearchParams({ action, ...known })}`;
  return html`<section class="card"><h2>${words.changes}</h2><p class="soft">${words.proposeNote}</p>
<ul>${changesOn(page).map((one) => html`<li><a href="${link(one.action)}">${nameOf(view, one)}</a></li>`)}</ul></section>`;
}

const nameOf = ({ language }: View, { action, change }: Offered) => change?.[language] ?? action;

type Wrong = readonly { field: string; message: string }[];

/** Draws the form of a change. @param typed values of the fields. @param wrong why the last form was refused */
export function drawProposeForm(
  view: View,
  change: Offered,
  typed: URLSearchParams,
  wrong: Wrong = [],
): Page {
  const words = deskWords[view.language];
  return {
    title: `${words.propose}: ${nameOf(view, change)}`,
    ...(wrong.length > 0 ? { status: 422 as const } : {}),
    body: html`${wrong.length > 0 ? html`<div class="card" role="alert"><p class="bad">${words.wrongFields}</p><ul>${wrong.map(({ field, message }) => html`<li>${labelOf(view, field)}: ${message}</li>`)}</ul></div>` : ''}
<form method="post" action="/desk/propose" class="card"><p class="soft">${words.proposeNote}</p><input type="hidden" name="action" value="${change.action}">
${formFieldsOf(change).map(([name, field]) => drawField(view, name, field, typed))}<button class="button">${words.propose}</button></form>`,
    isNarrow: true,
  };
}

function drawField(view: View, name: string, field: Field, typed: URLSearchParams): Html {
  const words = deskWords[view.language];
  return html`${inputsOf(name, field).map(([key, { input = key, choices, read }]) => {
    const value = typed.get(input) ?? '';
    const label = html`<label for="${input}">${labelOf(view, key)}</label>`;
    if (choices) return html`<p>${label}<br>${drawChoice(input, choices, value)}</p>`;
    const hint = read?.hint ? words[read.hint] : isNullable(field) ? words.noneHint : '';
    const named = html`id="${input}" name="${input}"`;
    const box = read?.rows
      ? html`<textarea ${named} rows="${read.rows}">${value}</textarea>`
      : html`<input ${named} value="${value}" autocomplete="off"${isRequired(field) && !isNullable(field) && !read?.isList ? html` required` : ''}>`;
    return html`<p>${label} <span class="soft">${hint}</span><br>${box}</p>`;
  })}`;
}

const drawChoice = (name: string, choices: readonly string[], chosen: string): Html =>
  html`<select id="${name}" name="${name}">${choices.map((one) => html`<option${one === chosen ? html` selected` : ''}>${one}</option>`)}</select>`;

const stateOf = (proposal: Proposal, now: Date) =>
  proposal.state === 'open' && !isOpen(proposal, now) ? 'over' : proposal.state;
function nameOfCall(view: View, proposal: Proposal): string {
  const { action } = callIn(proposal);
  return nameOf(view, changeNamed(action) ?? { action, fields: {} });
}

export function drawProposals(view: View, proposals: readonly Proposal[], now: Date): Html {
  const words = deskWords[view.language];
  if (proposals.length === 0) return html`<p>${words.noProposals}</p>`;
  return html`<table><thead><tr><th scope="col">${words.proposal}</th><th scope="col">${words.proposedBy}</th><th scope="col">${labelOf(view, 'at')}</th><th scope="col">${words.state}</th></tr></thead>
<tbody>${proposals.map(
    (
      one,
    ) => html`<tr><th scope="row"><a href="/desk/proposals/${one.id}">${nameOfCall(view, one)}</a></th><td data-name="${words.proposedBy}"><bdi>${one.by}</bdi></td>
<td data-name="${labelOf(view, 'at')}">${timeIn(view.language, one.at)}</td><td data-name="${words.state}">${words.states[stateOf(one, now)]}</td></tr>`,
  )}</tbody></table>`;
}

/** `isOwn`: the operator is the proposer. `step`: present only for a confirmation. `before`: what would be replaced. */
type Seen = {
  isOwn: boolean;
  now: Date;
  step?: BegunStepUp;
  before?: Record<string, unknown> | undefined;
  wrong?: Proved['kind'] | 'changed' | undefined;
};

export function drawProposal(
  view: View,
  proposal: Proposal,
  { isOwn, now, step, before, wrong }: Seen,
): Page {
  const words = deskWords[view.language];
  const { id, at, by, decidedAt, decidedBy } = proposal;
  const state = stateOf(proposal, now);
  const { action: _, target, ...given } = callIn(proposal) as Record<string, unknown>;
  // An empty field removes something. The operator who confirms must see that, too.
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
  const all = Object.entries({ ...(target as object | undefined), ...given });
  const shown = Object.fromEntries(
    all.map(([name, value]) => [name, isEmpty(value) ? words.nothing : value]),
  );
  const asked = {
    title: words.confirm,
    action: '/desk/decide',
    button: words.confirmDo,
    byPasskey: words.confirmByPasskey,
  };
  return {
    title: `${words.proposal}: ${nameOfCall(view, proposal)}`,
    body: html`${wrong === 'changed' ? html`<p class="bad" role="alert">${words.changed}</p>` : ''}<section class="card">${drawAnswer(view, shown)}</section>
<dl><dt>${words.proposedBy}</dt><dd><bdi>${by}</bdi>, ${timeIn(view.language, at)}</dd><dt>${words.state}</dt><dd>${words.states[state]}${decidedBy && decidedAt ? html`: <bdi>${decidedBy}</bdi>, ${timeIn(view.language, decidedAt)}` : ''}</dd></dl>
${before ? html`<section><h2>${words.before}</h2>${drawAnswer(view, before)}</section>` : ''}
${state === 'open' ? (step ? drawStepUp(view, asked, step, wrong === 'changed' ? undefined : wrong) : drawNext(view, id, isOwn)) : ''}`,
  };
}

function drawNext(view: View, id: string, isOwn: boolean): Html {
  const words = deskWords[view.language];
  const [to, button] = isOwn ? ['withdraw', words.withdraw] : ['confirm', words.confirm];
  return html`${isOwn ? html`<p>${words.own}</p>` : ''}<form method="post" action="/desk/proposals/${id}/${to}"><button class="button${isOwn ? ' plain' : ''}">${button}</button></form>`;
}
