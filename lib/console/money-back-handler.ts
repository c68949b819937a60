// Handles the pages that refund received payments. The pages show first the payment, then the planned refund. A
// one-time code or a passkey confirms exactly this refund.

import { errorBody, isDefinite, refuse } from '../base/errors.ts';
import { words } from '../base/field-schemas.ts';
import { type Cents, parseAmount } from '../base/money.ts';
import { readAmount } from '../base/read-amount.ts';
import { requestChargeback } from '../chargeback/request-chargeback.ts';
import { isSeenRefund, type SeenRefund } from '../sign-in/session.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';
import { beginStepUp } from '../sign-in/step-up.ts';
import type { MoneyBackDeps } from './deps.ts';
import { finishStep } from './finish-step.ts';
import { type App, type Context, formOf, makeFrame } from './frame-handler.ts';
import { keepProof } from './keep-proof.ts';
import {
  drawCheck,
  drawGiveBackOver,
  drawNotGiven,
  drawReceived,
  loadReceived,
  moneyBackPath,
  refundReasonMost,
} from './money-back-pages.ts';
import type { Page, View } from './shell.ts';

const one = `${moneyBackPath}/:id{[0-9]{1,16}}` as const;

export function moneyBackApp(deps: MoneyBackDeps): App {
  const { app, page, act, lead } = makeFrame(deps);
  const idOf = ({ req }: Context) => {
    const id = Number(req.param('id'));
    return Number.isSafeInteger(id) ? id : refuse('qr_code_not_found');
  };

  page(one, async ({ caller }, view, context) =>
    drawReceived(view, await loadReceived(deps, caller, idOf(context))),
  );

  act(one, async (signedIn, view, context) => {
    const form = await formOf(context);
    const typed = { amount: form.get('amount') ?? '', reason: form.get('reason') ?? '' };
    const amountCents = parseAmount(readAmount(typed.amount) ?? '');
    const reason = words(refundReasonMost).safeParse(typed.reason);
    const received = await loadReceived(deps, signedIn.caller, idOf(context));
    const isAbove = amountCents !== undefined && amountCents > received.leftCents;
    if (amountCents === undefined || !reason.success || (received.mayGiveBack && isAbove)) {
      const wrong = [
        ...(amountCents === undefined || isAbove ? (['amount'] as const) : []),
        ...(reason.success ? [] : (['reason'] as const)),
      ];
      return drawReceived(view, received, { typed, wrong });
    }
    const asked = { amountCents, information: reason.data };
    return check(signedIn, view, received, asked);
  });

  /** Draws the planned refund, and starts a step-up for exactly this refund. */
  async function check(
    { session }: SignedIn,
    view: View,
    received: Awaited<ReturnType<typeof loadReceived>>,
    { amountCents, information }: { amountCents: Cents; information: string },
    wrong?: 'wrong code' | 'wrong passkey',
  ): Promise<Page> {
    const { qrCode, leftCents } = received;
    const refusal = received.against(amountCents);
    if (refusal || !qrCode.payment)
      return drawNotGiven(view, qrCode.id, errorBody(refusal ?? 'qr_code_not_paid').body.message);
    const seen: SeenRefund = {
      refund: qrCode.id,
      end_to_end_id: qrCode.payment.endToEndId,
      left_cents: leftCents,
      amount_cents: amountCents,
      information,
      idempotency_key: deps.ids.uuid(),
    };
    const step = await beginStepUp(deps, session, [seen]);
    return drawCheck(view, received, { amountCents, information }, step, wrong);
  }

  act(`${one}/decide`, async (signedIn, view, context) => {
    const id = idOf(context);
    const { caller, session } = signedIn;
    const proved = await finishStep(deps, session, context, isSeenRefund);
    const [seen] = proved.kind === 'over' ? [] : proved.items;
    if (proved.kind === 'over' || !seen) return drawGiveBackOver(view, id);
    const { refund, amount_cents: amountCents, information } = seen;
    if (proved.kind !== 'proved') {
      const received = await loadReceived(deps, caller, refund);
      return check(signedIn, view, received, { amountCents, information }, proved.kind);
    }
    await keepProof(deps, `qr-code-${refund}`, proved.proof);
    try {
      await requestChargeback(deps, {
        caller,
        request: { qrCodeId: refund, amountCents, information },
        idempotencyKey: seen.idempotency_key,
        leftSeen: seen.left_cents,
        about: (chargebackId) => {
          context.env.event.subject = { chargebackId };
        },
      });
    } catch (error) {
      if (!isDefinite(error) || ['qr_code_not_found', 'too_many_requests'].includes(error.code)) throw error;
      return drawNotGiven(view, refund, errorBody(error.code, [], error.said).body.message);
    }
    return lead(context, `${moneyBackPath}/${refund}`);
  });
  return app;
}
