// Draws the check of a request for a recovery, or of its cancellation, and why nothing was done.

import { toDecimal } from '../base/money.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { h } from '../page/elements.ts';
import { amountIn } from '../page/formats.ts';
import { card, facts, notice } from '../page/parts.ts';
import type { SeenRecovery } from '../sign-in/session.ts';
import type { BegunStepUp, Proved } from '../sign-in/step-up.ts';
import { drawStepUp } from './passkey-pages.ts';
import { recoveryPath, toldFacts } from './recovery-part.ts';
import { saidIn } from './refusals.ts';
import type { Page, View } from './shell.ts';

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
  const said = isCancel
    ? { button: words.cancelRecoveryNow, byPasskey: words.cancelRecoveryByPasskey }
    : { button: words.recoveryNow, byPasskey: words.recoveryByPasskey };
  const decided = { ...said, title: said.button, action: `${recoveryPath(cashout.id)}/decide` };
  return {
    title: isCancel ? words.cancelRecoveryTitle : words.recoveryTitle,
    back: backToPayment(view, cashout.id),
    body: h.div(
      { class: 'columns' },
      h.div(
        { class: 'stack' },
        card(
          {},
          h.p({ class: 'amount' }, amount),
          facts([...toldFacts(view, seen), [words.endToEndId, seen.end_to_end_id, 'id']]),
        ),
        notice('warn', isCancel ? words.cancelRecoveryNote : words.recoveryNote),
      ),
      drawStepUp(view, decided, step, wrong),
    ),
  };
}

/** Draws the page that says why nothing was done. @param text of the API, of the PSP, or of this page */
export const drawNotRecovered = (view: View, id: number, text: string): Page => ({
  title: view.words.notDone,
  back: backToPayment(view, id),
  body: notice('bad', saidIn(view.language, text)),
  isNarrow: true,
});

const backToPayment = ({ words }: View, id: number) =>
  [`/console/cashouts/${id}`, words.paymentPart] as const;
