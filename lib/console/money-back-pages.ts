// Draws the pages of a received payment of a QR code: payer and amount, earlier refunds, and the form and the check of
// a new refund.

import { html } from 'hono/html';
import type { WithUsers } from '../access/deps.ts';
import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { hasPermissions } from '../account/policy.ts';
import { type RefusalCode, wordsOf } from '../base/errors.ts';
import { type Cents, cents, toDecimal } from '../base/money.ts';
import type { Chargeback } from '../chargeback/chargeback.ts';
import type { WithChargebacks } from '../chargeback/deps.ts';
import { listChargebacks } from '../chargeback/list-chargebacks.ts';
import type { Base } from '../platform/deps.ts';
import type { WithQrCodes } from '../qr-code/deps.ts';
import { findQrCode } from '../qr-code/find-qr-code.ts';
import { type Payer, whyNotRefundable } from '../qr-code/qr-code.ts';
import { ourParty, partyOf } from '../receipt/party.ts';
import { amountIn, legalIdIn, timeIn } from '../receipt/words.ts';
import type { BegunStepUp, Proved } from '../sign-in/step-up.ts';
import { drawFacts, type Fact } from './page-parts.ts';
import { drawStepUp } from './passkey-pages.ts';
import { saidIn } from './refusals.ts';
import type { Html, Page, View } from './shell.ts';

export const moneyBackPath = '/console/money-back';
export const refundReasonMost = 140;
const shownMost = 30;

export async function loadReceived(
  deps: Base & WithUsers & WithAccounts & WithQrCodes & WithChargebacks,
  caller: Identity,
  id: number,
) {
  const { qrCode, account, policy } = await findQrCode(deps, caller, id);
  const { rows, isWhole } = await listChargebacks(deps, qrCode, shownMost);
  // A chargeback that the network refused does not exist for callers. The QR code still names such a chargeback for a
  // moment.
  const refunds = rows.filter(({ status }) => status !== 'REFUSED');
  const nameOf = await deps.users.namesOf(refunds.map(({ createdBy }) => createdBy));
  const leftCents = cents(Math.max(0, qrCode.remainingCents));
  const mayGiveBack = hasPermissions(policy, ['REFUND']);
  const against = (amountCents: Cents): RefusalCode | undefined =>
    mayGiveBack ? whyNotRefundable(qrCode, account, amountCents) : 'unauthorized';
  const payer = qrCode.payment && (await nameOfPayer(deps, qrCode.payment.payer));
  return { qrCode, payer, refunds, isWhole, nameOf, leftCents, mayGiveBack, against };
}

/**
 * Returns the payer as the statement names it. For a payer in this institution only its account is stored, so the
 * account is read.
 */
async function nameOfPayer({ accounts, config }: Base & WithAccounts, payer: Payer) {
  if (!payer.account) return partyOf(payer);
  return ourParty((await accounts.get(payer.account)) ?? {}, config.OUR_ISPB);
}

type Received = Awaited<ReturnType<typeof loadReceived>>;
type Typed = { amount: string; reason: string };
/** The form to show again. `told`: why nothing was given back. */
type Again = { typed: Typed; wrong: readonly (keyof Typed)[]; told?: string };

const money = ({ language }: View, amountCents: Cents) => amountIn(language, toDecimal(amountCents));
const pathOf = ({ qrCode }: Received) => `${moneyBackPath}/${qrCode.id}`;

/** Returns who paid, what was paid, and when. */
function factsOf(view: View, { qrCode, payer, leftCents }: Received): readonly Fact[] {
  const { words, language } = view;
  const { payment, valueCents, account } = qrCode;
  return [
    [words.paidAmount, payment && money(view, valueCents)],
    [words.paidAt, payment && `${timeIn(language, payment.paidAt)} (${words.zone})`],
    [words.payer, payment && (payer?.name ?? words.notTold)],
    [words.document, payer?.legal_id && legalIdIn(payer.legal_id)],
    [words.institution, payer?.institution],
    [words.oneAccount, `${account.branch}/${account.number}`],
    [words.givenBack, payment && money(view, cents(valueCents - leftCents))],
    [words.leftToGive, payment && money(view, leftCents)],
    [words.endToEndId, payment?.endToEndId, 'id'],
    [words.qrCode, String(qrCode.id), 'id'],
  ];
}

export function drawReceived(view: View, received: Received, again?: Again): Page {
  const { words, language } = view;
  const { qrCode, refunds } = received;
  const { branch, number } = qrCode.account;
  return {
    title: words.received,
    ...(again ? { status: 422 as const } : {}),
    body: html`${again?.told ? html`<p class="bad" role="alert">${saidIn(language, again.told)}</p>` : ''}
<section class="card">${drawFacts(factsOf(view, received))}</section>${drawElsewhere(view, received)}
<h2>${words.refunds}</h2>${refunds.length === 0 ? html`<p>${words.noRefunds}</p>` : drawRefunds(view, received)}
<h2>${words.giveBack}</h2>${drawForm(view, received, again)}
<nav><a href="/console/accounts/${branch}/${number}">${words.oneAccount} ${branch}/${number}</a></nav>`,
  };
}

/** Draws the sum that was given back without a chargeback. The network can impose such returns. */
function drawElsewhere(view: View, { qrCode, refunds, isWhole, leftCents }: Received): Html | '' {
  if (!qrCode.payment || !isWhole) return '';
  const asked = refunds.filter(({ status }) => status !== 'REJECTED');
  const askedCents = asked.reduce((sum, { request }) => sum + request.amountCents, 0);
  const elsewhere = qrCode.valueCents - leftCents - askedCents;
  return elsewhere > 0 ? html`<p>${view.words.givenElsewhere(money(view, cents(elsewhere)))}</p>` : '';
}

function drawRefunds(view: View, { refunds, isWhole, nameOf }: Received): Html {
  const { words, language } = view;
  const row = (
    one: Chargeback,
  ) => html`<tr><th scope="row">${timeIn(language, one.createdAt)}${one.returnId ? html`<br><span class="soft id">${one.returnId}</span>` : ''}</th>
<td class="sum" data-name="${words.amount}">${money(view, one.request.amountCents)}</td><td data-name="${words.refundReason}"><bdi>${one.request.information}</bdi></td>
<td data-name="${words.requestedBy}"><bdi>${nameOf(one.createdBy) ?? words.unnamed}</bdi></td><td data-name="${words.status}">${drawState(view, one)}</td></tr>`;
  return html`<table><thead><tr><th scope="col">${words.day}</th><th scope="col" class="sum">${words.amount}</th><th scope="col">${words.refundReason}</th><th scope="col">${words.requestedBy}</th><th scope="col">${words.status}</th></tr></thead>
<tbody>${refunds.map(row)}</tbody></table>${isWhole ? '' : html`<p class="soft">${words.olderRefunds}</p>`}`;
}

function drawState({ words, language }: View, { id, status, acceptedAt, endedAt, failureText }: Chargeback) {
  if (status === 'PENDING') {
    const stage = acceptedAt ? 'accepted' : 'asked';
    return html`<span class="warn" data-awaits="${id} ${stage}">${words.refundStates[stage]}</span>`;
  }
  const isDone = status === 'SUCCESS';
  return html`<span class="${isDone ? 'good' : 'bad'}">${words.refundStates[isDone ? 'SUCCESS' : 'REJECTED']}</span>${endedAt ? html`<br><span class="soft">${timeIn(language, endedAt)}</span>` : ''}${!isDone && failureText ? html`<br><bdi>${saidIn(language, failureText)}</bdi>` : ''}`;
}

function drawForm(view: View, received: Received, again: Again | undefined): Html {
  const { words, language } = view;
  const { leftCents, mayGiveBack, against } = received;
  const refusal = against(cents(1));
  if (!mayGiveBack) return html`<p>${words.mayNotGiveBack}</p>`;
  if (refusal === 'amount_above_qr_code') return html`<p>${words.nothingLeft}</p>`;
  if (refusal) return html`<p>${saidIn(language, wordsOf(refusal))}</p>`;
  const field = (name: keyof Typed, label: string, note: string, more: Html) => {
    const isWrong = again?.wrong.includes(name) === true;
    return html`<p><label for="${name}">${label}</label><br><input id="${name}" name="${name}" required autocomplete="off" aria-describedby="${name}-note" value="${again?.typed[name] ?? ''}"${isWrong ? html` aria-invalid="true"` : ''} ${more}><br><span class="${isWrong ? 'bad' : 'soft'}" id="${name}-note"${isWrong ? html` role="alert"` : ''}>${note}</span></p>`;
  };
  return html`<form method="post" action="${pathOf(received)}" class="card">
${field('amount', words.giveBackAmount(money(view, leftCents)), words.wrongGiveBackAmount, html`inputmode="decimal" maxlength="40"`)}
${field('reason', words.giveBackReason, words.wrongGiveBackReason, html`maxlength="${refundReasonMost}"`)}
<button class="button">${words.checkGiveBack}</button></form>`;
}

/**
 * Draws the check of a refund.
 * @param asked what will be given back
 * @param wrong what was wrong with the last code or passkey
 */
export function drawCheck(
  view: View,
  received: Received,
  asked: { amountCents: Cents; information: string },
  step: BegunStepUp,
  wrong?: Proved['kind'],
): Page {
  const { words } = view;
  const amount = money(view, asked.amountCents);
  const facts: readonly Fact[] = [
    ...factsOf(view, received),
    [words.refundReason, asked.information],
    [words.leftAfter, money(view, cents(received.leftCents - asked.amountCents))],
  ];
  const said = { button: words.giveBackNow(amount), byPasskey: words.giveBackByPasskey(amount) };
  const decided = { ...said, title: said.button, action: `${pathOf(received)}/decide` };
  return {
    title: words.giveBackTitle,
    body: html`<p class="amount">${amount}</p><section class="card">${drawFacts(facts)}</section><p class="warn">${words.giveBackNote}</p>
${drawStepUp(view, decided, step, wrong)}${toReceived(view, received.qrCode.id)}`,
  };
}

/**
 * Draws the page that says why nothing was given back.
 * @param text of the API or of the network
 */
export const drawNotGiven = (view: View, id: number, text: string): Page => ({
  title: view.words.notDone,
  body: html`<div class="card"><p class="bad" role="alert">${saidIn(view.language, text)}</p></div>${toReceived(view, id)}`,
  isNarrow: true,
});

export const drawGiveBackOver = (view: View, id: number): Page => ({
  title: view.words.overTitle,
  body: html`<div class="card"><p>${view.words.giveBackOver}</p></div>${toReceived(view, id)}`,
  isNarrow: true,
});

const toReceived = ({ words }: View, id: number) =>
  html`<nav><a href="${moneyBackPath}/${id}">${words.toReceived}</a></nav>`;
