// Draws the reports of fraud about received payments (MED): the list with the next duties, nearest deadline first, and
// the page of one case with the defence and the notes of people (docs/med.md).

import type { Identity } from '../access/tokens.ts';
import { findWithPolicy } from '../med-case/find-med-case.ts';
import { listMedCases, medQueryOf } from '../med-case/list-med-cases.ts';
import { medClock, presentMedCase } from '../med-case/present.ts';
import { type Html, h, joined } from '../page/elements.ts';
import { amountIn, legalIdIn, minuteIn, momentIn } from '../page/formats.ts';
import {
  button,
  card,
  empty,
  facts,
  field,
  form,
  notice,
  pages,
  pill,
  rowLink,
  sub,
  table,
} from '../page/parts.ts';
import type { ReadDeps } from './deps.ts';
import { drawDefence, mayDefend } from './med-defence.ts';
import { listMedNotes, mayNote, noteMost } from './med-notes.ts';
import { copied } from './page-parts.ts';
import type { Page, View } from './shell.ts';

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
  const { words } = view;
  return {
    title: words.med,
    lead: words.medNote,
    body: joined(
      isWhole ? '' : notice('warn', words.medMore),
      cases.length === 0
        ? empty('shield', words.noMed)
        : card(
            { isFlush: true },
            table({
              label: words.med,
              columns: [
                [words.medDuty, 'row'],
                [words.deadline],
                [words.oneAccount, 'late'],
                [words.status, 'state'],
                [words.amount, 'main sum'],
              ],
              rows: cases.map((one) => drawRow(view, one, now)),
            }),
          ),
    ),
  };
}

function drawRow(view: View, one: Shown, now: Date) {
  const { words, language } = view;
  const deadline = one.deadline ? momentIn(language, one.deadline, now) : '';
  return [
    rowLink(`/console/med/${one.id}`, dutyOf(view, one)),
    isLate(one, now) ? h.span({ class: 'bad' }, deadline, sub(words.late)) : deadline,
    `${one.account_branch_identifier}/${one.account_number}`,
    pill(one.next_duty ? 'wait' : 'over', words.medStatuses[one.status]),
    amountIn(language, one.infraction_report_amount),
  ];
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

function drawNotes({ words, language, now }: View, { one, notes, older, mayNote }: Loaded): Html {
  return card(
    { title: words.medNotes, id: 'notes' },
    notes.length === 0
      ? ''
      : h.ul(
          { class: 'list' },
          notes.map(({ at, by, note }) =>
            h.li(h.span(h.bdi(note), sub(momentIn(language, at, now), ' · ', h.bdi(by)))),
          ),
        ),
    pages(words.pages, [[older ? `/console/med/${one.id}?until=${older}#notes` : null, words.older]]),
    mayNote ? drawNoteForm(words, one.id) : '',
  );
}

const drawNoteForm = (
  words: View['words'],
  id: string,
  again: { value?: string; wrong?: string } = {},
): Html =>
  form(
    `/console/med/${id}/note`,
    field({
      name: 'note',
      label: words.medNoteLabel,
      hint: words.medNoteHint,
      ...again,
      more: { maxlength: noteMost },
    }),
    h.p(button(words.medNoteAdd, 'plain')),
  );

/** Draws the form of a note again. @param why why the note was not kept */
export const drawNoteAgain = (
  { words }: View,
  id: string,
  value: string,
  why: 'medNoteWrong' | 'medNoteLacks',
): Page => ({
  title: words.medNotes,
  back: [`/console/med/${id}`, words.medCase],
  body: drawNoteForm(words, id, { value, wrong: words[why] }),
  isNarrow: true,
  status: 422,
});

export function drawMedCase(view: View, loaded: Loaded, now: Date): Page {
  const { one } = loaded;
  const { words, language } = view;
  const account = `${one.account_branch_identifier}/${one.account_number}`;
  const deadline = one.deadline && `${minuteIn(language, one.deadline)} (${words.zone})`;
  return {
    title: words.medCase,
    back: ['/console/med', words.medShort],
    lead: joined(
      pill(one.next_duty ? 'wait' : 'over', words.medStatuses[one.status]),
      ` ${dutyOf(view, one)}`,
    ),
    body: joined(
      isLate(one, now) ? notice('bad', words.late) : '',
      card(
        {},
        facts([
          [words.medDuty, dutyOf(view, one)],
          [words.deadline, deadline],
          [words.reportedAmount, amountIn(language, one.infraction_report_amount)],
          [words.blockedAmount, one.blocked_amount > 0 && amountIn(language, one.blocked_amount)],
          [words.returnedAmount, amountIn(language, one.refunded_amount)],
          [words.reportedAt, at(view, one.infraction_report_creation_datetime)],
          [words.reportDetails, one.infraction_report_details],
          [words.analysisDetails, one.analysis_details],
          [words.oneAccount, h.a({ href: `/console/accounts/${account}` }, account), 'whole'],
        ]),
      ),
      drawPaid(view, one),
      drawReturns(view, one),
      drawDefence(view, one, loaded.defender, loaded.mayDefend),
      drawNotes(view, loaded),
    ),
  };
}

const at = ({ language }: View, instant: string | null) => instant && minuteIn(language, instant);

/** Draws the payment that was reported. */
const drawPaid = (view: View, one: Shown): Html => {
  const { words, language } = view;
  return card(
    { title: words.paymentPart },
    facts([
      [words.paidAmount, amountIn(language, one.transaction_amount)],
      [words.paidAt, at(view, one.transaction_datetime)],
      [words.payer, one.payer_name],
      [words.document, one.payer_legal_id && legalIdIn(one.payer_legal_id)],
      [words.endToEndId, one.end_to_end_id && copied(view, one.end_to_end_id)],
      [words.id, copied(view, one.id)],
    ]),
  );
};

function drawReturns(view: View, { returns }: Shown): Html | '' {
  if (returns.length === 0) return '';
  const { words, language } = view;
  return card(
    { title: words.returnsOf },
    h.ul(
      { class: 'list' },
      returns.map(({ amount, datetime, contest_deadline: until }) =>
        h.li(
          h.span(at(view, datetime), until ? sub(`${words.contestUntil} ${minuteIn(language, until)}`) : ''),
          h.b({ class: 'sum' }, amountIn(language, amount)),
        ),
      ),
    ),
  );
}
