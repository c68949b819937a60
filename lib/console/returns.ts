// Draws the returns of a sent payment: their sum, and the amount, time and reason of each return.

import { type Cents, toDecimal } from '../base/money.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { ReturnCode } from '../network/return-codes.ts';
import { type Html, h } from '../page/elements.ts';
import { amountIn, minuteIn } from '../page/formats.ts';
import { card, sub } from '../page/parts.ts';
import type { View } from './shell.ts';

/** Returns whether a part of the payment was returned. A payment that was returned in full has the status REFUNDED. */
export const isPartlyReturned = ({ status, returnedCents }: Cashout): boolean =>
  status === 'SUCCESS' && returnedCents !== undefined && returnedCents > 0;

export function drawReturns(view: View, cashout: Cashout): Html | '' {
  if (cashout.status !== 'REFUNDED' && !isPartlyReturned(cashout)) return '';
  const { words, language } = view;
  const { request, refundedAt, returns = [] } = cashout;
  const returnedCents = cashout.returnedCents ?? request.amountCents;
  const money = (amountCents: Cents) => amountIn(language, toDecimal(amountCents));
  const reasonOf = (code: string) => words.returnReasons[code as ReturnCode] ?? code;
  const listedCents = returns.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const isWhole = returns.length === 0 || listedCents === returnedCents;
  const at = (instant: string) => `${minuteIn(language, instant)} (${words.zone})`;
  const whenWhole = returns.length === 0 && refundedAt ? ` ${at(refundedAt)}` : '';
  return card(
    { title: words.returnsOfPayment },
    h.p(words.cameBack(money(returnedCents), money(request.amountCents)), whenWhole),
    h.ul(
      { class: 'list' },
      returns.map((one) =>
        h.li(h.span(at(one.at), sub(reasonOf(one.code))), h.b({ class: 'sum' }, money(one.amountCents))),
      ),
    ),
    isWhole ? '' : h.p({ class: 'soft' }, words.returnsLeftOut),
  );
}
