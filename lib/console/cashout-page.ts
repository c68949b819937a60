// Draws the page of one payment: its payee and amount, its approvals, and its history.

import { html } from 'hono/html';
import type { WithUsers } from '../access/deps.ts';
import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { hasPermissions } from '../account/policy.ts';
import { toDecimal } from '../base/money.ts';
import { maskTaxId } from '../base/tax-id.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { askedDigest, contentDigest } from '../cashout/content-digest.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import { ownFailures } from '../cashout/failures.ts';
import { findCashout } from '../cashout/find-cashout.ts';
import { presentCashout, presentGiven, presentRecipient } from '../cashout/present.ts';
import { codeKeyOf, receiptCode } from '../cashout/receipt-code.ts';
import { isApprovedAhead } from '../cashout/schedule.ts';
import { judgeWaiting } from '../cashout-list/judge-waiting.ts';
import type { WithRecoveries } from '../funds-recovery/deps.ts';
import type { WithPspRows } from '../network/deps.ts';
import type { Base } from '../platform/deps.ts';
import { hasReceipt } from '../receipt/receipt.ts';
import { amountIn, legalIdIn, timeIn } from '../receipt/words.ts';
import { nameSteps } from '../timeline/show-timeline.ts';
import { ifSeen } from './if-seen.ts';
import { drawApprovals, drawFacts, drawReason, type Fact, shortDigest } from './page-parts.ts';
import { drawRecovery, shownRecovery } from './recovery-part.ts';
import { saidIn } from './refusals.ts';
import { drawReturns } from './returns.ts';
import type { Page, View } from './shell.ts';
import { shownStatus } from './shown-status.ts';

export async function loadCashout(
  deps: Base & WithUsers & WithAccounts & WithCashouts & WithPspRows & WithRecoveries,
  caller: Identity,
  id: number,
) {
  const { cashout, policy } = await findCashout(deps, caller, id);
  const mayApprove = hasPermissions(policy, ['APPROVE']);
  const given = presentGiven(cashout);
  const known = mayApprove ? await deps.recoveries.get(id) : undefined;
  const people = [cashout.createdBy, ...given.map(({ user }) => user), ...(known ? [known.requestedBy] : [])];
  const nameOf = await deps.users.namesOf(people);
  const recovery = mayApprove
    ? { ...shownRecovery(cashout, known, deps.now()), requester: known && nameOf(known.requestedBy) }
    : { mayRequest: false };
  // Only approvers may know that the payee was looked up. A request to the network is shown only if it has a reason
  // code.
  const steps = (await nameSteps(deps, cashout)).filter(
    ({ what, code }) => (mayApprove || what !== 'payee_shown') && (code || what !== 'asked'),
  );
  const { possibleDuplicateOf } = cashout;
  const twin =
    possibleDuplicateOf === undefined
      ? undefined
      : await ifSeen(findCashout(deps, caller, possibleDuplicateOf).then((found) => found.cashout));
  const account = cashout.status === 'NEW' && mayApprove && (await deps.accounts.get(cashout.account));
  const judged = account ? await judgeWaiting(deps, [account], [cashout]) : undefined;
  const reasons = (judged?.get(id)?.refusals ?? []).map((name) => ownFailures[name].text);
  const { BASE_URL } = deps.config;
  const receipt =
    hasReceipt(cashout) && `${BASE_URL}/receipts/${receiptCode(cashout.id, codeKeyOf(deps.config))}`;
  return { cashout, given, nameOf, mayApprove, steps, receipt, twin, reasons, recovery };
}

type Loaded = Awaited<ReturnType<typeof loadCashout>>;

export function drawCashout(
  view: View,
  { cashout, given, nameOf, mayApprove, steps, receipt, twin, reasons, recovery }: Loaded,
): Page {
  const { words, language } = view;
  const shown = presentCashout(cashout, 'lookup');
  const payee = lookedUp(cashout, mayApprove) ?? shown;
  const digest = mayApprove ? contentDigest(cashout) : askedDigest(cashout);
  const { request } = cashout;
  const at = (instant: string | undefined) => instant && `${timeIn(language, instant)} (${words.zone})`;
  const branch = payee.recipient_branch_id;
  const lines: readonly Fact[] = [
    [words.payee, payee.recipient_name ?? words.notLookedUp],
    [words.document, payee.recipient_legal_id && legalIdIn(maskTaxId(payee.recipient_legal_id))],
    [words.institution, payee.recipient_instution_name ?? payee.recipient_instution],
    [words.key, keyIn(request)],
    [words.bankAccount, branch !== null && `${branch} / ${payee.recipient_account_id}`],
    [words.account, `${cashout.account.branch}/${cashout.account.number}`],
    [words.message, request.messageToPayee],
    [words.tag, request.tag],
    [words.createdBy, nameOf(cashout.createdBy) ?? words.unnamed],
    [words.createdAt, at(cashout.createdAt)],
    [words.startsAt, at(cashout.startsAt)],
    [words.failure, shown.erro_descriptor && saidIn(language, shown.erro_descriptor)],
    [words.endToEndId, cashout.endToEndId, 'id'],
    [words.id, String(cashout.id), 'id'],
    [words.digest, shortDigest(digest), 'id'],
  ];
  const needed = cashout.requires?.needed;
  return {
    title: `${words.statuses[shownStatus(cashout)]}: ${amountIn(language, toDecimal(request.amountCents))}`,
    body: html`${duplicateOf(view, cashout, twin)}${reasons.length > 0 ? html`<p class="warn">${reasons.map((reason) => saidIn(language, reason)).join(' · ')}</p>` : ''}${cashout.status === 'PROCESSING' ? html`<p class="soft" data-awaits>${words.inProgress}</p>` : ''}
<section class="card">${drawFacts(lines)}</section>
${drawReturns(view, cashout)}
<h2>${words.approvals}${needed ? html` (${words.approvalsOf(given.length, needed)})` : ''}</h2>
${drawApprovals(
  view,
  given.map(({ user, name, at: when }) => ({ name: name ?? nameOf(user), at: when })),
)}
${cashout.status === 'NEW' && mayApprove ? drawDecide(view, cashout) : ''}
<h2>${words.history}</h2><ol class="steps">${steps.map(({ at: when, what, by_name, code }) => html`<li>${words.steps[what]}${code ? html` <span class="id">${code}</span>` : ''}<br><span class="soft">${timeIn(language, when)}${by_name ? html` · <bdi>${by_name}</bdi>` : ''}</span></li>`)}</ol>
${drawRecovery(view, cashout.id, recovery)}
<nav>${receipt ? html`<a href="${receipt}">${words.receipt}</a>` : ''}<a href="/console">${words.back}</a></nav>`,
  };
}

/** Draws the form that leads to the decision. A payment that is approved and has not started can only be cancelled. */
function drawDecide(view: View, cashout: Cashout) {
  const { words } = view;
  const id = html`<input type="hidden" name="cashout" value="${cashout.id}">`;
  return isApprovedAhead(cashout)
    ? html`<form method="post" action="/console/reject">${id}${drawReason(view)}<button class="button plain">${words.cancelScheduled}</button></form>`
    : html`<form method="post" action="/console/confirm">${id}<button class="button">${words.reviewOne}</button></form>`;
}

/** Returns the PIX key. It may be a CPF, which is masked. */
const keyIn = ({ pixKey }: Cashout['request']) => pixKey && maskTaxId(pixKey);

/** Draws a payment next to the earlier payment that it may repeat, so that a person can compare them. */
function duplicateOf({ words, language }: View, cashout: Cashout, twin: Cashout | undefined) {
  const { possibleDuplicateOf: id } = cashout;
  if (id === undefined) return '';
  const row = (
    one: Cashout,
  ) => html`<tr><th scope="row" class="id"><a href="/console/cashouts/${one.id}">${one.id}</a></th>
<td data-name="${words.payee}"><bdi>${one.request.recipient?.name ?? keyIn(one.request)}</bdi></td><td class="sum" data-name="${words.amount}">${amountIn(language, toDecimal(one.request.amountCents))}</td>
<td data-name="${words.tag}"><bdi>${one.request.tag}</bdi></td><td data-name="${words.createdAt}">${timeIn(language, one.createdAt)}</td><td data-name="${words.status}">${words.statuses[shownStatus(one)]}</td></tr>`;
  return html`<p class="warn">${words.duplicate} <a href="/console/cashouts/${id}">${id}</a></p>${
    twin
      ? html`<table><thead><tr><th scope="col">${words.id}</th><th scope="col">${words.payee}</th><th scope="col" class="sum">${words.amount}</th><th scope="col">${words.tag}</th><th scope="col">${words.createdAt}</th><th scope="col">${words.status}</th></tr></thead><tbody>${row(twin)}${row(cashout)}</tbody></table>`
      : ''
  }`;
}

/** Returns the payee that was looked up for an approver. Before the payment, only approvers see it. */
function lookedUp({ request, payeeShown, status }: Cashout, mayApprove: boolean) {
  return payeeShown && status === 'NEW' && mayApprove
    ? presentRecipient({ request, recipient: payeeShown.recipient }, true, 'lookup')
    : undefined;
}
