// Draws the common parts of every page of the console: the head, the header with the person's name, and the main part.

import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { PersonAudience } from '../access/tokens.ts';
import type { Language } from '../receipt/words.ts';
import { assetOf } from './assets-handler.ts';
import { type ConsoleWords, consoleWords } from './words.ts';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/**
 * The context in which a page is drawn. `person`: absent if nobody is signed in. `path`: the page's path. `here`: the
 * address to return to. `keys`: whether shortcuts are on. `hasSandbox`: whether the stage has a sandbox.
 */
export type View = {
  language: Language;
  words: ConsoleWords;
  path: string;
  here: string;
  person?: { name: string; company: string; hasChoice: boolean; room: PersonAudience } | undefined;
  keys?: 'on' | 'off';
  hasSandbox?: boolean;
};

export const viewOf = (
  language: Language,
  at: Pick<View, 'path' | 'here'>,
  person?: View['person'],
): View => ({
  language,
  words: consoleWords[language],
  ...at,
  person,
});

/** A page. `status`: 422 if a form must be filled in again, 403 if the person must first give a code. */
export type Page = { title: string; body: Html; isNarrow?: boolean; status?: 403 | 422 };

type Sections = readonly (readonly [path: string, name: keyof ConsoleWords & Named])[];
/** The names of the words that are plain text. */
type Named = {
  [Name in keyof ConsoleWords]: ConsoleWords[Name] extends string ? Name : never;
}[keyof ConsoleWords];
const sections: Readonly<Record<PersonAudience, Sections>> = {
  console: [
    ['/console', 'waiting'],
    ['/console/payments', 'payments'],
    ['/console/batches', 'batches'],
    ['/console/accounts', 'accounts'],
    ['/console/new', 'newPayment'],
    ['/console/med', 'medShort'],
  ],
  desk: [
    ['/desk', 'desk'],
    ['/desk/incidents', 'incidents'],
    ['/desk/proposals', 'proposals'],
    ['/desk/networks', 'networks'],
    ['/desk/books', 'books'],
  ],
};
const ofSandbox: Sections = [['/console/sandbox', 'sandbox']];

/**
 * Draws a page.
 * @param requestId id of the request in the log; only for errors
 */
export function drawPage(
  { words, path: at, here, person, keys, hasSandbox }: View,
  { title, body, isNarrow = false }: Page,
  requestId?: string,
): Html {
  const other = `/console/language?to=${encodeURIComponent(here)}&lang=${words.otherLanguage}`;
  const otherTag = consoleWords[words.otherLanguage].languageTag;
  return html`<!doctype html>
<html lang="${words.languageTag}"${keys === 'off' ? html` data-keys="off"` : ''}><head><meta charset="utf-8"><title>${title} · ${words.console}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex,nofollow"><link rel="icon" href="/console/${assetOf('svg').name}">
<link rel="stylesheet" href="/console/${assetOf('css').name}"><script type="module" src="/console/${assetOf('js').name}"></script></head><body><a class="skip" href="#content">${words.skip}</a>
<header class="top"><strong>${words.console}</strong>${
    person
      ? html`<nav aria-label="${words.sections}">${[...sections[person.room], ...(hasSandbox && person.room === 'console' ? ofSandbox : [])].map(([path, name]) => html`<a href="${path}"${path === at ? html` aria-current="page"` : ''}>${words[name]}</a>`)}</nav>
<span><a href="/console/me"><bdi>${person.name}</bdi></a>, <bdi>${person.company}</bdi></span>`
      : ''
  }
${person?.hasChoice ? html`<a href="/console/companies">${words.companies}</a>` : ''}
<a href="${other}" hreflang="${otherTag}" lang="${otherTag}">${words.other}</a>
${person ? html`<a href="/console/sign-out">${words.signOut}</a>` : ''}</header>
<main id="content"${isNarrow ? html` class="narrow"` : ''}><h1 tabindex="-1">${title}</h1>
${body}</main>${requestId === undefined ? '' : html`<footer class="soft">${words.requestId}: <span class="id">${requestId}</span></footer>`}</body></html>`;
}

/** Draws the links to the previous and the next page. Draws nothing if there is only one page. */
export function drawPages({ words }: View, previous: string | null, next: string | null) {
  if (!previous && !next) return '';
  return html`<nav aria-label="${words.pages}">${previous ? html`<a href="${previous}">${words.newer}</a>` : ''}${next ? html`<a href="${next}">${words.older}</a>` : ''}</nav>`;
}
