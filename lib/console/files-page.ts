// Draws the files of an account's statement, and the form that requests a file.

import { html } from 'hono/html';
import type { Identity } from '../access/tokens.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { addDays, saoPauloDay } from '../base/time.ts';
import { fileForms } from '../export/file-form.ts';
import { listExports } from '../export/find-export.ts';
import { presentExport } from '../export/present-export.ts';
import { timeIn } from '../receipt/words.ts';
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
    ...(told ? { status: 422 as const } : {}),
    body: html`${told ? html`<p class="bad" role="alert">${told}</p>` : ''}${isMaking ? html`<p class="soft" data-awaits>${words.inProgress}</p>` : ''}
<form method="post" action="${filesPath}/${at}" class="fields card">
<p><label for="month">${words.month}</label><br><select id="month" name="month">${monthsUntil(now).map((month) => html`<option value="${month}">${month.slice(5)}/${month.slice(0, 4)}</option>`)}</select></p>
<p><label for="format">${words.format}</label><br><select id="format" name="format">${fileForms.map((form) => html`<option value="${form}">${words.formats[form]}</option>`)}</select></p>
<button class="button">${words.makeFile}</button></form>
${files.length === 0 ? '' : html`<table><thead><tr><th scope="col">${words.file}</th><th scope="col">${words.createdAt}</th><th scope="col">${words.status}</th></tr></thead><tbody>${files.map((one) => drawFile(view, at, one))}</tbody></table>`}
<p class="soft">${words.filesNote}</p><nav><a href="/console/accounts/${at}">${words.back}</a></nav>`,
  };
}

function drawFile({ words, language }: View, at: string, one: Loaded[number]) {
  const { month, format, status, id, bytes, created_at, whole_month } = one;
  const name = html`${month.slice(5)}/${month.slice(0, 4)}, ${words.formats[format]}`;
  const part = whole_month ? '' : html`<br><span class="soft">${words.partOfMonth}</span>`;
  const state =
    status === 'PROCESSING'
      ? words.making
      : status === 'ERROR'
        ? html`<span class="bad">${words.notMade}</span>`
        : `${Math.ceil((bytes ?? 0) / 1_000)} kB`;
  return html`<tr><th scope="row">${status === 'SUCCESS' ? html`<a href="${filesPath}/${at}/${id}">${name}</a>` : name}${part}</th>
<td data-name="${words.createdAt}">${timeIn(language, created_at)}</td><td data-name="${words.status}">${state}</td></tr>`;
}
