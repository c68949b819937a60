// Draws the pages on which a person decides about a batch: to approve or continue it, to stop it, or to retry its
// unpaid lines.

import { wordsOf } from '../base/errors.ts';
import { h, joined } from '../page/elements.ts';
import { amountIn } from '../page/formats.ts';
import { button, card, field, form, hidden, notice } from '../page/parts.ts';
import type { BegunStepUp, Proved } from '../sign-in/step-up.ts';
import { drawReport, type Report } from './batch-faults.ts';
import { drawLines } from './batch-lines.ts';
import { drawDetails, drawStopLink, drawWarnings, type Head, type Loaded } from './batch-page.ts';
import { batchesPath, nameOfBatch } from './batches-page.ts';
import { drawStepUp } from './passkey-pages.ts';
import { saidIn } from './refusals.ts';
import { drawTotals, type Typed } from './send-batch-page.ts';
import type { Page, View } from './shell.ts';

const backTo = ({ words }: View, id: string) => [`${batchesPath}/${id}`, words.batch] as const;

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
  const { batch } = loaded;
  const sum = card(
    {},
    h.p({ class: 'soft' }, `${words.lines}: ${batch.total_lines}`),
    h.p({ class: 'amount' }, amountIn(language, batch.total_amount)),
  );
  return {
    title: `${words.confirmTitle}: ${nameOfBatch(view, batch)}`,
    back: backTo(view, batch.id),
    acts: drawStopLink(view, loaded),
    body: joined(
      drawWarnings(view, batch),
      drawDetails(view, loaded, [sum, drawDecision(view, loaded, step, wrong)]),
      h.div({ class: 'stack', id: 'lines' }, h.h2(words.lines), drawLines(view, batch.id, loaded)),
    ),
  };
}

/** Draws the forms of the decision, or why the person cannot decide. */
function drawDecision(
  view: View,
  { act, refusal, mayDecide }: Loaded,
  step: BegunStepUp | undefined,
  wrong: Proved['kind'] | undefined,
) {
  const { words, language } = view;
  if (!step) return notice('bad', saidIn(language, wordsOf(refusal ?? whyNot(mayDecide))));
  const said =
    act === 'resume'
      ? { button: words.resumeBatch, byPasskey: words.resumeBatchByPasskey }
      : { button: words.approveBatch, byPasskey: words.approveBatchByPasskey };
  return drawStepUp(view, { ...said, title: said.button, action: `${batchesPath}/decide` }, step, wrong);
}

/**
 * Draws the page that says why nothing was done about a batch.
 * @param text the API's text
 */
export const drawNotDone = (view: View, id: string, text: string): Page => ({
  title: view.words.notDone,
  back: backTo(view, id),
  body: notice('bad', saidIn(view.language, text)),
  isNarrow: true,
});

/**
 * Draws the page to stop a batch.
 * @param isAgain whether the last form had a reason that cannot be read
 */
export function drawStop(view: View, { batch, mayStop, mayDecide }: Head, isAgain: boolean): Page {
  const { words } = view;
  if (!mayStop) return drawNotDone(view, batch.id, wordsOf(whyNot(mayDecide)));
  const reason = field({
    name: 'reason',
    label: words.stopReasonAsked,
    wrong: isAgain && words.stopReasonNote,
    more: { maxlength: 200 },
  });
  return {
    title: `${words.stopBatch}: ${nameOfBatch(view, batch)}`,
    back: backTo(view, batch.id),
    ...(isAgain ? { status: 422 as const } : {}),
    lead: words.stopNote,
    body: card({}, form(`${batchesPath}/${batch.id}/stop`, reason, h.p(button(words.stopBatch, 'danger')))),
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
  return {
    title: `${words.retryBatch}: ${nameOfBatch(view, batch)}`,
    back: backTo(view, batch.id),
    ...(again ? { status: 422 as const } : {}),
    lead: words.retryNote,
    body: joined(
      again && drawReport(view, again.why),
      card(
        {},
        form(
          `${batchesPath}/${batch.id}/retry`,
          drawTotals(view, again?.typed ?? {}, again?.why),
          h.p(hidden({ idempotency_key: key }), button(words.retryBatch)),
        ),
      ),
    ),
  };
}
