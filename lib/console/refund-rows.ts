// Draws the refunds of a received payment as a table, and their states.

import { toDecimal } from '../base/money.ts';
import type { Chargeback } from '../chargeback/chargeback.ts';
import { type Content, type Html, h, joined } from '../page/elements.ts';
import { amountIn, momentIn } from '../page/formats.ts';
import { card, pill, sub, table } from '../page/parts.ts';
import { saidIn } from './refusals.ts';
import type { View } from './shell.ts';

/** `isWhole`: whether there are no older refunds. `nameOf`: returns the name of the person with an id. */
type Refunds = {
  refunds: readonly Chargeback[];
  isWhole: boolean;
  nameOf: (userId: string) => string | null | undefined;
};

/** Draws the refunds of a received payment, newest first. */
export function drawRefunds(view: View, { refunds, isWhole, nameOf }: Refunds): Html {
  const { words } = view;
  return joined(
    card(
      { title: words.refunds, isFlush: true },
      table({
        columns: [
          [words.day, 'row'],
          [words.refundReason, 'bare'],
          [words.requestedBy],
          [words.status, 'bare'],
          [words.amount, 'main sum'],
        ],
        rows: refunds.map((one) => drawRefund(view, one, nameOf(one.createdBy))),
      }),
    ),
    !isWhole && h.p({ class: 'soft' }, words.olderRefunds),
  );
}

function drawRefund(view: View, one: Chargeback, requester: string | null | undefined): readonly Content[] {
  const { words, language, now } = view;
  return [
    joined(
      momentIn(language, one.createdAt, now),
      one.returnId && sub(h.span({ class: 'id' }, one.returnId)),
    ),
    h.bdi(one.request.information),
    h.bdi(requester ?? words.unnamed),
    drawState(view, one),
    amountIn(language, toDecimal(one.request.amountCents)),
  ];
}

function drawState(view: View, { id, status, acceptedAt, endedAt, failureText }: Chargeback): Html {
  const { words, language, now } = view;
  if (status === 'PENDING') {
    const stage = acceptedAt ? 'accepted' : 'asked';
    return h.span(
      { 'data-awaits': `${id} ${stage}` },
      pill('run', words.refundStates[stage]),
      sub(words.refundNotes[stage]),
    );
  }
  const ended = endedAt && sub(momentIn(language, endedAt, now));
  if (status === 'SUCCESS') return joined(pill('good', words.refundStates.SUCCESS), ended);
  return joined(
    pill('bad', words.refundStates.REJECTED),
    ended,
    sub(words.refundNotes.REJECTED),
    failureText && sub(h.bdi(saidIn(language, failureText))),
  );
}
