// Draws the page of one delivery of a webhook: what is sent and what was answered. Also draws the page that sends many
// deliveries again.

import { html } from 'hono/html';
import { maskTaxId } from '../base/tax-id.ts';
import { timeIn } from '../receipt/words.ts';
import { presentDelivery } from '../webhook/present.ts';
import type { Again, planRedeliveries } from '../webhook/redeliver-many.ts';
import type { showDelivery } from '../webhook/show-delivery.ts';
import { drawFacts } from './page-parts.ts';
import type { Html, Page, View } from './shell.ts';
import { drawAttempts, pathOfWebhook } from './webhook-pages.ts';

/** `isWhole`: the person may see a whole CPF in the event. */
type Shown = Awaited<ReturnType<typeof showDelivery>> & { mayChange: boolean; isWhole: boolean };

/** Masks each text of the event that is a CPF, or has the form of one. */
const masked = (body: string) => body.replaceAll(/(?<=")\d{11}(?=")/g, maskTaxId);

export function drawDelivery(view: View, { webhook, delivery, event, mayChange, isWhole }: Shown): Page {
  const { words, language } = view;
  const path = pathOfWebhook(webhook);
  const one = presentDelivery(delivery);
  const at = (instant: string | null) => instant && `${timeIn(language, instant)} (${words.zone})`;
  const facts = drawFacts([
    [words.event, one.event_type, 'id'],
    [words.id, one.event_id, 'id'],
    [words.receiver, webhook.url],
    [words.status, words.deliveryStatuses[one.status]],
    [words.day, at(one.created_at)],
    [words.nextAttempt, at(one.next_attempt_at)],
    [words.attempts, String(one.attempts)],
  ]);
  return {
    title: words.delivery,
    body: html`<section class="card">${facts}</section>
<h2>${words.deliveryBody}</h2>${event ? html`<p class="soft">${words.deliveryBodyNote}</p><p class="card id">${isWhole ? event.body : masked(event.body)}</p>` : html`<p>${words.noDeliveryBody}</p>`}
<h2>${words.answers}</h2><p class="soft">${words.answersNote}</p>${one.log.length === 0 ? html`<p>${words.noAttempts}</p>` : drawAttempts(view, one.log)}
${mayChange ? html`<form method="post" action="${path}/deliveries/${one.id}"><button class="button">${words.sendAgain}</button></form><p><a href="${path}/again?from=${one.id}">${words.fromThisOn}</a></p>` : ''}
<nav><a href="${path}">${words.toWebhook}</a></nav>`,
  };
}

type Plan = Awaited<ReturnType<typeof planRedeliveries>>;

/**
 * Draws the plan or the result.
 * @param again the request to send deliveries again
 * @param isDone whether the deliveries were sent
 */
export function drawAgain(view: View, plan: Plan, again: Again, isDone: boolean): Page {
  const { words, language } = view;
  const { webhook, rows, left, isCounted, next } = plan;
  const path = pathOfWebhook(webhook);
  const { since } = again;
  const named: readonly [string, string] = 'at' in since ? ['since', since.at] : ['from', String(since.from)];
  const count = isDone ? words.againDone(rows.length) : words.againPlan(rows.length);
  const hidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}">`;
  const form: Html = html`<form method="post" action="${path}/again">${hidden(...named)}${again.before === undefined ? '' : hidden('before', String(again.before))}${hidden('asked', again.asked)}
<p class="soft">${words.againNote}</p><button class="button">${words.againButton(rows.length)}</button></form>`;
  return {
    title: words.againTitle,
    body: html`<section class="card">${drawFacts([
      [words.receiver, webhook.url],
      [words.since, 'at' in since ? timeIn(language, since.at) : undefined],
      [words.delivery, 'at' in since ? undefined : String(since.from), 'id'],
    ])}<p${isDone ? html` role="status"` : ''}>${rows.length === 0 && !isDone ? words.againNone : count}</p>${left > 0 ? html`<p>${words.againLeft(left, isCounted)}</p>` : ''}</section>
${webhook.health.paused ? html`<p class="bad" role="alert">${words.webhookIsPaused}</p>` : isDone || rows.length === 0 ? '' : form}
<nav>${left > 0 && (isDone || rows.length === 0) ? html`<a href="${path}/again?${named[0]}=${named[1]}&amp;before=${next}">${words.againNext}</a>` : ''}<a href="${path}">${words.toWebhook}</a></nav>`,
  };
}
