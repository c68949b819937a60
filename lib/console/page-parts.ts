// Draws parts that several pages share: facts with names, approvals, and the field for a one-time code.

import { html } from 'hono/html';
import { timeIn } from '../receipt/words.ts';
import type { Html, View } from './shell.ts';

/** A name and a value. A fact without a value is not shown. `kind`: a class of the style sheet. */
export type Fact = readonly [name: string, value: string | null | undefined | false, kind?: string];

export const drawFacts = (facts: readonly Fact[]): Html =>
  html`<dl>${facts.map(([name, value, kind]) => (value ? html`<dt>${name}</dt><dd${kind ? html` class="${kind}"` : ''}><bdi>${value}</bdi></dd>` : ''))}</dl>`;

/** Returns the first characters of a digest, which people compare. */
export const shortDigest = (digest: string): string => digest.slice(0, 16);

/**
 * Draws the approvals.
 * @param given who has approved, and when (ISO, UTC)
 */
export const drawApprovals = (
  { words, language }: View,
  given: readonly { name: string | null; at: string }[],
): Html =>
  given.length === 0
    ? html`<p class="soft">${words.noApprovals}</p>`
    : html`<ul>${given.map(({ name, at }) => html`<li><bdi>${words.approvedBy(name ?? words.unnamed, timeIn(language, at))}</bdi></li>`)}</ul>`;

/**
 * Draws the field for a one-time code.
 * @param id of the field, unique in the page
 * @param describedBy id of the text that says what is wrong with the code
 */
export const drawCode = ({ words }: View, id: string, describedBy?: string): Html =>
  html`<p><label for="${id}">${words.code}</label><br><input id="${id}" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6" required${describedBy ? html` aria-describedby="${describedBy}"` : ''}></p>`;

/** Returns the code in the field of `drawCode`, without blanks. */
export const codeIn = (form: URLSearchParams): string => (form.get('code') ?? '').replaceAll(' ', '');

/** Draws the field for the reason of a rejection. */
export const drawReason = ({ words }: View, { text = '', isWrong = false } = {}): Html =>
  html`<p><label for="reason">${words.reason}</label><br><input id="reason" name="reason" value="${text}" maxlength="200" required${isWrong ? html` aria-invalid="true" aria-describedby="reason-wrong"` : ''}></p>${isWrong ? html`<p class="bad" id="reason-wrong" role="alert">${words.reasonNote}</p>` : ''}`;
