// Draws the list of incidents, and one incident with the acts on it.

import { drawCode } from '../console/page-parts.ts';
import type { Page, View } from '../console/shell.ts';
import { type Content, type Html, h, joined } from '../page/elements.ts';
import { momentIn } from '../page/formats.ts';
import { button, buttonLink, card, empty, field, form, pill, rowLink, sub, table } from '../page/parts.ts';
import { deskWords } from './desk-words.ts';
import { isEmpty, labelOf, type Row } from './draw-value.ts';
import { drawThing } from './thing-page.ts';
import { valueWord } from './value-words.ts';

type Incident = Readonly<{ id: string }> & Row;
export type Listed = { total: number; incidents: readonly Incident[] };

export function drawIncidentList(view: View, listed: Listed, isWhole: boolean): Page {
  const words = deskWords[view.language];
  const { total, incidents } = listed;
  return {
    title: view.words.incidents,
    ...(total > incidents.length ? { lead: words.moreIncidents(incidents.length, total) } : {}),
    ...(isWhole ? {} : { acts: buttonLink('/desk/incidents?all=1', words.allIncidents) }),
    body:
      total === 0
        ? empty('check', words.noIncidents, words.noIncidentsNote)
        : card({ isFlush: true }, drawIncidentRows(view, listed)),
  };
}

export function drawIncidentRows(view: View, { incidents }: Listed): Html {
  return table({
    label: view.words.incidents,
    columns: [
      [labelOf(view, 'incident'), 'row'],
      [view.words.about],
      [labelOf(view, 'details'), 'bare'],
      [labelOf(view, 'taken_by')],
      [labelOf(view, 'at'), 'time'],
      [labelOf(view, 'state'), 'state'],
    ],
    rows: incidents.map((incident) => drawIncidentRow(view, incident)),
  });
}

function drawIncidentRow(view: View, { id, ...row }: Incident): Content[] {
  const text = (value: unknown) => (isEmpty(value) ? '' : h.bdi(String(value)));
  const about = ['account', 'cashout_id', 'chargeback_id']
    .filter((name) => !isEmpty(row[name]))
    .map((name) => `${labelOf(view, name)} ${row[name]}`);
  return [
    joined(
      rowLink(`/desk/incidents/${encodeURIComponent(id)}`, valueWord(view, 'kind', String(row.kind))),
      sub(h.bdi(id)),
    ),
    text(about.join(' · ')),
    text(row.details),
    text(row.taken_by),
    isEmpty(row.at) ? '' : momentIn(view.language, String(row.at), view.now),
    drawIncidentState(view, row),
  ];
}

function drawIncidentState({ language }: View, row: Row): Html {
  const { incidentStates: said } = deskWords[language];
  if (!isEmpty(row.closed_at)) return pill('over', said.closed);
  return isEmpty(row.taken_by) ? pill('wait', said.open) : pill('run', said.taken);
}

/** Draws the page of an incident, with the acts on an open one. */
export function drawIncident(view: View, id: string, answer: Row): Page {
  const words = deskWords[view.language];
  const path = `/desk/incidents/${encodeURIComponent(id)}`;
  const isOpen = answer.closed_at === null;
  return drawThing(view, {
    title: valueWord(view, 'kind', String(answer.kind)),
    lead: joined(drawIncidentState(view, answer), ' ', h.span({ class: 'id' }, id)),
    back: ['/desk/incidents', view.words.incidents],
    ...(isOpen ? { acts: form(`${path}/take`, button(words.take, 'plain')) } : {}),
    answers: [['', { ...answer, incident: null, kind: null }]],
    beside: isOpen ? drawClosing(view, path) : '',
  });
}

function drawClosing(view: View, path: string): Html {
  const words = deskWords[view.language];
  return card(
    { title: words.close },
    form(
      `${path}/close`,
      field({ name: 'note', label: words.closeNote, more: { maxlength: 500 } }),
      drawCode(view, 'code'),
      h.p(button(words.close)),
    ),
  );
}
