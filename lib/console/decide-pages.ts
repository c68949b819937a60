// Draws the pages on which a person decides about payments: the payments before the decision, and the result for each
// payment.

import { html } from 'hono/html';
import type { Identity } from '../access/tokens.ts';
import { whyNotNow } from '../approval/approve-under-rules.ts';
import type { Decision } from '../approval/decide-many-answers.ts';
import { type CallerCode, errorBody, isDefinite, wordsOf } from '../base/errors.ts';
import { toDecimal } from '../base/money.ts';
import type { Cashout, ManualRecipient } from '../cashout/cashout.ts';
import { atOnce } from '../platform/at-once.ts';
import { preflightWaiting } from '../preflight/preflight-waiting.ts';
import { presentWaiting } from '../preflight/present.ts';
import { amountIn, legalIdIn, timeIn } from '../receipt/words.ts';
import type { BegunStepUp, Proved } from '../sign-in/step-up.ts';
import type { ActDeps } from './deps.ts';
import { drawReason } from './page-parts.ts';
import { drawStepUp } from './passkey-pages.ts';
import { notLookedAt, saidIn } from './refusals.ts';
import type { Html, Page, View } from './shell.ts';

/** Maximum number of payments in one decision, and number of payees that are looked up at the same time. */
export const decisionMost = 100;
const together = 10;
/**
 * Time in milliseconds after which no more payees are looked up. The Lambda's timeout is ten seconds (serverless.yml).
 */
const lookMs = 5_000;

type Waiting = ReturnType<typeof presentWaiting>;
/**
 * A payment that the person can decide about, or the reason why the person cannot. `whyNot`: why the person's approval
 * would not count; the person can only reject the payment.
 */
export type Shown =
  | { id: number; waiting: Waiting; cashout: Cashout; whyNot: CallerCode | undefined }
  | { id: number; refusal: string };

/** The payments that the person can approve. */
export const approvable = (shown: readonly Shown[]): Waiting[] =>
  shown.flatMap((one) => ('waiting' in one && !one.whyNot ? [one.waiting] : []));

/**
 * Loads the payments, and looks up the payee of each payment, as the page of a single payment does. Only payments that
 * are shown here can be approved.
 */
export async function loadDecision(
  deps: ActDeps,
  caller: Identity,
  ids: readonly number[],
): Promise<Shown[]> {
  const shown = new Map<number, Shown>();
  const start = deps.now().getTime();
  const work = async (id: number) => void shown.set(id, await loadOne(deps, caller, id));
  await atOnce(together, [...ids], work, () => deps.now().getTime() - start < lookMs);
  return ids.map((id) => shown.get(id) ?? { id, refusal: notLookedAt });
}

/** Loads one payment. If this fails, returns the reason, so that only the row of this payment shows it. */
async function loadOne(deps: ActDeps, caller: Identity, id: number): Promise<Shown> {
  try {
    const found = await preflightWaiting(deps, caller, id);
    const { cashout } = found;
    return { id, waiting: presentWaiting(found), cashout, whyNot: await whyNotNow(deps, caller, cashout) };
  } catch (error) {
    if (isDefinite(error))
      return { id, refusal: errorBody(error.code, error.fields, error.said).body.message };
    deps.log.error('payee not shown', { cashoutId: id }, error);
    return { id, refusal: notLookedAt };
  }
}

const waitingIn = (shown: readonly Shown[]) =>
  shown.flatMap((one) => ('waiting' in one ? [one.waiting] : []));

/**
 * Draws the page before the decision.
 * @param step absent if nothing can be approved
 * @param wrong what was wrong with the last code or passkey
 * @param again the last reason, if it was wrong
 */
export function drawDecision(
  view: View,
  shown: readonly Shown[],
  step: BegunStepUp | undefined,
  wrong?: Proved['kind'],
  again?: { text: string; isWrong: true },
): Page {
  const { words, language } = view;
  const waiting = waitingIn(shown);
  const toApprove = approvable(shown);
  const counted = toApprove.length > 0 ? toApprove : waiting;
  const sum = counted.reduce((cents, { amount }) => cents + Math.round((amount ?? 0) * 100), 0) / 100;
  const ids = waiting.map(({ id }) => html`<input type="hidden" name="cashout" value="${id}">`);
  return {
    ...(wrong || again ? { status: 422 } : {}),
    title: words.confirmTitle,
    body: html`<p class="amount">${amountIn(language, sum)}</p><p class="soft">${words.countOf(counted.length)}</p>
<table><thead><tr><th scope="col">${words.payee}</th><th scope="col" class="sum">${words.amount}</th><th scope="col">${words.reasons}</th></tr></thead>
<tbody>${largestFirst(shown).map((one) => drawShown(view, one))}</tbody></table>
${step === undefined ? '' : drawApproval(view, toApprove.length, step, wrong)}${
  waiting.length === 0
    ? ''
    : html`<section class="card"><h2>${words.reject}</h2><form method="post" action="/console/reject">${ids}
${drawReason(view, again)}<button class="button plain">${words.rejectCount(waiting.length)}</button></form></section>`
}
<nav><a href="/console">${words.back}</a></nav>`,
  };
}

const amountOf = (one: Shown) => ('waiting' in one ? (one.waiting.amount ?? 0) : -1);
const largestFirst = (shown: readonly Shown[]) =>
  shown.toSorted((one, other) => amountOf(other) - amountOf(one));

const drawApproval = (
  view: View,
  count: number,
  step: BegunStepUp,
  wrong: Proved['kind'] | undefined,
): Html =>
  drawStepUp(
    view,
    {
      title: view.words.approve,
      action: '/console/decide',
      button: view.words.approveCount(count),
      byPasskey: view.words.approveByPasskey,
    },
    step,
    wrong,
  );

function bankAccountIn({ accountTypes }: View['words'], recipient: ManualRecipient): string {
  const { branch, branchDigit, accountNumber, accountDigit, accountType } = recipient;
  const whole = branchDigit ? `${branch}-${branchDigit}` : branch;
  return `${whole} / ${accountNumber}-${accountDigit} (${accountTypes[accountType]})`;
}

/** Draws everything that an approval confirms, including the message. */
function drawShown({ words, language }: View, one: Shown) {
  if ('refusal' in one)
    return html`<tr><th scope="row" class="id">${one.id}</th><td></td><td class="bad" data-name="${words.reasons}">${saidIn(language, one.refusal)}</td></tr>`;
  const { waiting, cashout, whyNot } = one;
  const { payee, amount, reasons, owner_known, possible_duplicate_of: duplicate, id } = waiting;
  const { request, account, startsAt } = cashout;
  const told = [
    ...(whyNot ? [saidIn(language, wordsOf(whyNot))] : []),
    ...reasons.map((reason) => saidIn(language, reason)),
    ...(owner_known === false && request.pixKey ? [words.ownerUnknown] : []),
    ...(duplicate === null ? [] : [`${words.duplicate} ${duplicate}`]),
  ];
  return html`<tr><th scope="row"><a href="/console/cashouts/${id}"><bdi>${payee?.recipient_name ?? words.notLookedUp}</bdi></a>
${payee?.recipient_legal_id ? html`<br><span class="soft">${legalIdIn(payee.recipient_legal_id)}</span>` : ''}
${payee?.recipient_instution ? html`<br><span class="soft">${payee.recipient_instution_name ?? payee.recipient_instution}</span>` : ''}
${request.pixKey ? html`<br><span class="soft">${words.key}: <bdi>${request.pixKey}</bdi></span>` : ''}
${request.recipient ? html`<br><span class="soft">${words.bankAccount}: ${bankAccountIn(words, request.recipient)}</span>` : ''}
${request.recipient && owner_known === false ? html`<br><span class="soft">${words.ownerTyped}</span>` : ''}
<br><span class="soft">${words.account}: ${account.branch}/${account.number}</span>
${startsAt ? html`<br><span class="soft">${words.startsAt}: ${timeIn(language, startsAt)}</span>` : ''}
${request.tag ? html`<br><span class="soft">${words.tag}: <bdi>${request.tag}</bdi></span>` : ''}
${request.messageToPayee ? html`<br><span class="soft">${words.message}: <bdi>${request.messageToPayee}</bdi></span>` : ''}</th>
<td class="sum" data-name="${words.amount}">${amount === null ? '' : amountIn(language, amount)}</td>
<td${told.length > 0 ? html` class="warn" data-name="${words.reasons}"` : ''}>${told.join(' · ')}</td></tr>`;
}

/** Returns the name by which people know the payment: its payee, its key, or its id. */
const nameOf = ({ payeeShown, request, id }: Cashout) =>
  payeeShown?.recipient.name ?? request.recipient?.name ?? request.pixKey ?? id;

export function drawResults(
  { words, language }: View,
  results: readonly Decision[],
  decided: ReadonlyMap<number, Cashout>,
  isApproval: boolean,
): Page {
  const outcome = (one: Decision) => {
    if (!one.worked) return saidIn(language, one.message ?? words.failedTitle);
    if (!isApproval) return words.rejected;
    return one.status === 'NEW' && !one.schedule_state ? words.moreApprovals : words.approved;
  };
  return {
    title: words.resultsTitle,
    body: html`<table><thead><tr><th scope="col">${words.payee}</th><th scope="col" class="sum">${words.amount}</th><th scope="col">${words.status}</th></tr></thead>
<tbody>${results.map((one) => {
      const cashout = decided.get(one.id);
      const { amountCents } = cashout?.request ?? {};
      return html`<tr><th scope="row"><a href="/console/cashouts/${one.id}"><bdi>${cashout ? nameOf(cashout) : one.id}</bdi></a></th>
<td class="sum" data-name="${words.amount}">${amountCents === undefined ? '' : amountIn(language, toDecimal(amountCents))}</td>
<td data-name="${words.status}" class="${one.worked ? 'good' : 'bad'}">${outcome(one)}</td></tr>`;
    })}</tbody></table><nav><a href="/console">${words.waiting}</a></nav>`,
  };
}
