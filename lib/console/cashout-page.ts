// Draws the page of one payment: its payee and amount, its approvals, and its history.

import { toDecimal } from '../base/money.ts';
import { maskTaxId } from '../base/tax-id.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { askedDigest, contentDigest } from '../cashout/content-digest.ts';
import { presentCashout, presentRecipient } from '../cashout/present.ts';
import { isApprovedAhead } from '../cashout/schedule.ts';
import { type Html, h, joined } from '../page/elements.ts';
import { amountIn, legalIdIn, minuteIn, momentIn } from '../page/formats.ts';
import {
  button,
  buttonLink,
  card,
  facts,
  form,
  hidden,
  notice,
  pill,
  table,
  timeline,
} from '../page/parts.ts';
import type { ListBefore } from './addresses.ts';
import type { Loaded } from './load-cashout.ts';
import { copied, drawApprovals, drawReason, shortDigest } from './page-parts.ts';
import { drawRecovery } from './recovery-part.ts';
import { saidIn } from './refusals.ts';
import { drawReturns } from './returns.ts';
import type { Page, View } from './shell.ts';
import { shownStatus, tones } from './shown-status.ts';

/**
 * Draws the page.
 * @param before the list from which the person came
 */
export function drawCashout(view: View, loaded: Loaded, before?: ListBefore): Page {
  const { cashout, mayApprove, receipt, twin, reasons, recovery } = loaded;
  const { words, language } = view;
  const { request } = cashout;
  const payee = payeeOf(loaded);
  const state = shownStatus(cashout);
  const isWaiting = cashout.status === 'NEW' && mayApprove && !isApprovedAhead(cashout);
  return {
    title: `${words.statuses[state]}: ${amountIn(language, toDecimal(request.amountCents))}`,
    heading: h.span({ class: 'amount' }, amountIn(language, toDecimal(request.amountCents))),
    back: before ? [before.to, words[before.name]] : ['/console/payments', words.payments],
    lead: joined(
      pill(tones[state], words.statuses[state]),
      ' ',
      h.bdi(payee.recipient_name ?? words.notLookedUp),
    ),
    acts: joined(
      loaded.mayCreate && cashout.status !== 'NEW'
        ? buttonLink(`/console/new?again=${cashout.id}`, words.payAgain, 'plain', 'again')
        : '',
      receipt ? buttonLink(receipt, words.receipt, 'primary', 'receipt') : '',
      isWaiting ? form('/console/confirm', hidden({ cashout: cashout.id }), button(words.reviewOne)) : '',
    ),
    body: joined(
      drawDuplicate(view, cashout, twin),
      reasons.length > 0 ? notice('warn', reasons.map((reason) => saidIn(language, reason)).join(' · ')) : '',
      cashout.status === 'PROCESSING' ? h.p({ class: 'soft', 'data-awaits': true }, words.inProgress) : '',
      h.div(
        { class: 'columns' },
        h.div(
          { class: 'stack' },
          drawPayee(view, loaded),
          drawPayment(view, loaded),
          drawReturns(view, cashout),
          drawTechnical(view, loaded),
          drawRecovery(view, cashout.id, recovery),
        ),
        h.div(
          { class: 'stack' },
          drawGiven(view, loaded),
          drawHistory(view, loaded),
          drawCancel(view, loaded),
        ),
      ),
    ),
  };
}

const payeeOf = ({ cashout, mayApprove }: Loaded) =>
  lookedUp(cashout, mayApprove) ?? presentCashout(cashout, 'lookup');

function drawPayee({ words }: View, loaded: Loaded): Html {
  const payee = payeeOf(loaded);
  const branch = payee.recipient_branch_id;
  return card(
    { title: words.payee },
    facts([
      [words.myName, payee.recipient_name ?? words.notLookedUp],
      [words.document, payee.recipient_legal_id && legalIdIn(maskTaxId(payee.recipient_legal_id))],
      [words.institution, payee.recipient_instution_name ?? payee.recipient_instution],
      [words.bankAccount, branch !== null && `${branch} / ${payee.recipient_account_id}`, 'whole'],
      [words.key, keyIn(loaded.cashout.request)],
    ]),
  );
}

function drawPayment({ words, language }: View, { cashout, nameOf }: Loaded): Html {
  const { request, account } = cashout;
  const failure = presentCashout(cashout, 'lookup').erro_descriptor;
  const at = (instant: string | undefined) => instant && `${minuteIn(language, instant)} (${words.zone})`;
  const number = `${account.branch}/${account.number}`;
  return card(
    { title: words.paymentPart },
    facts([
      [words.failure, failure && saidIn(language, failure)],
      [words.tag, request.tag],
      [words.message, request.messageToPayee],
      [words.account, h.a({ href: `/console/accounts/${number}` }, number), 'whole'],
      [words.createdBy, nameOf(cashout.createdBy) ?? words.unnamed],
      [words.createdAt, at(cashout.createdAt)],
      [words.startsAt, at(cashout.startsAt)],
    ]),
  );
}

/** Draws the facts that only a support case needs, folded. */
function drawTechnical(view: View, { cashout, mayApprove, receiptNumber }: Loaded): Html {
  const { words } = view;
  const digest = mayApprove ? contentDigest(cashout) : askedDigest(cashout);
  const id = (text: string | undefined) => text && copied(view, text);
  return h.details(
    { class: 'card' },
    h.summary(words.technical),
    facts([
      [words.endToEndId, id(cashout.endToEndId)],
      [words.id, id(String(cashout.id))],
      [words.transactionCode, id(presentCashout(cashout, 'lookup').code_transaction ?? undefined)],
      [words.receiptCode, id(receiptNumber)],
      [words.digest, id(shortDigest(digest))],
    ]),
  );
}

function drawGiven(view: View, { cashout, given, nameOf }: Loaded): Html {
  const { words } = view;
  const needed = cashout.requires?.needed;
  const more = needed ? ` (${words.approvalsOf(given.length, needed)})` : '';
  return card(
    { title: `${words.approvals}${more}` },
    drawApprovals(
      view,
      given.map(({ user, name, at }) => ({ name: name ?? nameOf(user), at })),
    ),
  );
}

const stopped: ReadonlySet<string> = new Set(['rejected', 'expired', 'failed', 'cancelled']);

function drawHistory({ words, language, now }: View, { steps }: Loaded): Html {
  const list = steps.map(({ at, what, by_name, code }) => ({
    what: joined(words.steps[what], code ? joined(' ', h.span({ class: 'id' }, code)) : ''),
    note: joined(momentIn(language, at, now), by_name ? joined(' · ', h.bdi(by_name)) : ''),
    isStopped: stopped.has(what),
  }));
  return card({ title: words.history }, timeline(list));
}

/** Draws the form that cancels a payment before its start: a scheduled one, or the person's own one. */
function drawCancel(view: View, { cashout, mayApprove, isOwn }: Loaded): Html | '' {
  const isScheduled = cashout.status === 'NEW' && mayApprove && isApprovedAhead(cashout);
  if (!isScheduled && !isOwn) return '';
  const { words } = view;
  const name = isScheduled ? words.cancelScheduled : words.withdraw;
  return h.details(
    { class: 'card' },
    h.summary(name),
    form('/console/reject', hidden({ cashout: cashout.id }), drawReason(view), h.p(button(name, 'danger'))),
  );
}

/** Returns the PIX key. It may be a CPF, which is masked. */
const keyIn = ({ pixKey }: Cashout['request']) => pixKey && maskTaxId(pixKey);

/** Draws a payment next to the earlier payment that it may repeat, so that a person can compare them. */
function drawDuplicate(view: View, cashout: Cashout, twin: Cashout | undefined): Html | '' {
  const { words, language, now } = view;
  const { possibleDuplicateOf: id } = cashout;
  if (id === undefined) return '';
  const row = (one: Cashout) => [
    h.a({ class: 'id', href: `/console/cashouts/${one.id}` }, one.id),
    h.bdi(one.request.recipient?.name ?? keyIn(one.request)),
    one.request.tag ? h.bdi(one.request.tag) : '',
    momentIn(language, one.createdAt, now),
    words.statuses[shownStatus(one)],
    amountIn(language, toDecimal(one.request.amountCents)),
  ];
  return joined(
    notice('warn', `${words.duplicate} `, h.a({ href: `/console/cashouts/${id}` }, id)),
    twin
      ? card(
          { isFlush: true },
          table({
            label: words.duplicate,
            columns: [
              [words.id, 'row'],
              [words.payee],
              [words.tag],
              [words.createdAt],
              [words.status],
              [words.amount, 'main sum'],
            ],
            rows: [row(twin), row(cashout)],
          }),
        )
      : '',
  );
}

/** Returns the payee that was looked up for an approver. Before the payment, only approvers see it. */
function lookedUp({ request, payeeShown, status }: Cashout, mayApprove: boolean) {
  return payeeShown && status === 'NEW' && mayApprove
    ? presentRecipient({ request, recipient: payeeShown.recipient }, true, 'lookup')
    : undefined;
}
