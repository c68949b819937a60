// Draws the page about one thing: its answers, its history, and the possible acts.

import { drawCode } from '../console/page-parts.ts';
import type { Page, View } from '../console/shell.ts';
import { type Content, type Html, h, joined } from '../page/elements.ts';
import { button, buttonLink, field, form, hidden, pill } from '../page/parts.ts';
import { deskWords } from './desk-words.ts';
import { drawAnswer } from './draw-answer.ts';
import { isEmpty, labelOf, type Row, type Shown } from './draw-value.ts';
import { stateIn } from './value-words.ts';

export const backToDesk = ({ words }: View) => ['/desk', words.desk] as const;

/**
 * A page about one thing. `answers`: each under a title, which is empty if the page's title is enough.
 * `beside`: stands beside the answers, with the histories. `isWhole`: nothing is folded.
 */
type Thing = Pick<Page, 'title' | 'lead' | 'back' | 'acts'> & {
  answers: readonly (readonly [title: string, answer: Row])[];
  beside?: Content;
  isWhole?: boolean;
};

export function drawThing(view: View, { answers, beside, isWhole = false, ...page }: Thing): Page {
  const shown: Shown = { ...view, isWhole };
  const histories = answers.flatMap(([, { timeline }]) => (timeline ? [{ timeline }] : []));
  const main = answers.map(([name, { timeline: _, ...answer }]) => drawAnswer(shown, answer, name));
  const aside = [histories.map((history) => drawAnswer(shown, history)), beside];
  const hasAside = histories.length > 0 || beside;
  return {
    back: backToDesk(view),
    ...page,
    body: hasAside
      ? h.div({ class: 'columns' }, h.div({ class: 'stack' }, main), h.div({ class: 'stack' }, aside))
      : joined(main),
  };
}

/** Draws the state of a thing, and the person or company that it is about. */
export function drawLead(view: View, answer: Row): Html {
  const { status, state, active, frozen_since: frozen, holder, payee, payer_name: payer } = answer;
  const [name, given] = isEmpty(status) ? ['state', state] : ['status', status];
  const shown = isEmpty(given) ? undefined : stateIn(view, name, String(given), answer);
  const payeeName = (payee as Row | undefined)?.name;
  const person = [holder, payeeName, payer].find((one) => !isEmpty(one));
  return joined(
    shown ? [pill(shown.tone, h.bdi(shown.word)), ' '] : '',
    active === false ? [pill('over', deskWords[view.language].ended), ' '] : '',
    isEmpty(frozen) ? '' : [pill('bad', labelOf(view, 'frozen')), ' '],
    isEmpty(person) ? '' : h.bdi(String(person)),
  );
}

/** Draws the form of a freeze, folded. @param target what is frozen: kind and id */
export function drawFreeze(view: View, target: { kind: string; id: string }): Html {
  const words = deskWords[view.language];
  return h.details(
    { class: 'card' },
    h.summary(h.span({ class: 'bad' }, words.freeze)),
    h.p({ class: 'soft' }, words.freezeNote),
    form(
      '/desk/freeze',
      hidden(target),
      field({ name: 'reason', label: words.reason, more: { maxlength: 200 } }),
      drawCode(view, 'code'),
      h.p(button(words.freeze, 'danger')),
    ),
  );
}

/** Draws links to other pages about the same thing. */
export function drawMore(view: View, kind: string, id: string, hasFlight: boolean): Html {
  const words = deskWords[view.language];
  const about = new URLSearchParams({ kind, id });
  return joined(
    hasFlight ? buttonLink(`/desk/flight?${about}`, words.inFlight) : '',
    buttonLink(`/desk/audit?${about}`, words.audit),
  );
}
