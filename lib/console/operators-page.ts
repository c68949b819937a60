// What operators of the service have looked at and changed, for the company that it is about. Who they are stays in the audit.

import { html } from 'hono/html';
import type { Identity } from '../access/tokens.ts';
import { type AuditEntry, subjectKey } from '../operating/audit.ts';
import { timeIn } from '../receipt/words.ts';
import type { ReadDeps } from './deps.ts';
import type { Html, Page, View } from './shell.ts';

const entriesMost = 200;
const looking = ['show', 'list'];

/** One entry for each call: its end, or its beginning if it has no end. */
export async function loadOperators({ audit }: ReadDeps, { companyId }: Identity): Promise<AuditEntry[]> {
  const entries = await audit.list(subjectKey({ kind: 'company', id: companyId }), entriesMost);
  const ended = new Set(entries.filter(({ state }) => state !== 'asked').map(({ id }) => id));
  return entries.filter(({ id, state }) => state !== 'asked' || !ended.has(id));
}

export function drawOperators(view: View, entries: readonly AuditEntry[]): Page {
  const { words, language } = view;
  return {
    title: words.operators,
    body: html`<p class="soft">${words.operatorsNote}</p>${
      entries.length === 0
        ? html`<p>${words.noOperators}</p>`
        : html`<table><thead><tr><th scope="col">${words.when}</th><th scope="col">${words.what}</th><th scope="col">${words.about}</th></tr></thead>
<tbody>${entries.map((entry) => html`<tr><th scope="row">${timeIn(language, entry.at)}</th><td data-name="${words.what}">${drawWhat(view, entry)}</td><td data-name="${words.about}"><bdi>${aboutOf(entry)}</bdi></td></tr>`)}</tbody></table>`
    }`,
  };
}

function drawWhat({ words }: View, { action, state }: AuditEntry): Html {
  const [noun = '', verb = ''] = action.split(' ');
  const nouns: Readonly<Record<string, string>> = words.operatorNouns;
  const done = looking.includes(verb) ? words.operatorLooked : words.operatorChanged;
  return html`${state === 'refused' ? words.operatorRefused : done}: ${nouns[noun] ?? action}`;
}

/** The account or the client that the call names. */
function aboutOf({ details }: AuditEntry): string {
  const { account, client } = details;
  return String(account ?? client ?? '');
}
