// Draws the check of a request for a recovery, or of its cancellation, and why nothing was done.

import { html } from 'hono/html';
import { toDecimal } from '../base/money.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { amountIn } from '../receipt/words.ts';
import type { SeenRecovery } from '../sign-in/session.ts';
import type { BegunStepUp, Proved } from '../sign-in/step-up.ts';
import { drawFacts, type Fact } from './page-parts.ts';
import { drawStepUp } from './passkey-pages.ts';
import { recoveryPath, toldFacts } from './recovery-part.ts';
import { saidIn } from './refusals.ts';
import type { Html, Page, View } from './shell.ts';

/**
 * Draws the check of a request or a cancellation.
 * @param wrong what was wrong with the last code or passkey
 */
export function drawRecoveryCheck(
  view: View,
  cashout: Cashout,
  seen: SeenRecovery,
  step: BegunStepUp,
  wrong?: Proved['kind'],
): Page {
  const { words, language } = view;
  const amount = amountIn(language, toDecimal(cashout.request.amountCents));
  const isCancel = seen.act === 'cancel';
  const facts: readonly Fact[] = [...toldFacts(view, seen), [words.endToEndId, seen.end_to_end_id, 'id']];
  const said = isCancel
    ? { button: words.cancelRecoveryNow, byPasskey: words.cancelRecoveryByPasskey }
    : { button: words.recoveryNow, byPasskey: words.recoveryByPasskey };
  const decided = { ...said, title: said.button, action: `${recoveryPath(cashout.id)}/decide` };
  return {
    title: isCancel ? words.cancelRecoveryTitle : words.recoveryTitle,
    body: html`<p class="amount">${amount}</p><section class="card">${drawFacts(facts)}</section><p class="warn">${isCancel ? words.cancelRecoveryNote : words.recoveryNote}</p>
${drawStepUp(view, decided, step, wrong)}${toPayment(view, cashout.id)}`,
  };
}

/** Draws the page that says why nothing was done. @param text of the API, of the PSP, or of this page */
export const drawNotRecovered = (view: View, id: number, text: string): Page => ({
  title: view.words.notDone,
  body: html`<div class="card"><p class="bad" role="alert">${saidIn(view.language, text)}</p></div>${toPayment(view, id)}`,
  isNarrow: true,
});

const toPayment = ({ words }: View, id: number): Html =>
  html`<nav><a href="/console/cashouts/${id}">${words.toPayment}</a></nav>`;
