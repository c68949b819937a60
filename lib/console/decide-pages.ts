// Draws the pages on which a person decides about payments: the payments before the decision, and the result for each
// payment.

import type { Identity } from '../access/tokens.ts';
import { whyNotNow } from '../approval/approve-under-rules.ts';
import type { Decision } from '../approval/decide-many-answers.ts';
import { type CallerCode, errorBody, isDefinite, wordsOf } from '../base/errors.ts';
import { toDecimal } from '../base/money.ts';
import type { Cashout, ManualRecipient } from '../cashout/cashout.ts';
import { type Html, h, joined } from '../page/elements.ts';
import { amountIn, keyIn, legalIdIn, minuteIn } from '../page/formats.ts';
import { button, card, flag, form, hidden, pill, rowLink, sub, table } from '../page/parts.ts';
import { atOnce } from '../platform/at-once.ts';
import { preflightWaiting } from '../preflight/preflight-waiting.ts';
import { presentWaiting } from '../preflight/present.ts';
import type { BegunStepUp, Proved } from '../sign-in/step-up.ts';
import type { ActDeps } from './deps.ts';
import { drawReason } from './page-parts.ts';
import { drawStepUp } from './passkey-pages.ts';
import { notLookedAt, saidIn } from './refusals.ts';
import type { Page, View } from './shell.ts';

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
  const approval =
    step &&
    drawStepUp(
      view,
      {
        title: words.approve,
        action: '/console/decide',
        button: words.approveCount(toApprove.length),
        byPasskey: words.approveByPasskey,
      },
      step,
      wrong,
    );
  return {
    ...(wrong || again ? { status: 422 } : {}),
    title: words.confirmTitle,
    back: ['/console/waiting', words.waiting],
    body: h.div(
      { class: 'columns' },
      card(
        { isFlush: true },
        table({
          label: words.confirmTitle,
          columns: [
            [words.payee, 'row'],
            [words.reasons, 'bare'],
            [words.amount, 'main sum'],
          ],
          rows: largestFirst(shown).map((one) => drawShown(view, one)),
        }),
      ),
      h.div(
        { class: 'stack beside' },
        card(
          {},
          h.p({ class: 'soft' }, words.countOf(counted.length)),
          h.p({ class: 'amount' }, amountIn(language, sum)),
        ),
        approval,
        waiting.length > 0 ? drawRejection(view, waiting, again) : '',
      ),
    ),
  };
}

/** Draws the form of a rejection. It is folded, because most payments are approved. */
const drawRejection = (
  view: View,
  waiting: readonly Waiting[],
  again: { text: string; isWrong: true } | undefined,
): Html =>
  h.details(
    { class: 'card', open: again !== undefined },
    h.summary(view.words.reject),
    form(
      '/console/reject',
      waiting.map(({ id }) => hidden({ cashout: id })),
      drawReason(view, again),
      h.p(button(view.words.rejectCount(waiting.length), 'danger')),
    ),
  );

const amountOf = (one: Shown) => ('waiting' in one ? (one.waiting.amount ?? 0) : -1);
const largestFirst = (shown: readonly Shown[]) =>
  shown.toSorted((one, other) => amountOf(other) - amountOf(one));

function bankAccountIn({ accountTypes }: View['words'], recipient: ManualRecipient): string {
  const { branch, branchDigit, accountNumber, accountDigit, accountType } = recipient;
  const whole = branchDigit ? `${branch}-${branchDigit}` : branch;
  return `${whole} / ${accountNumber}-${accountDigit} (${accountTypes[accountType]})`;
}

/** Draws everything that an approval confirms, including the message. */
function drawShown({ words, language }: View, one: Shown) {
  if ('refusal' in one)
    return [h.span({ class: 'id' }, one.id), h.span({ class: 'bad' }, saidIn(language, one.refusal)), ''];
  const { waiting, cashout, whyNot } = one;
  const { payee, amount, reasons, owner_known, possible_duplicate_of: duplicate, id } = waiting;
  const { request, account, startsAt } = cashout;
  const told = [
    ...(whyNot ? [saidIn(language, wordsOf(whyNot))] : []),
    ...reasons.map((reason) => saidIn(language, reason)),
    ...(owner_known === false && request.pixKey ? [words.ownerUnknown] : []),
    ...(duplicate === null ? [] : [`${words.duplicate} ${duplicate}`]),
  ];
  const named = (name: string, value: string | undefined) =>
    value === undefined ? '' : sub(`${name}: `, h.bdi(value));
  const document = payee?.recipient_legal_id && legalIdIn(payee.recipient_legal_id);
  const bank = payee && (payee.recipient_instution_name ?? payee.recipient_instution);
  return [
    joined(
      h.a({ href: `/console/cashouts/${id}` }, h.b(h.bdi(payee?.recipient_name ?? words.notLookedUp))),
      sub([document, bank].filter(Boolean).join(' · ')),
      named(words.key, request.pixKey && keyIn(request.pixKey)),
      named(words.bankAccount, request.recipient && bankAccountIn(words, request.recipient)),
      request.recipient && owner_known === false ? sub(words.ownerTyped) : '',
      named(words.account, `${account.branch}/${account.number}`),
      named(words.startsAt, startsAt && minuteIn(language, startsAt)),
      named(words.tag, request.tag),
      named(words.message, request.messageToPayee),
    ),
    told.map((text) => flag(text)),
    amount === null ? '' : amountIn(language, amount),
  ];
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
  const rows = results.map((one) => {
    const cashout = decided.get(one.id);
    const { amountCents } = cashout?.request ?? {};
    return [
      rowLink(`/console/cashouts/${one.id}`, cashout ? nameOf(cashout) : one.id),
      pill(one.worked ? (isApproval ? 'good' : 'over') : 'bad', outcome(one)),
      amountCents === undefined ? '' : amountIn(language, toDecimal(amountCents)),
    ];
  });
  return {
    title: words.resultsTitle,
    back: ['/console/waiting', words.waiting],
    body: card(
      { isFlush: true },
      table({
        label: words.resultsTitle,
        columns: [
          [words.payee, 'row'],
          [words.status, 'state'],
          [words.amount, 'main sum'],
        ],
        rows,
      }),
    ),
  };
}
