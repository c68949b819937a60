// Draws the pages of changes that need two operators: the list of proposals, and one proposal.

import { drawStepUp } from '../console/passkey-pages.ts';
import type { Page, View } from '../console/shell.ts';
import { type Html, h, joined } from '../page/elements.ts';
import { momentIn, timeIn } from '../page/formats.ts';
import {
  button,
  card,
  empty,
  facts,
  form,
  notice,
  pill,
  rowLink,
  sub,
  type Tone,
  table,
} from '../page/parts.ts';
import type { BegunStepUp, Proved } from '../sign-in/step-up.ts';
import { changeNamed } from './change-forms.ts';
import { deskWords } from './desk-words.ts';
import { drawAnswer } from './draw-answer.ts';
import { labelOf } from './draw-value.ts';
import { callIn, isOpen, type Proposal } from './proposal.ts';
import { nameOf } from './propose-pages.ts';

type State = Proposal['state'] | 'over';
const tones: Readonly<Record<State, Tone>> = {
  open: 'wait',
  confirmed: 'good',
  withdrawn: 'over',
  over: 'over',
};

const stateOf = (proposal: Proposal, now: Date): State =>
  proposal.state === 'open' && !isOpen(proposal, now) ? 'over' : proposal.state;
const drawState = ({ language }: View, state: State): Html =>
  pill(tones[state], deskWords[language].states[state]);
function nameOfCall(view: View, proposal: Proposal): string {
  const { action } = callIn(proposal);
  return nameOf(view, changeNamed(action) ?? { action, fields: {} });
}

/** Draws the list of proposals. */
export function drawProposals(view: View, proposals: readonly Proposal[], now: Date): Html {
  const words = deskWords[view.language];
  return proposals.length === 0
    ? empty('people', words.noProposals, words.noProposalsNote)
    : card({ isFlush: true }, drawProposalRows(view, proposals, now));
}

export function drawProposalRows(view: View, proposals: readonly Proposal[], now: Date): Html {
  const words = deskWords[view.language];
  return table({
    label: view.words.proposals,
    columns: [
      [words.proposal, 'row'],
      [words.proposedBy],
      [labelOf(view, 'at'), 'time'],
      [words.state, 'state'],
    ],
    rows: proposals.map((one) => [
      rowLink(`/desk/proposals/${one.id}`, nameOfCall(view, one)),
      h.bdi(one.by),
      momentIn(view.language, one.at, now),
      drawState(view, stateOf(one, now)),
    ]),
  });
}

/**
 * `isOwn`: the operator is the proposer. `step`: present only for a confirmation. `before`: what would be
 * replaced.
 */
type Seen = {
  isOwn: boolean;
  now: Date;
  step?: BegunStepUp;
  before?: Record<string, unknown> | undefined;
  wrong?: Proved['kind'] | 'changed' | undefined;
};

export function drawProposal(view: View, proposal: Proposal, seen: Seen): Page {
  const words = deskWords[view.language];
  const { now, before, wrong } = seen;
  const state = stateOf(proposal, now);
  return {
    title: `${words.proposal}: ${nameOfCall(view, proposal)}`,
    lead: drawState(view, state),
    back: ['/desk/proposals', view.words.proposals],
    body: joined(
      wrong === 'changed' ? notice('bad', words.changed) : '',
      h.div(
        { class: 'columns' },
        h.div(
          { class: 'stack' },
          drawAnswer({ ...view, isWhole: true }, shownIn(view, proposal), words.changes),
          before ? joined(h.h2(words.before), drawAnswer(view, before)) : '',
        ),
        h.div(
          { class: 'stack' },
          drawPeople(view, proposal),
          state === 'open' ? drawDecision(view, proposal, seen) : '',
        ),
      ),
    ),
  };
}

/**
 * Returns the fields of the proposed call. An empty field removes something, which the second operator must
 * see, too.
 */
function shownIn({ language }: View, proposal: Proposal): Record<string, unknown> {
  const { action: _, target, ...given } = callIn(proposal) as Record<string, unknown>;
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
  const all = Object.entries({ ...(target as object | undefined), ...given });
  return Object.fromEntries(
    all.map(([name, value]) => [name, isEmpty(value) ? deskWords[language].nothing : value]),
  );
}

function drawPeople(view: View, { by, at, state, decidedBy, decidedAt }: Proposal): Html {
  const words = deskWords[view.language];
  const said = (who: string, when: string) => joined(h.bdi(who), sub(timeIn(view.language, when)));
  return card(
    {},
    facts([
      [words.proposedBy, said(by, at)],
      [words.states[state], decidedBy && decidedAt && said(decidedBy, decidedAt)],
    ]),
  );
}

/** Draws the step-up for the confirmation, or the button that leads to it, or the button that withdraws. */
function drawDecision(view: View, { id }: Proposal, { step, isOwn, wrong }: Seen): Html {
  const words = deskWords[view.language];
  if (step) {
    const asked = {
      title: words.confirm,
      action: '/desk/decide',
      button: words.confirmDo,
      byPasskey: words.confirmByPasskey,
    };
    return drawStepUp(view, asked, step, wrong === 'changed' ? undefined : wrong);
  }
  const path = `/desk/proposals/${id}`;
  return isOwn
    ? card({}, h.p(words.own), form(`${path}/withdraw`, button(words.withdraw, 'danger')))
    : card({}, h.p(words.proposeNote), form(`${path}/confirm`, button(words.confirm)));
}
