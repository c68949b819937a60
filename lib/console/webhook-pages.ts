// Draws the webhooks of an account, and one webhook with its deliveries.

import { html } from 'hono/html';
import type { Identity } from '../access/tokens.ts';
import { findAccount } from '../account/find-account.ts';
import { hasPermissions } from '../account/policy.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { isDefinite } from '../base/errors.ts';
import { toLocalTime } from '../base/time.ts';
import { timeIn } from '../receipt/words.ts';
import { listDeliveries } from '../webhook/list-deliveries.ts';
import { listWebhooks } from '../webhook/list-webhooks.ts';
import { presentDelivery, presentHealth } from '../webhook/present.ts';
import { type Webhook, webhookTypes } from '../webhook/webhook.ts';
import type { WebhookDeps } from './deps.ts';
import { drawCode } from './page-parts.ts';
import type { Html, Page, View } from './shell.ts';

export const webhooksPath = '/console/webhooks';
const perPage = 50;

export async function loadWebhooks(deps: WebhookDeps, caller: Identity, ref: AccountRef) {
  const { policy } = await findAccount(deps, caller, ref);
  return { webhooks: await listWebhooks(deps, caller, ref), mayChange: hasPermissions(policy, ['WEBHOOK']) };
}

/**
 * Loads a webhook and one page of its deliveries.
 * @param before only deliveries older than this one
 */
export async function loadWebhook(
  deps: WebhookDeps,
  caller: Identity,
  id: number,
  before: number | undefined,
) {
  const { webhook, rows, next } = await listDeliveries(deps, caller, id, { before, limit: perPage });
  const { policy } = await findAccount(deps, caller, webhook.account);
  return {
    webhook,
    next,
    mayChange: hasPermissions(policy, ['WEBHOOK']),
    deliveries: rows.map(presentDelivery),
  };
}

const told = (text: string | undefined) => (text ? html`<p class="bad" role="alert">${text}</p>` : '');
export const pathOfWebhook = ({ account, id }: Webhook) =>
  `${webhooksPath}/${account.branch}/${account.number}/${id}`;
const stateOf = ({ words }: View, webhook: Webhook) => {
  const { paused_reason: reason, failing_since: since } = presentHealth(webhook);
  if (reason) return html`<span class="bad">${words.pauseReasons[reason]}</span>`;
  return since
    ? html`<span class="warn">${words.failing}</span>`
    : html`<span class="good">${words.works}</span>`;
};

/**
 * Draws the webhooks.
 * @param again the form to show again, with the reason why it was refused
 */
export function drawWebhooks(
  view: View,
  { branch, number }: AccountRef,
  { webhooks, mayChange }: Awaited<ReturnType<typeof loadWebhooks>>,
  again?: { told: string; form: URLSearchParams },
): Page {
  const { words } = view;
  return {
    title: `${words.webhooksOf} ${branch}/${number}`,
    ...(again ? { status: 422 as const } : {}),
    body: html`${
      webhooks.length === 0
        ? html`<p>${words.noWebhooks}</p>`
        : html`<table><thead><tr><th scope="col">${words.receiver}</th><th scope="col">${words.events}</th><th scope="col">${words.status}</th></tr></thead>
<tbody>${webhooks.map((one) => html`<tr><th scope="row"><a href="${pathOfWebhook(one)}"><bdi>${one.url}</bdi></a></th><td data-name="${words.events}">${words.webhookTypes[one.type]}</td><td data-name="${words.status}">${stateOf(view, one)}</td></tr>`)}</tbody></table>`
    }${told(again?.told)}${mayChange ? drawAdding(view, `${branch}/${number}`, again?.form) : ''}
<nav><a href="/console/accounts/${branch}/${number}">${words.back}</a></nav>`,
  };
}

const drawAdding = (view: View, at: string, typed: URLSearchParams | undefined): Html => {
  const { words } = view;
  return html`<section class="card"><h2>${words.addWebhook}</h2><form method="post" action="${webhooksPath}/${at}">
<p><label for="url">${words.receiver}</label><br><input id="url" name="url" type="url" required placeholder="https://" value="${typed?.get('url') ?? ''}"></p>
<p><label for="type">${words.events}</label><br><select id="type" name="type">${webhookTypes.map((type) => html`<option value="${type}"${typed?.get('type') === type ? html` selected` : ''}>${words.webhookTypes[type]}</option>`)}</select></p>
<p><label for="token">authorization_token</label> <span class="soft">${words.optional}</span><br><input id="token" name="token" autocomplete="off"></p>
<p><label for="functions_key">x_functions_key</label> <span class="soft">${words.optional}</span><br><input id="functions_key" name="functions_key" autocomplete="off"></p>
${drawCode(view, 'code')}<button class="button">${words.addWebhook}</button></form></section>`;
};

/** Draws the only page that shows the secret. */
export const drawSecret = ({ words }: View, webhook: Webhook): Page => ({
  title: words.secretTitle,
  body: html`<div class="card"><p>${words.secretNote}</p><p class="id">${webhook.secret}</p></div><nav><a href="${pathOfWebhook(webhook)}">${words.toWebhook}</a></nav>`,
});

export function drawWebhook(
  view: View,
  { webhook, deliveries, next, mayChange }: Awaited<ReturnType<typeof loadWebhook>>,
  now: Date,
  why?: string,
): Page {
  const { words, language } = view;
  const path = pathOfWebhook(webhook);
  const button = (action: string, name: string) =>
    html`<form method="post" action="${path}/${action}"><button class="button plain">${name}</button></form>`;
  const proved = (action: string, name: string) =>
    html`<details><summary>${name}</summary><form method="post" action="${path}/${action}">${drawCode(view, action)}<button class="button plain">${name}</button></form></details>`;
  return {
    title: words.webhook,
    ...(why ? { status: 422 as const } : {}),
    body: html`${told(why)}<section class="card"><dl><dt>${words.receiver}</dt><dd><bdi>${webhook.url}</bdi></dd><dt>${words.events}</dt><dd>${words.webhookTypes[webhook.type]}</dd>
<dt>${words.status}</dt><dd>${stateOf(view, webhook)}</dd><dt>${words.createdAt}</dt><dd>${timeIn(language, webhook.createdAt)}</dd></dl></section>
${mayChange ? html`<div class="fields">${webhook.health.paused ? button('resume', words.resumeWebhook) : button('test', words.testWebhook)}</div>${drawSince(view, path, now)}${proved('rotate', words.rotateSecret)}${proved('delete', words.deleteWebhook)}` : ''}
<h2>${words.deliveries}</h2>${
      deliveries.length === 0
        ? html`<p>${words.noDeliveries}</p>`
        : html`<table><thead><tr><th scope="col">${words.event}</th><th scope="col">${words.day}</th><th scope="col">${words.status}</th><th scope="col">${words.attempts}</th></tr></thead>
<tbody>${deliveries.map((one) => drawDelivery(view, path, one, mayChange))}</tbody></table>`
    }
<nav>${next === null ? '' : html`<a href="${path}?before=${next}">${words.older}</a>`}<a href="${webhooksPath}/${webhook.account.branch}/${webhook.account.number}">${words.back}</a></nav>`,
  };
}

/** Draws the form that sends deliveries again. By default, the deliveries since one hour ago are sent. */
const drawSince = ({ words }: View, path: string, now: Date): Html =>
  html`<details><summary>${words.sendManyAgain}</summary><form action="${path}/again" class="fields"><p><label for="since">${words.since}</label><br><input id="since" name="since" type="datetime-local" required value="${toLocalTime(new Date(now.getTime() - 3_600_000).toISOString()).slice(0, 16)}"></p>
<button class="button plain">${words.lookAtMany}</button></form></details>`;

type Delivery = ReturnType<typeof presentDelivery>;

/** Draws the stored attempts, oldest first. */
export const drawAttempts = ({ words, language }: View, log: Delivery['log']): Html =>
  html`<ul>${log.map(({ at, result, status, milliseconds }) => html`<li>${timeIn(language, at)}: ${result === 'answered' ? status : words.attemptResults[result]} <span class="soft">(${milliseconds} ms)</span></li>`)}</ul>`;

function drawDelivery(view: View, path: string, one: Delivery, mayChange: boolean) {
  const { words, language } = view;
  const tone = { DELIVERED: 'good', EXHAUSTED: 'bad', HELD: 'warn', CANCELLED: 'soft', PENDING: '' }[
    one.status
  ];
  return html`<tr><th scope="row"><a class="id" href="${path}/deliveries/${one.id}">${one.event_type}</a><br><span class="soft id">${one.event_id}</span></th><td data-name="${words.day}">${timeIn(language, one.created_at)}</td>
<td data-name="${words.status}" class="${tone}">${words.deliveryStatuses[one.status]}${one.next_attempt_at ? html`<br><span class="soft">${words.nextAttempt} ${timeIn(language, one.next_attempt_at)}</span>` : ''}</td>
<td data-name="${words.attempts}"><details><summary>${one.attempts}</summary>${drawAttempts(view, one.log)}</details>${mayChange ? html`<form method="post" action="${path}/deliveries/${one.id}"><button class="button plain">${words.sendAgain}</button></form>` : ''}</td></tr>`;
}

/** Returns the reason of a refusal in the person's language. Throws any other error again. */
export function toldOf({ words }: View, error: unknown): string {
  if (!isDefinite(error)) throw error;
  if (error.code === 'unauthorized') return words.mayNotChange;
  if (error.code === 'too_many_webhooks') return words.tooManyWebhooks;
  if (error.code === 'webhook_is_paused') return words.webhookIsPaused;
  if (error.code === 'account_is_closed') return words.closed;
  throw error;
}
