// Draws the files of an account's statement, and the form that requests a file.

import type { Identity } from '../access/tokens.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { addDays, saoPauloDay } from '../base/time.ts';
import { fileForms } from '../export/file-form.ts';
import { listExports } from '../export/find-export.ts';
import { presentExport } from '../export/present-export.ts';
import { type Html, h, joined } from '../page/elements.ts';
import { momentIn } from '../page/formats.ts';
import { button, card, empty, field, form, notice, pill, rowLink, sub, table } from '../page/parts.ts';
import type { FileDeps } from './deps.ts';
import type { Page, View } from './shell.ts';

export const filesPath = '/console/files';
const monthsShown = 24;

export const loadFiles = async (deps: FileDeps, caller: Identity, ref: AccountRef) =>
  (await listExports(deps, caller, ref)).map(presentExport);

type Loaded = Awaited<ReturnType<typeof loadFiles>>;

/** Returns the current month in São Paulo and the months before it, as YYYY-MM. */
function monthsUntil(now: Date): string[] {
  const months = [saoPauloDay(now.toISOString()).slice(0, 7)];
  while (months.length < monthsShown) months.push(addDays(`${months.at(-1)}-01`, -1).slice(0, 7));
  return months;
}

/** Writes a month as MM/YYYY. */
const monthIn = (month: string) => `${month.slice(5)}/${month.slice(0, 4)}`;

/**
 * Draws the page.
 * @param told why the requested file is not made
 */
export function drawFiles(view: View, ref: AccountRef, files: Loaded, now: Date, told?: string): Page {
  const { words } = view;
  const at = `${ref.branch}/${ref.number}`;
  const isMaking = files.some(({ status }) => status === 'PROCESSING');
  return {
    title: `${words.filesOf} ${at}`,
    back: [`/console/accounts/${at}`, `${words.oneAccount} ${at}`],
    lead: words.filesNote,
    ...(told ? { status: 422 as const } : {}),
    body: joined(
      told && notice('bad', told),
      isMaking && h.p({ class: 'soft', 'data-awaits': true }, words.inProgress),
      card({}, drawForm(view, at, now)),
      files.length === 0 ? empty('file', words.noFiles) : drawMade(view, at, files),
    ),
  };
}

const drawForm = ({ words }: View, at: string, now: Date): Html =>
  form(
    `${filesPath}/${at}`,
    h.div(
      { class: 'fields' },
      field({
        name: 'month',
        label: words.month,
        options: monthsUntil(now).map((month) => [month, monthIn(month)]),
      }),
      field({
        name: 'format',
        label: words.format,
        options: fileForms.map((one) => [one, words.formats[one]]),
      }),
      h.p(button(words.makeFile)),
    ),
  );

const drawMade = (view: View, at: string, files: Loaded): Html =>
  card(
    { isFlush: true },
    table({
      label: view.words.files,
      columns: [[view.words.file, 'row'], [view.words.createdAt], [view.words.status, 'state']],
      rows: files.map((one) => drawFile(view, at, one)),
    }),
  );

function drawFile({ words, language, now }: View, at: string, one: Loaded[number]) {
  const { month, format, status, id, bytes, created_at, whole_month } = one;
  const name = `${monthIn(month)}, ${words.formats[format]}`;
  const state = {
    PROCESSING: pill('run', words.making),
    ERROR: pill('bad', words.notMade),
    SUCCESS: `${Math.ceil((bytes ?? 0) / 1_000)} kB`,
  }[status];
  return [
    joined(
      status === 'SUCCESS' ? rowLink(`${filesPath}/${at}/${id}`, name) : h.b(name),
      whole_month ? '' : sub(words.partOfMonth),
    ),
    momentIn(language, created_at, now),
    state,
  ];
}
