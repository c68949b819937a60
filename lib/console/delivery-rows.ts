// Draws the deliveries of a webhook as a table, their states, and their attempts.

import { type Html, h, joined } from '../page/elements.ts';
import { minuteIn, momentIn } from '../page/formats.ts';
import { button, card, form, pill, sub, type Tone, table, timeline } from '../page/parts.ts';
import type { presentDelivery } from '../webhook/present.ts';
import type { View } from './shell.ts';

type Delivery = ReturnType<typeof presentDelivery>;

/** Draws the stored attempts, oldest first. */
export const drawAttempts = ({ words, language }: View, log: Delivery['log']): Html =>
  timeline(
    log.map(({ at, result, status, milliseconds }) => ({
      what: result === 'answered' ? status : words.attemptResults[result],
      note: `${minuteIn(language, at)} · ${milliseconds} ms`,
      isStopped: status === null || !isDelivered(status),
    })),
  );

const isDelivered = (status: number) => status >= 200 && status < 300;

const tones: Readonly<Record<Delivery['status'], Tone>> = {
  PENDING: 'plan',
  DELIVERED: 'good',
  EXHAUSTED: 'bad',
  HELD: 'wait',
  CANCELLED: 'over',
};

/** Draws the state of a delivery, and why it is held. */
export const drawDeliveryState = ({ words }: View, status: Delivery['status']): Html =>
  joined(pill(tones[status], words.deliveryStatuses[status]), status === 'HELD' && sub(words.heldNote));

/** Draws the deliveries of a webhook. */
export const drawDeliveries = (
  view: View,
  path: string,
  deliveries: readonly Delivery[],
  mayChange: boolean,
): Html =>
  card(
    { title: view.words.deliveries, isFlush: true },
    table({
      columns: [
        [view.words.event, 'row'],
        [view.words.day],
        [view.words.status, 'bare'],
        [view.words.attempts],
        ...(mayChange ? ([[view.words.sendAgain, 'bare']] as const) : []),
      ],
      rows: deliveries.map((one) => drawDelivery(view, path, one, mayChange)),
    }),
  );

/** Draws one delivery. The link does not cover the row, because the row has a button. */
function drawDelivery(view: View, path: string, one: Delivery, mayChange: boolean) {
  const { words, language, now } = view;
  const { next_attempt_at: next } = one;
  const to = `${path}/deliveries/${one.id}`;
  return [
    joined(h.a({ href: to }, one.event_type), sub(h.span({ class: 'id' }, one.event_id))),
    momentIn(language, one.created_at, now),
    joined(
      drawDeliveryState(view, one.status),
      next && sub(`${words.nextAttempt} ${momentIn(language, next, now)}`),
    ),
    h.details(h.summary(one.attempts), drawAttempts(view, one.log)),
    mayChange && form(to, button(words.sendAgain, 'plain')),
  ];
}
