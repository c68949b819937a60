// Draws the recovery of a payment that was a fraud, as a part of the payment's page: its state, or the form of a request.

import { html } from 'hono/html';
import { situations } from '../base/situations.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { isOver, isWithPerson, type Recovery, whyNotRecoverable } from '../funds-recovery/recovery.ts';
import { detailsMost } from '../funds-recovery/schemas.ts';
import { timeIn } from '../receipt/words.ts';
import { drawFacts, type Fact } from './page-parts.ts';
import type { Html, View } from './shell.ts';

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
    [words.status, isWithPerson(recovery) ? words.recoveryWithPerson : words.recoveryStates[status]],
    [words.recoveryPspWord, pspStatus],
    ...toldFacts(view, recovery),
    [words.recoveryRequestedBy, requester ?? words.unnamed],
    [words.recoveryRequestedAt, `${timeIn(language, recovery.requestedAt)} (${words.zone})`],
    [words.recoveryRefusal, refusal],
    [words.recoveryCancelRefusal, cancelRefusal],
  ];
  const mayCancel = !isOver(recovery) && !isWithPerson(recovery) && cancelAskedAt === undefined;
  const isNoted = cancelAskedAt !== undefined && !isOver(recovery);
  return html`<section class="card">${drawFacts(facts)}</section>${isNoted ? html`<p class="soft">${words.recoveryCancelAsked}</p>` : ''}${
    mayCancel
      ? html`<form method="post" action="${recoveryPath(cashoutId)}/cancel"><button class="button plain">${words.checkCancelRecovery}</button></form>`
      : ''
  }`;
}

/** Returns what the PSP is told. */
export const toldFacts = (
  { words }: View,
  { situation, details }: Pick<Recovery, 'situation' | 'details'>,
): readonly Fact[] => [
  [words.recoverySituation, words.recoverySituations[situation]],
  [words.recoveryReport, details],
];
