// Draws the returns of a sent payment: their sum, and the amount, time and reason of each return.

import { html } from 'hono/html';
import { type Cents, toDecimal } from '../base/money.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { ReturnCode } from '../network/return-codes.ts';
import { amountIn, timeIn } from '../receipt/words.ts';
import type { Html, View } from './shell.ts';

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
  return html`<section class="card"><h2>${words.returnsOfPayment}</h2><p>${words.cameBack(money(returnedCents), money(request.amountCents))}${returns.length === 0 && refundedAt ? html` ${timeIn(language, refundedAt)} (${words.zone})` : ''}</p>
${returns.length === 0 ? '' : html`<ul>${returns.map(({ at, amountCents, code }) => html`<li>${money(amountCents)}, ${timeIn(language, at)} (${words.zone})<br><span class="soft">${reasonOf(code)}</span></li>`)}</ul>`}${isWhole ? '' : html`<p class="soft">${words.returnsLeftOut}</p>`}</section>`;
}
