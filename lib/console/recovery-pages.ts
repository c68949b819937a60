// Draws the recovery of a payment that was a fraud: its part of the payment's page, and the check of a request or a
// cancellation.

import { html } from 'hono/html';
import { toDecimal } from '../base/money.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { isOver, isWithPerson, type Recovery, whyNotRecoverable } from '../funds-recovery/recovery.ts';
import { detailsMost } from '../funds-recovery/schemas.ts';
import { situations } from '../network/recoveries.ts';
import { amountIn, timeIn } from '../receipt/words.ts';
import type { SeenRecovery } from '../sign-in/session.ts';
import type { BegunStepUp, Proved } from '../sign-in/step-up.ts';
import { drawFacts, type Fact } from './page-parts.ts';
import { drawStepUp } from './passkey-pages.ts';
import { saidIn } from './refusals.ts';
import type { Html, Page, View } from './shell.ts';

export const recoveryPath = (id: number): string => `/console/cashouts/${id}/recovery`;

/** What an approver sees. `mayRequest`: no recovery exists, and the payment can be recovered. */
export type ShownRecovery = {
  recovery?: Recovery;
  mayRequest: boolean;
  requester?: string | null | undefined;
};

export const shownRecovery = (cashout: Cashout, recovery: Recovery | undefined, now: Date): ShownRecovery =>
  recovery ? { recovery, mayRequest: false } : { mayRequest: whyNotRecoverable(cashout, now) === undefined };

/** Draws the part of the payment's page. It is empty if there is nothing to show or to request. */
export function drawRecovery(
  view: View,
  id: number,
  { recovery, mayRequest, requester }: ShownRecovery,
): Html {
  const { words } = view;
  if (recovery) return html`<h2 id="recovery">${words.recovery}</h2>${drawState(view, recovery, requester)}`;
  if (!mayRequest) return html``;
  return html`<h2 id="recovery">${words.recovery}</h2><p class="soft">${words.recoveryNote}</p>
<form method="post" action="${recoveryPath(id)}" class="card">
<p><label for="situation">${words.recoverySituation}</label><br><select id="situation" name="situation" required>${situations.map((one) => html`<option value="${one}">${words.recoverySituations[one]}</option>`)}</select></p>
<p><label for="details">${words.recoveryDetails}</label><br><textarea id="details" name="details" rows="6" cols="40" maxlength="${detailsMost}" required aria-describedby="details-note"></textarea><br><span class="soft" id="details-note">${words.recoveryDetailsNote}</span></p>
<button class="button plain">${words.checkRecovery}</button></form>`;
}

function drawState(view: View, recovery: Recovery, requester: string | null | undefined): Html {
  const { words, language } = view;
  const { cashoutId, status, pspStatus, refusal, cancelRefusal, cancelAskedAt } = recovery;
  const facts: readonly Fact[] = [
    [words.status, words.recoveryStates[status]],
    [words.recoveryPspWord, pspStatus],
    ...factsOf(view, recovery),
    [words.recoveryRequestedBy, requester ?? words.unnamed],
    [words.recoveryRequestedAt, `${timeIn(language, recovery.requestedAt)} (${words.zone})`],
    [words.recoveryRefusal, refusal],
    [words.recoveryCancelRefusal, cancelRefusal],
  ];
  const note = isWithPerson(recovery) ? words.recoveryWithPerson : words.recoveryCancelAsked;
  const mayCancel = !isOver(recovery) && !isWithPerson(recovery) && cancelAskedAt === undefined;
  const isNoted = isWithPerson(recovery) || (cancelAskedAt !== undefined && !isOver(recovery));
  return html`<section class="card">${drawFacts(facts)}</section>${isNoted ? html`<p class="soft">${note}</p>` : ''}${
    mayCancel
      ? html`<form method="post" action="${recoveryPath(cashoutId)}/cancel"><button class="button plain">${words.checkCancelRecovery}</button></form>`
      : ''
  }`;
}

const factsOf = (
  { words }: View,
  { situation, details }: Pick<Recovery, 'situation' | 'details'>,
): readonly Fact[] => [
  [words.recoverySituation, words.recoverySituations[situation]],
  [words.recoveryDetails, details],
];

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
  const facts: readonly Fact[] = [...factsOf(view, seen), [words.endToEndId, seen.end_to_end_id, 'id']];
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
