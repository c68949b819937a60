// Checks that every webhook got the events for which it is registered, and no others. Each event has one id, the same
// bytes in every attempt, and a signature with the secret that is valid at that time. Nobody gives up before all waits
// between attempts have passed.

import { createHmac } from 'node:crypto';
import type { Delivery } from '../../lib/webhook/delivery.ts';
import type { Webhook } from '../../lib/webhook/webhook.ts';
import { bodyOf, isGood, type Operation } from './callers.ts';
import { type Case, groupBy, rowsOf } from './case.ts';
import { feedsOf, keyOf } from './check-events.ts';
import type { Received } from './receivers.ts';

type Standing = Webhook & { sealed?: string };

/** A registration counts from the time of its answer. Clocks may differ by this much. */
export const clockSlackMs = 5_000;

export function checkDeliveries(judged: Case): void {
  const { callers, stored, fail } = judged;
  const deliveries = groupBy(rowsOf<Delivery>(stored, 'DeliveriesTable'), ({ webhookId }) =>
    String(webhookId),
  );
  const standing = rowsOf<Standing>(stored, 'WebhooksTable').filter(({ sealed }) => sealed);
  const feeds = feedsOf(judged);
  for (const webhook of standing) {
    const made = callers.history.find(
      (call) => call.method === 'POST' && call.path === '/api/webhooks' && bodyOf(call).id === webhook.id,
    );
    const own = deliveries.get(String(webhook.id)) ?? [];
    const feed = feeds.get(keyOf(webhook.account)) ?? [];
    for (const event of feed) {
      const isAskedFor = event.types.some((type) => webhook.type === 'ALL' || webhook.type === type);
      const delivery = own.find(({ sequence }) => sequence === event.sequence);
      const isAfter = made && isGood(made.outcome) && Date.parse(event.at) >= made.time + clockSlackMs;
      if (!delivery && isAskedFor && isAfter)
        fail('I18', `webhook ${webhook.id} has no delivery of ${event.id}`);
      // A test event has no type, because it goes only to the webhook that is tested.
      if (delivery && !isAskedFor && event.types.length > 0)
        fail('I18', `webhook ${webhook.id} for ${webhook.type} gets ${event.id}`);
      if (delivery && delivery.eventId !== event.id)
        fail('I18', `delivery ${delivery.sequence} of ${event.id} is one of ${delivery.eventId}`);
    }
    const wasPaused =
      webhook.health.paused !== undefined ||
      feed.some(({ id }) => id.startsWith(`webhook-${webhook.id}-paused-`));
    const isTooMany = tooManyFor(judged, webhook, feed);
    const urls = urlsOf(judged, webhook);
    for (const delivery of own) checkEnd(judged, urls, delivery, wasPaused || isTooMany(delivery));
  }
  for (const { webhookId, status, eventId, webhookCreatedAt } of [...deliveries.values()].flat()) {
    if (status === 'PENDING')
      fail('I18', `delivery of ${eventId} to webhook ${webhookId} (${webhookCreatedAt}) is still PENDING`);
  }
  checkAttempts(judged);
}

/**
 * Returns whether a delivery may have been held back because too many deliveries were waiting. The account must have
 * been told of that.
 */
function tooManyFor({ world }: Case, webhook: Webhook, feed: readonly { id: string; body: string }[]) {
  const told = feed.filter(({ id }) => id.startsWith(`webhook-${webhook.id}-full-`));
  const bounds = told.map(({ body }) => JSON.parse(body).data.held_from as number);
  const { WEBHOOK_WAITING_MAX: waitingMax } = world.config;
  return ({ sequence }: Delivery) =>
    bounds.some((heldFrom) => sequence >= heldFrom || sequence < heldFrom - 2 * waitingMax);
}

/** Returns all addresses that callers have ever set for a webhook. */
function urlsOf({ callers }: Case, { id, url }: Webhook): string[] {
  const changes = callers.history.filter(
    ({ method, path, asked }) => method === 'PUT' && path === `/api/webhooks/${id}` && asked.url,
  );
  const made = callers.history.filter((call) => call.path === '/api/webhooks' && bodyOf(call).id === id);
  return [...new Set([...[...made, ...changes].map(({ asked }) => asked.url as string), url])];
}

/** Checks that the status of a delivery agrees with what its receiver has seen. */
function checkEnd(
  { world, fail }: Case,
  urls: readonly string[],
  { status, eventId }: Delivery,
  mayBeHeld: boolean,
): void {
  const { received, posts, gone } = world.receivers;
  const tries = urls.reduce((sum, url) => sum + (posts.get(`${eventId} ${url}`) ?? 0), 0);
  const isTrue = {
    PENDING: true,
    DELIVERED: received.some((one) => urls.includes(one.url) && one.id === eventId && one.acknowledged),
    EXHAUSTED: tries > world.config.WEBHOOK_LADDER_SECONDS.length,
    CANCELLED: urls.some((url) => gone.has(url)),
    // After somebody has resumed the webhook, its held deliveries stay held.
    HELD: mayBeHeld,
  }[status];
  if (!isTrue) fail('I18', `${eventId} to ${urls.at(-1)} is ${status} after ${tries} attempts`);
}

/**
 * The longest time in milliseconds between reading the registration and the attempt. Only the call follows in between:
 * no writes, no waits.
 */
export const sightAgeMax = 1_000;

function checkAttempts({ world, callers, fail }: Case): void {
  const { received } = world.receivers;
  for (const [key, attempts] of groupBy(received, ({ id, url }) => `${id} ${url}`)) {
    if (new Set(attempts.map(({ body }) => body)).size > 1) fail('I20', `${key} comes with different bodies`);
    if (attempts.some(({ id, body }) => JSON.parse(body).id !== id)) fail('I20', `${key} carries another id`);
  }
  const made = callers.history.filter(
    ({ method, path, outcome }) => method === 'POST' && path === '/api/webhooks' && isGood(outcome),
  );
  for (const call of made) {
    const { id } = bodyOf(call);
    const about = callers.history.filter(
      ({ path, who }) => who === call.who && path.split('?')[0]?.startsWith(`/api/webhooks/${id}`),
    );
    const rotations = about.filter(({ method }) => method === 'PUT');
    const gone = about.find(({ method, outcome }) => method === 'DELETE' && isGood(outcome));
    for (const attempt of received.filter(({ url }) => url === call.asked.url)) {
      const name = `${attempt.id} to ${attempt.url}`;
      checkSignature(fail, name, attempt, [call, ...rotations]);
      if (attempt.authorization !== call.asked.authorization_token)
        fail('I20', `${name} does not carry its receiver's token`);
      if (gone && attempt.step > gone.to && attempt.sightAge > sightAgeMax)
        fail('I21', `${name} is sent after it was deleted`);
    }
  }
}

const dayMs = 86_400_000;

/**
 * Checks that an attempt is signed with the secret that was valid when the registration was last read, and for a day
 * also with the secret before it.
 */
function checkSignature(
  fail: Case['fail'],
  name: string,
  attempt: Received,
  givings: readonly Operation[],
): void {
  // If nobody got the answer of a rotation, nobody knows the new secret, so the signature cannot be checked.
  if (givings.some(({ outcome }) => outcome.kind !== 'answer')) return;
  const given = givings.filter((call) => typeof bodyOf(call).secret === 'string');
  if (new Set(given.map((call) => bodyOf(call).secret)).size < given.length)
    fail('I22', `${name}: a rotation gives a secret that was given before`);
  const signs = ({ outcome }: Operation) => isGood(outcome) && isSignedWith(outcome.body.secret, attempt);
  if (!given.some(signs)) fail('I20', `${name} is not signed with its secret`);
  // During a rotation the attempt may use either secret.
  if (given.some(({ from, to }) => from <= attempt.step && attempt.sightStep <= to)) return;
  const before = given.filter(({ to }) => to < attempt.sightStep);
  const [previous, latest] = [before.at(-2), before.at(-1)];
  if (latest && !signs(latest)) fail('I20', `${name} is signed with an old secret only`);
  if (!previous || !latest) return;
  const age = Number(attempt.timestamp) * 1000 - latest.time;
  if (age < dayMs - clockSlackMs && !signs(previous))
    fail('I20', `${name} is not signed with the secret of the day before`);
  if (age > dayMs + clockSlackMs && signs(previous))
    fail('I20', `${name} is signed with a secret older than a day`);
}

function isSignedWith(
  secret: string,
  { id, timestamp, body, signature }: { id: string; timestamp: string; body: string; signature: string },
): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return signature
    .split(' ')
    .includes(`v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`);
}
