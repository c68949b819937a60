// Draws the pages on which a person decides about a batch: to approve or continue it, to stop it, or to retry its
// unpaid lines.

import { html } from 'hono/html';
import { wordsOf } from '../base/errors.ts';
import type { BegunStepUp, Proved } from '../sign-in/step-up.ts';
import { drawReport, type Report } from './batch-faults.ts';
import { drawLines } from './batch-lines.ts';
import { drawHead, type Head, type Loaded } from './batch-page.ts';
import { batchesPath, drawTotals, nameOfBatch, type Typed } from './batches-page.ts';
import { drawStepUp } from './passkey-pages.ts';
import { saidIn } from './refusals.ts';
import type { Html, Page, View } from './shell.ts';

const back = ({ words }: View, id: string) =>
  html`<nav><a href="${batchesPath}/${id}">${words.back}</a></nav>`;

const whyNot = (hasRight: boolean) => (hasRight ? 'batch_in_wrong_status' : 'unauthorized');

/**
 * Draws the page to approve or continue a batch.
 * @param step absent if this person cannot decide about the batch now
 * @param wrong what was wrong with the last code or passkey
 */
export function drawDecideBatch(
  view: View,
  loaded: Loaded,
  step: BegunStepUp | undefined,
  wrong?: Proved['kind'],
): Page {
  const { words, language } = view;
  const { batch, act, refusal } = loaded;
  const said =
    act === 'resume'
      ? { button: words.resumeBatch, byPasskey: words.resumeBatchByPasskey }
      : { button: words.approveBatch, byPasskey: words.approveBatchByPasskey };
  const asked = { ...said, title: said.button, action: `${batchesPath}/decide` };
  const why = refusal ?? whyNot(loaded.mayDecide);
  return {
    title: `${words.confirmTitle}: ${nameOfBatch(view, batch)}`,
    body: html`${drawHead(view, loaded)}
${step ? drawStepUp(view, asked, step, wrong) : html`<p class="bad" role="alert">${saidIn(language, wordsOf(why))}</p>`}
${loaded.mayStop ? html`<p><a href="${batchesPath}/${batch.id}/stop">${words.stopBatch}</a></p>` : ''}
<h2 id="lines">${words.lines}</h2>${drawLines(view, batch.id, loaded)}${back(view, batch.id)}`,
  };
}

/**
 * Draws the page that says why nothing was done about a batch.
 * @param text the API's text
 */
export const drawNotDone = (view: View, id: string, text: string): Page => ({
  title: view.words.notDone,
  body: html`<div class="card"><p class="bad" role="alert">${saidIn(view.language, text)}</p></div>${back(view, id)}`,
  isNarrow: true,
});

/**
 * Draws the page to stop a batch.
 * @param isAgain whether the last form had a reason that cannot be read
 */
export function drawStop(view: View, { batch, mayStop, mayDecide }: Head, isAgain: boolean): Page {
  const { words } = view;
  if (!mayStop) return drawNotDone(view, batch.id, wordsOf(whyNot(mayDecide)));
  const fields = html`<p><label for="reason">${words.stopReasonAsked}</label><br><input id="reason" name="reason" maxlength="200" required></p>`;
  return {
    title: `${words.stopBatch}: ${nameOfBatch(view, batch)}`,
    ...(isAgain ? { status: 422 as const } : {}),
    body: html`${isAgain ? html`<p class="bad" role="alert">${words.stopReasonNote}</p>` : ''}
${drawForm(`${batchesPath}/${batch.id}/stop`, words.stopNote, fields, words.stopBatch)}${back(view, batch.id)}`,
    isNarrow: true,
  };
}

type Again = { typed: Typed; why: Report };

/**
 * Draws the page to retry the unpaid lines.
 * @param key idempotency key of the form
 */
export function drawRetry(
  view: View,
  { batch, mayRetry, mayCreate }: Head,
  key: string,
  again?: Again,
): Page {
  const { words } = view;
  if (!mayRetry) return drawNotDone(view, batch.id, wordsOf(whyNot(mayCreate)));
  const fields = html`<input type="hidden" name="idempotency_key" value="${key}">${drawTotals(view, again?.typed ?? {})}`;
  return {
    title: `${words.retryBatch}: ${nameOfBatch(view, batch)}`,
    ...(again ? { status: 422 as const } : {}),
    body: html`${again ? drawReport(view, again.why) : ''}
${drawForm(`${batchesPath}/${batch.id}/retry`, words.retryNote, fields, words.retryBatch)}${back(view, batch.id)}`,
  };
}

const drawForm = (action: string, note: string, fields: Html, button: string): Html =>
  html`<form method="post" action="${action}" class="card"><p>${note}</p>${fields}<button class="button">${button}</button></form>`;
