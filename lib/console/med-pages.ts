// Draws the reports of fraud about received payments (MED): the list with the next duties, nearest deadline first, and
// the page of one case with the defence and the notes of people (docs/med.md).

import { html } from 'hono/html';
import type { Identity } from '../access/tokens.ts';
import { findWithPolicy } from '../med-case/find-med-case.ts';
import { listMedCases, medQueryOf } from '../med-case/list-med-cases.ts';
import { medClock, presentMedCase } from '../med-case/present.ts';
import { amountIn, legalIdIn, timeIn } from '../receipt/words.ts';
import type { ReadDeps } from './deps.ts';
import { drawDefence, mayDefend } from './med-defence.ts';
import { listMedNotes, mayNote } from './med-notes.ts';
import { drawFacts, type Fact } from './page-parts.ts';
import type { Html, Page, View } from './shell.ts';

/** Maximum number of reports: the newest of the person's accounts. */
const casesMost = 200;

export async function loadMed(deps: ReadDeps, caller: Identity) {
  const { rows, next } = await listMedCases(deps, caller, medQueryOf({ limit: casesMost }));
  const clock = medClock(deps);
  const cases = rows.map((one) => presentMedCase(one, clock)).toSorted(nearestFirst);
  return { cases, isWhole: next === null };
}

type Shown = ReturnType<typeof presentMedCase>;
/**
 * Sorts by deadline. Cases without a duty come last. Cases with the same deadline keep their order, newest report
 * first.
 */
const nearestFirst = (one: Shown, other: Shown) => {
  const [first, second] = [
    one.next_duty ? (one.deadline ?? '') : '~',
    other.next_duty ? (other.deadline ?? '') : '~',
  ];
  return first === second ? 0 : first < second ? -1 : 1;
};

export function drawMed(
  view: View,
  { cases, isWhole }: Awaited<ReturnType<typeof loadMed>>,
  now: Date,
): Page {
  const { words, language } = view;
  return {
    title: words.med,
    body: html`<p class="soft">${words.medNote}</p>${isWhole ? '' : html`<p class="warn">${words.medMore}</p>`}${
      cases.length === 0
        ? html`<p>${words.noMed}</p>`
        : html`<table><thead><tr><th scope="col">${words.medDuty}</th><th scope="col">${words.deadline}</th><th scope="col" class="sum">${words.amount}</th><th scope="col">${words.oneAccount}</th><th scope="col">${words.status}</th></tr></thead>
<tbody>${cases.map(
            (one) => html`<tr><th scope="row"><a href="/console/med/${one.id}">${dutyOf(view, one)}</a></th>
<td data-name="${words.deadline}"${isLate(one, now) ? html` class="bad"` : ''}>${one.deadline ? timeIn(language, one.deadline) : ''}${isLate(one, now) ? html`<br>${words.late}` : ''}</td>
<td class="sum" data-name="${words.amount}">${amountIn(language, one.infraction_report_amount)}</td><td data-name="${words.oneAccount}">${one.account_branch_identifier}/${one.account_number}</td><td data-name="${words.status}">${words.medStatuses[one.status]}</td></tr>`,
          )}</tbody></table>`
    }`,
  };
}

/** Says what has to be done. After the defence was given, the analysis is not a duty of the company any more. */
function dutyOf({ words }: View, { next_duty: duty, defence }: Shown): string {
  if (!duty) return words.noDuty;
  const isGiven = duty === 'ANALYSE' && defence !== null && defence.state !== 'REFUSED';
  return isGiven ? words.defenceStates[defence.state] : words.medDuties[duty];
}
const isLate = ({ next_duty, deadline }: Shown, now: Date) =>
  next_duty !== null && deadline !== null && deadline < now.toISOString();

/** @param until only notes at or before this instant (ISO, UTC) */
export async function loadMedCase(deps: ReadDeps, caller: Identity, id: string, until: string | undefined) {
  const { row, policy } = await findWithPolicy(deps, caller, id);
  const by = row.defence?.by;
  const [listed, nameOf] = await Promise.all([
    listMedNotes(deps, id, until),
    deps.users.namesOf(by === undefined ? [] : [by]),
  ]);
  return {
    one: presentMedCase(row, medClock(deps)),
    ...listed,
    mayNote: mayNote(policy),
    mayDefend: mayDefend(row, policy, deps.now()),
    defender: by === undefined ? undefined : (nameOf(by) ?? undefined),
  };
}

type Loaded = Awaited<ReturnType<typeof loadMedCase>>;

const drawNotes = ({ words, language }: View, { one, notes, older, mayNote }: Loaded): Html =>
  html`<h2 id="notes">${words.medNotes}</h2>${notes.length === 0 ? '' : html`<ul>${notes.map(({ at, by, note }) => html`<li>${timeIn(language, at)}, <bdi>${by}</bdi>: <bdi>${note}</bdi></li>`)}</ul>`}${older ? html`<nav><a href="/console/med/${one.id}?until=${older}#notes">${words.older}</a></nav>` : ''}
${mayNote ? drawNoteForm(words, one.id) : ''}`;

const drawNoteForm = (words: View['words'], id: string): Html =>
  html`<form method="post" action="/console/med/${id}/note" class="card"><p><label for="note">${words.medNoteLabel}</label><br><input id="note" name="note" maxlength="200" required aria-describedby="about-note"></p><p class="soft" id="about-note">${words.medNoteHint}</p><button class="button plain">${words.medNoteAdd}</button></form>`;

export function drawMedCase(view: View, loaded: Loaded, now: Date): Page {
  const { one } = loaded;
  const { words, language } = view;
  const at = (instant: string | null) => instant && timeIn(language, instant);
  const lines: readonly Fact[] = [
    [words.medDuty, dutyOf(view, one)],
    [
      words.deadline,
      one.deadline && `${at(one.deadline)} (${words.zone})${isLate(one, now) ? `. ${words.late}` : ''}`,
    ],
    [words.status, words.medStatuses[one.status]],
    [words.reportedAmount, amountIn(language, one.infraction_report_amount)],
    [words.blockedAmount, one.blocked_amount > 0 ? amountIn(language, one.blocked_amount) : null],
    [words.returnedAmount, amountIn(language, one.refunded_amount)],
    [words.reportedAt, at(one.infraction_report_creation_datetime)],
    [words.reportDetails, one.infraction_report_details],
    [words.analysisDetails, one.analysis_details],
    [words.paidAmount, amountIn(language, one.transaction_amount)],
    [words.paidAt, at(one.transaction_datetime)],
    [words.payer, one.payer_name],
    [words.document, one.payer_legal_id && legalIdIn(one.payer_legal_id)],
    [words.endToEndId, one.end_to_end_id, 'id'],
    [words.id, one.id, 'id'],
  ];
  return {
    title: words.medCase,
    body: html`<section class="card">${drawFacts(lines)}</section>
${one.returns.length === 0 ? '' : html`<h2>${words.returnsOf}</h2><ul>${one.returns.map(({ amount, datetime, contest_deadline }) => html`<li>${amountIn(language, amount)}, ${at(datetime)}${contest_deadline ? html`. ${words.contestUntil} ${at(contest_deadline)}` : ''}</li>`)}</ul>`}
${drawDefence(view, one, loaded.defender, loaded.mayDefend)}
${drawNotes(view, loaded)}
<nav><a href="/console/accounts/${one.account_branch_identifier}/${one.account_number}">${words.oneAccount} ${one.account_branch_identifier}/${one.account_number}</a><a href="/console/med">${words.back}</a></nav>`,
  };
}
