// Draws the page of one delivery of a webhook: what is sent and what was answered. Also draws the page that sends many
// deliveries again.

import { maskTaxId } from '../base/tax-id.ts';
import { type Html, h, joined } from '../page/elements.ts';
import { minuteIn } from '../page/formats.ts';
import { button, buttonLink, card, facts, form, hidden, notice } from '../page/parts.ts';
import { presentDelivery } from '../webhook/present.ts';
import type { Again, planRedeliveries } from '../webhook/redeliver-many.ts';
import type { showDelivery } from '../webhook/show-delivery.ts';
import { drawAttempts, drawDeliveryState } from './delivery-rows.ts';
import { copied } from './page-parts.ts';
import type { Page, View } from './shell.ts';
import { pathOfWebhook } from './webhook-pages.ts';

/** `isWhole`: the person may see a whole CPF in the event. */
type Shown = Awaited<ReturnType<typeof showDelivery>> & { mayChange: boolean; isWhole: boolean };

/** Masks each text of the event that is a CPF, or has the form of one. */
const masked = (body: string) => body.replaceAll(/(?<=")\d{11}(?=")/g, maskTaxId);

export function drawDelivery(view: View, shown: Shown): Page {
  const { words } = view;
  const path = pathOfWebhook(shown.webhook);
  const one = presentDelivery(shown.delivery);
  return {
    title: words.delivery,
    back: [path, words.webhook],
    lead: drawDeliveryState(view, one.status),
    acts:
      shown.mayChange &&
      joined(
        buttonLink(`${path}/again?from=${one.id}`, words.fromThisOn),
        form(`${path}/deliveries/${one.id}`, button(words.sendAgain)),
      ),
    body: joined(
      drawDeliveryFacts(view, shown),
      drawSent(view, shown),
      card(
        { title: words.answers },
        h.p({ class: 'soft' }, words.answersNote),
        one.log.length === 0 ? h.p(words.noAttempts) : drawAttempts(view, one.log),
      ),
      h.details(
        { class: 'card' },
        h.summary(words.technical),
        facts([[words.id, copied(view, one.event_id)]]),
      ),
    ),
  };
}

function drawDeliveryFacts({ words, language }: View, { webhook, delivery }: Shown): Html {
  const one = presentDelivery(delivery);
  const at = (instant: string | null) => instant && `${minuteIn(language, instant)} (${words.zone})`;
  return card(
    {},
    facts([
      [words.event, one.event_type, 'id'],
      [words.receiver, webhook.url],
      [words.day, at(one.created_at)],
      [words.nextAttempt, at(one.next_attempt_at)],
      [words.attempts, String(one.attempts)],
    ]),
  );
}

/** Draws the text that each attempt sends. */
const drawSent = ({ words }: View, { event, isWhole }: Shown): Html =>
  card(
    { title: words.deliveryBody },
    event
      ? joined(
          h.p({ class: 'soft' }, words.deliveryBodyNote),
          h.p({ class: 'id' }, isWhole ? event.body : masked(event.body)),
        )
      : h.p(words.noDeliveryBody),
  );

type Plan = Awaited<ReturnType<typeof planRedeliveries>>;

/** Returns the field that says which deliveries are meant. */
const namedIn = ({ since }: Again): readonly [string, string] =>
  'at' in since ? ['since', since.at] : ['from', String(since.from)];

/**
 * Draws the plan or the result.
 * @param again the request to send deliveries again
 * @param isDone whether the deliveries were sent
 */
export function drawAgain(view: View, plan: Plan, again: Again, isDone: boolean): Page {
  const { words } = view;
  const { webhook, rows, left, isCounted, next } = plan;
  const path = pathOfWebhook(webhook);
  const isOver = isDone || rows.length === 0;
  const more = `${path}/again?${namedIn(again).join('=')}&before=${next}`;
  return {
    title: words.againTitle,
    back: [path, words.webhook],
    body: joined(
      isDone && notice('good', words.againDone(rows.length)),
      webhook.health.paused && notice('bad', words.webhookIsPaused),
      drawAsked(view, plan, again),
      !isDone && h.p(rows.length === 0 ? words.againNone : words.againPlan(rows.length)),
      left > 0 && h.p(words.againLeft(left, isCounted)),
      !webhook.health.paused && !isOver && drawAgainForm(view, plan, again),
      left > 0 && isOver && h.p(buttonLink(more, words.againNext)),
    ),
    isNarrow: true,
  };
}

/** Draws which deliveries are meant. */
const drawAsked = ({ words, language }: View, { webhook }: Plan, { since }: Again): Html =>
  card(
    {},
    facts([
      [words.receiver, webhook.url],
      [words.since, 'at' in since ? minuteIn(language, since.at) : undefined],
      [words.delivery, 'at' in since ? undefined : String(since.from), 'id'],
    ]),
  );

function drawAgainForm({ words }: View, { webhook, rows }: Plan, again: Again): Html {
  const [name, value] = namedIn(again);
  return form(
    `${pathOfWebhook(webhook)}/again`,
    h.p({ class: 'soft' }, words.againNote),
    h.p(
      hidden({ [name]: value, before: again.before, asked: again.asked }),
      button(words.againButton(rows.length)),
    ),
  );
}
