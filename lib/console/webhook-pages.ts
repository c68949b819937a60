// Draws the webhooks of an account, and one webhook with its deliveries.

import type { Identity } from '../access/tokens.ts';
import { findAccount } from '../account/find-account.ts';
import { hasPermissions } from '../account/policy.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { isDefinite } from '../base/errors.ts';
import { toLocalTime } from '../base/time.ts';
import { type Html, h, joined } from '../page/elements.ts';
import { minuteIn } from '../page/formats.ts';
import {
  button,
  card,
  empty,
  facts,
  field,
  form,
  notice,
  pages,
  pill,
  rowLink,
  sub,
  table,
} from '../page/parts.ts';
import { listDeliveries } from '../webhook/list-deliveries.ts';
import { listWebhooks } from '../webhook/list-webhooks.ts';
import { presentDelivery, presentHealth } from '../webhook/present.ts';
import { type Webhook, webhookTypes } from '../webhook/webhook.ts';
import { drawDeliveries } from './delivery-rows.ts';
import type { WebhookDeps } from './deps.ts';
import { copied, drawCode } from './page-parts.ts';
import type { Page, View } from './shell.ts';

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

const pathOfAccount = ({ branch, number }: AccountRef) => `${webhooksPath}/${branch}/${number}`;
export const pathOfWebhook = ({ account, id }: Webhook) => `${pathOfAccount(account)}/${id}`;

/** Draws the state of a webhook, and why it is paused. */
function drawState({ words }: View, webhook: Webhook): Html {
  const { paused_reason: reason, failing_since: since } = presentHealth(webhook);
  if (reason) return joined(pill('bad', words.webhookPaused), sub(words.pauseReasons[reason]));
  return since ? pill('wait', words.failing) : pill('good', words.works);
}

/** The form to show again, with the reason why it was refused. */
type Again = { told: string; form: URLSearchParams };

/** Draws the webhooks. */
export function drawWebhooks(
  view: View,
  { branch, number }: AccountRef,
  { webhooks, mayChange }: Awaited<ReturnType<typeof loadWebhooks>>,
  again?: Again,
): Page {
  const { words } = view;
  const at = `${branch}/${number}`;
  return {
    title: `${words.webhooksOf} ${at}`,
    back: [`/console/accounts/${at}`, `${words.oneAccount} ${at}`],
    ...(again ? { status: 422 as const } : {}),
    body: joined(
      again && notice('bad', again.told),
      webhooks.length === 0 ? empty('bolt', words.noWebhooks) : drawList(view, webhooks),
      mayChange && drawAdding(view, `${webhooksPath}/${at}`, again?.form),
    ),
  };
}

const drawList = (view: View, webhooks: readonly Webhook[]): Html =>
  card(
    { isFlush: true },
    table({
      label: view.words.webhooks,
      columns: [[view.words.receiver, 'row'], [view.words.events], [view.words.status, 'bare']],
      rows: webhooks.map((one) => [
        rowLink(pathOfWebhook(one), one.url),
        view.words.webhookTypes[one.type],
        drawState(view, one),
      ]),
    }),
  );

function drawAdding(view: View, action: string, typed: URLSearchParams | undefined): Html {
  const { words } = view;
  const optional = (name: string, label: string) =>
    field({
      name,
      label: joined(`${label} `, h.span({ class: 'soft' }, words.optional)),
      isOptional: true,
    });
  return card(
    { title: words.addWebhook },
    form(
      action,
      field({
        name: 'url',
        label: words.receiver,
        value: typed?.get('url') ?? '',
        type: 'url',
        more: { placeholder: 'https://' },
      }),
      field({
        name: 'type',
        label: words.events,
        value: typed?.get('type') ?? '',
        options: webhookTypes.map((type) => [type, words.webhookTypes[type]]),
      }),
      h.div(
        { class: 'fields' },
        optional('token', 'authorization_token'),
        optional('functions_key', 'x_functions_key'),
      ),
      drawCode(view, 'code'),
      h.p(button(words.addWebhook)),
    ),
  );
}

/** Draws the only page that shows the secret. */
export const drawSecret = (view: View, webhook: Webhook): Page => ({
  title: view.words.secretTitle,
  back: [pathOfWebhook(webhook), view.words.toWebhook],
  body: joined(notice('warn', view.words.secretNote), card({}, h.p(copied(view, webhook.secret)))),
  isNarrow: true,
});

type Shown = Awaited<ReturnType<typeof loadWebhook>>;

/** @param why why the person's action was not done */
export function drawWebhook(view: View, shown: Shown, now: Date, why?: string): Page {
  const { words } = view;
  const { webhook, deliveries, next, mayChange } = shown;
  const { account } = webhook;
  const path = pathOfWebhook(webhook);
  return {
    title: words.webhook,
    back: [pathOfAccount(account), `${words.webhooksOf} ${account.branch}/${account.number}`],
    acts: mayChange && drawFirstAct(view, webhook),
    ...(why ? { status: 422 as const } : {}),
    body: joined(
      why && notice('bad', why),
      mayChange
        ? h.div({ class: 'columns' }, drawWebhookFacts(view, webhook), drawChanges(view, path, now))
        : drawWebhookFacts(view, webhook),
      deliveries.length === 0
        ? empty('send', words.noDeliveries)
        : drawDeliveries(view, path, deliveries, mayChange),
      pages(words.pages, [[next === null ? null : `${path}?before=${next}`, words.older]]),
    ),
  };
}

/** Draws the button that a person most likely needs next. */
function drawFirstAct({ words }: View, webhook: Webhook): Html {
  const path = pathOfWebhook(webhook);
  return webhook.health.paused
    ? form(`${path}/resume`, button(words.resumeWebhook))
    : form(`${path}/test`, button(words.testWebhook));
}

const drawWebhookFacts = (view: View, webhook: Webhook): Html =>
  card(
    {},
    facts([
      [view.words.receiver, webhook.url],
      [view.words.events, view.words.webhookTypes[webhook.type]],
      [view.words.status, drawState(view, webhook)],
      [view.words.createdAt, `${minuteIn(view.language, webhook.createdAt)} (${view.words.zone})`],
    ]),
  );

/** Draws the rarer acts, folded. */
function drawChanges(view: View, path: string, now: Date): Html {
  const { words } = view;
  const proved = (action: string, name: string, kind: 'plain' | 'danger') =>
    h.details(
      { class: 'card' },
      h.summary(name),
      form(`${path}/${action}`, drawCode(view, action), h.p(button(name, kind))),
    );
  return h.div(
    { class: 'stack' },
    drawSince(view, path, now),
    proved('rotate', words.rotateSecret, 'plain'),
    proved('delete', words.deleteWebhook, 'danger'),
  );
}

/** Draws the form that sends deliveries again. By default, the deliveries since one hour ago are sent. */
function drawSince({ words }: View, path: string, now: Date): Html {
  const hourAgo = toLocalTime(new Date(now.getTime() - 3_600_000).toISOString()).slice(0, 16);
  return h.details(
    { class: 'card' },
    h.summary(words.sendManyAgain),
    h.form(
      { action: `${path}/again`, class: 'fields' },
      field({ name: 'since', label: words.since, value: hourAgo, type: 'datetime-local' }),
      h.p(button(words.lookAtMany, 'plain')),
    ),
  );
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
