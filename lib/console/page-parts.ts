// Parts that several pages have: facts by name, approvals, and the field for a one-time code.

import { html } from 'hono/html';
import { timeIn } from '../receipt/words.ts';
import type { Html, View } from './shell.ts';

/** Name and value; a fact without a value is left out. The third part is a class of the style sheet. */
export type Fact = readonly [name: string, value: string | null | undefined | false, kind?: string];

export const drawFacts = (facts: readonly Fact[]): Html =>
  html`<dl>${facts.map(([name, value, kind]) => (value ? html`<dt>${name}</dt><dd${kind ? html` class="${kind}"` : ''}><bdi>${value}</bdi></dd>` : ''))}</dl>`;

/** The characters of a digest that people compare. */
export const shortDigest = (digest: string): string => digest.slice(0, 16);

/** @param given who has approved, and when (ISO, UTC) */
export const drawApprovals = (
  { words, language }: View,
  given: readonly { name: string | null; at: string }[],
): Html =>
  given.length === 0
    ? html`<p class="soft">${words.noApprovals}</p>`
    : html`<ul>${given.map(({ name, at }) => html`<li><bdi>${words.approvedBy(name ?? words.unnamed, timeIn(language, at))}</bdi></li>`)}</ul>`;

/**
 * @param id of the field, once in a page
 * @param describedBy id of the text that says what is wrong with the code
 */
export const drawCode = ({ words }: View, id: string, describedBy?: string): Html =>
  html`<p><label for="${id}">${words.code}</label><br><input id="${id}" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6" required${describedBy ? html` aria-describedby="${describedBy}"` : ''}></p>`;

/** The code of that field, as the browser sent it. */
export const codeIn = (form: URLSearchParams): string => (form.get('code') ?? '').replaceAll(' ', '');
