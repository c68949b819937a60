// Draws the pages of a received payment of a QR code: payer and amount, earlier refunds, and the form and the check of
// a new refund.

import type { WithUsers } from '../access/deps.ts';
import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { hasPermissions } from '../account/policy.ts';
import { type RefusalCode, wordsOf } from '../base/errors.ts';
import { type Cents, cents, toDecimal } from '../base/money.ts';
import type { WithChargebacks } from '../chargeback/deps.ts';
import { listChargebacks } from '../chargeback/list-chargebacks.ts';
import { type Html, h, joined } from '../page/elements.ts';
import { amountIn, legalIdIn, minuteIn } from '../page/formats.ts';
import { button, card, type Fact, facts, field, form, notice } from '../page/parts.ts';
import type { Base } from '../platform/deps.ts';
import type { WithQrCodes } from '../qr-code/deps.ts';
import { findQrCode } from '../qr-code/find-qr-code.ts';
import { type Payer, whyNotRefundable } from '../qr-code/qr-code.ts';
import { ourParty, partyOf } from '../receipt/party.ts';
import type { BegunStepUp, Proved } from '../sign-in/step-up.ts';
import { copied } from './page-parts.ts';
import { drawStepUp } from './passkey-pages.ts';
import { drawRefunds } from './refund-rows.ts';
import { saidIn } from './refusals.ts';
import type { Page, View } from './shell.ts';

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
  const number = `${account.branch}/${account.number}`;
  return [
    [words.paidAmount, payment && money(view, valueCents)],
    [words.paidAt, payment && `${minuteIn(language, payment.paidAt)} (${words.zone})`],
    [words.payer, payment && (payer?.name ?? words.notTold)],
    [words.document, payer?.legal_id && legalIdIn(payer.legal_id), 'whole'],
    [words.institution, payer?.institution],
    [words.oneAccount, h.a({ href: `/console/accounts/${number}` }, number), 'whole'],
    [words.givenBack, payment && money(view, cents(valueCents - leftCents))],
    [words.leftToGive, payment && money(view, leftCents)],
  ];
}

/** Draws the facts that only a support case needs, folded. */
const drawTechnical = (view: View, { qrCode: { payment, id } }: Received): Html =>
  h.details(
    { class: 'card' },
    h.summary(view.words.technical),
    facts([
      [view.words.endToEndId, payment && copied(view, payment.endToEndId)],
      [view.words.qrCode, copied(view, String(id))],
    ]),
  );

export function drawReceived(view: View, received: Received, again?: Again): Page {
  const { words, language } = view;
  const { qrCode, refunds } = received;
  const { branch, number } = qrCode.account;
  return {
    title: words.received,
    back: [`/console/accounts/${branch}/${number}`, `${words.oneAccount} ${branch}/${number}`],
    ...(again ? { status: 422 as const } : {}),
    body: joined(
      again?.told && notice('bad', saidIn(language, again.told)),
      h.div(
        { class: 'columns' },
        h.div({ class: 'stack' }, card({}, facts(factsOf(view, received))), drawTechnical(view, received)),
        card({ title: words.giveBack }, drawForm(view, received, again)),
      ),
      drawElsewhere(view, received),
      refunds.length === 0
        ? card({ title: words.refunds }, h.p({ class: 'soft' }, words.noRefunds))
        : drawRefunds(view, received),
    ),
  };
}

/** Draws the sum that was given back without a chargeback. The network can impose such returns. */
function drawElsewhere(view: View, { qrCode, refunds, isWhole, leftCents }: Received): Html | '' {
  if (!qrCode.payment || !isWhole) return '';
  const asked = refunds.filter(({ status }) => status !== 'REJECTED');
  const askedCents = asked.reduce((sum, { request }) => sum + request.amountCents, 0);
  const elsewhere = qrCode.valueCents - leftCents - askedCents;
  return elsewhere > 0 ? notice('info', view.words.givenElsewhere(money(view, cents(elsewhere)))) : '';
}

/** Draws the form of a new refund, or why the person cannot give back anything. */
function drawForm(view: View, received: Received, again: Again | undefined): Html {
  const { words, language } = view;
  const { leftCents, mayGiveBack, against } = received;
  const refusal = against(cents(1));
  if (!mayGiveBack) return h.p(words.mayNotGiveBack);
  if (refusal === 'amount_above_qr_code') return h.p(words.nothingLeft);
  if (refusal) return h.p(saidIn(language, wordsOf(refusal)));
  const wrong = (name: keyof Typed, note: string) => again?.wrong.includes(name) && note;
  return form(
    pathOf(received),
    field({
      name: 'amount',
      label: words.giveBackAmount(money(view, leftCents)),
      value: again?.typed.amount,
      hint: words.wrongGiveBackAmount,
      wrong: wrong('amount', words.wrongGiveBackAmount),
      more: { inputmode: 'decimal', maxlength: 40 },
    }),
    field({
      name: 'reason',
      label: words.giveBackReason,
      value: again?.typed.reason,
      hint: words.wrongGiveBackReason,
      wrong: wrong('reason', words.wrongGiveBackReason),
      more: { maxlength: refundReasonMost },
    }),
    h.p(button(words.checkGiveBack)),
  );
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
  const list: readonly Fact[] = [
    [words.refundReason, asked.information],
    [words.leftAfter, money(view, cents(received.leftCents - asked.amountCents))],
    ...factsOf(view, received),
  ];
  const said = { button: words.giveBackNow(amount), byPasskey: words.giveBackByPasskey(amount) };
  const decided = { ...said, title: said.button, action: `${pathOf(received)}/decide` };
  return {
    title: words.giveBackTitle,
    back: backTo(view, received.qrCode.id),
    body: h.div(
      { class: 'columns' },
      h.div(
        { class: 'stack' },
        card({}, h.p({ class: 'amount' }, amount), facts(list)),
        drawTechnical(view, received),
      ),
      h.div({ class: 'stack' }, notice('warn', words.giveBackNote), drawStepUp(view, decided, step, wrong)),
    ),
  };
}

/**
 * Draws the page that says why nothing was given back.
 * @param text of the API or of the network
 */
export const drawNotGiven = (view: View, id: number, text: string): Page => ({
  title: view.words.notDone,
  back: backTo(view, id),
  body: notice('bad', saidIn(view.language, text)),
  isNarrow: true,
});

export const drawGiveBackOver = (view: View, id: number): Page => ({
  title: view.words.overTitle,
  back: backTo(view, id),
  body: notice('warn', view.words.giveBackOver),
  isNarrow: true,
});

const backTo = ({ words }: View, id: number) => [`${moneyBackPath}/${id}`, words.received] as const;
