// Whatever happened was told, once: in the account's feed, and to every webhook that wanted it, under one id and with
// the same bytes each time.

import { createHmac } from 'node:crypto';
import { type Cashout, isSelfApproved } from '../../lib/cashout.ts';
import type { Chargeback } from '../../lib/chargeback.ts';
import type { Delivery } from '../../lib/delivery.ts';
import type { PaymentReceived } from '../../lib/network-event.ts';
import type { RecordedEvent } from '../../lib/stores/events.ts';
import { type Webhook, wants } from '../../lib/webhook.ts';
import { type Body, isGood, type Operation } from './callers.ts';
import { type Case, groupBy, rowsOf } from './check.ts';

type StoredEvent = RecordedEvent & { account: string; position: string };
const keyOf = ({ branch, number }: { branch: string; number: string }) => `${branch}#${number}`;
const bodyOf = ({ outcome }: Operation): Body => (outcome.kind === 'answer' ? outcome.body : {});

export function checkEvents(judged: Case): void {
  const { stored, fail } = judged;
  const events = rowsOf<StoredEvent>(stored, 'EventsTable').filter(
    ({ position }) => !position.startsWith('id#'),
  );
  const feeds = groupBy(events, ({ account }) => account);
  for (const [account, feed] of feeds) {
    const sequences = feed.map(({ sequence }) => sequence).sort((one, other) => one - other);
    if (sequences.some((sequence, index) => sequence !== index + 1))
      fail('I19', `the feed of ${account} has gaps`);
    if (new Set(feed.map(({ id }) => id)).size !== feed.length)
      fail('I19', `the feed of ${account} tells something twice`);
  }
  const expected = expectedEvents(judged);
  const kinds = /^(cashout|cashin|chargeback)-/;
  for (const account of new Set([...expected.keys(), ...feeds.keys()])) {
    const told = (feeds.get(account) ?? []).map(({ id }) => id).filter((id) => kinds.test(id));
    const due = expected.get(account) ?? new Set();
    for (const id of due) if (!told.includes(id)) fail('I18', `${account} is not told of ${id}`);
    for (const id of told)
      if (!due.has(id)) fail('I19', `${account} is told of ${id}, which has not happened`);
  }
  checkDeliveries(judged, feeds);
  checkAttempts(judged);
}

function expectedEvents({ stored }: Case): Map<string, Set<string>> {
  const expected = new Map<string, Set<string>>();
  const expect = (account: { branch: string; number: string }, id: string) =>
    void expected.set(keyOf(account), (expected.get(keyOf(account)) ?? new Set()).add(id));
  for (const cashout of rowsOf<Cashout>(stored, 'CashoutsTable')) {
    const payee = cashout.recipient?.ownAccount;
    for (const change of changesOf(cashout)) {
      expect(cashout.account, `cashout-${cashout.id}-${change}`);
      if (payee && change === 'succeeded') expect(payee, `cashin-${cashout.id}-received`);
      if (payee && change === 'refunded') expect(payee, `cashin-${cashout.id}-returned`);
    }
  }
  for (const { id, account, status, payment } of rowsOf<Chargeback>(stored, 'ChargebacksTable')) {
    if (status === 'REJECTED') expect(account, `chargeback-${id}-rejected`);
    if (status !== 'SUCCESS') continue;
    expect(account, `chargeback-${id}-succeeded`);
    if (payment.payer.account) expect(payment.payer.account, `cashin-${id}-received`);
  }
  for (const { id, payment } of rowsOf<{ id: string; payment?: PaymentReceived }>(stored, 'MarkersTable')) {
    if (id.startsWith('cash-in#') && payment)
      expect(payment.account, `cashin-${payment.transactionId}-received`);
  }
  return expected;
}

function changesOf(cashout: Cashout): string[] {
  const { status, approvedAt, reservedAt, recipient, request } = cashout;
  const ends = {
    SUCCESS: ['succeeded'],
    REFUNDED: ['succeeded', 'refunded'],
    ERROR: ['failed'],
    CANCELLED: ['cancelled'],
  };
  return [
    'created',
    ...(approvedAt && !isSelfApproved(request) ? ['approved'] : []),
    ...(recipient?.ownAccount && reservedAt ? ['internal_approved'] : []),
    ...((ends as Record<string, string[]>)[status] ?? []),
  ];
}

/** A registration is known to stand from its answer on; clocks may differ by some seconds. */
export const clockSlackMs = 5_000;

function checkDeliveries(
  { world, callers, stored, fail }: Case,
  feeds: ReadonlyMap<string, StoredEvent[]>,
): void {
  const deliveries = rowsOf<Delivery>(stored, 'DeliveriesTable');
  const standing = rowsOf<Webhook & { sealed?: string }>(stored, 'WebhooksTable').filter(
    ({ sealed }) => sealed,
  );
  for (const webhook of standing) {
    const made = callers.history.find(
      (call) => call.method === 'POST' && call.path === '/api/webhooks' && bodyOf(call).id === webhook.id,
    );
    if (!made || !isGood(made.outcome)) continue;
    for (const event of feeds.get(keyOf(webhook.account)) ?? []) {
      if (event.types.length === 0 || !wants(webhook, event.types)) continue;
      if (Date.parse(event.at) < made.time + clockSlackMs) continue;
      const delivery = deliveries.find(
        ({ webhookId, sequence }) => webhookId === webhook.id && sequence === event.sequence,
      );
      if (!delivery) fail('I18', `webhook ${webhook.id} has no delivery of ${event.id}`);
    }
  }
  for (const { webhookId, status, eventId, webhookCreatedAt } of deliveries) {
    if (status === 'PENDING')
      fail('I18', `delivery of ${eventId} to webhook ${webhookId} (${webhookCreatedAt}) is still PENDING`);
    const url = standing.find(({ id }) => id === webhookId)?.url;
    const arrived = world.receivers.received.some(
      ({ id, acknowledged, ...one }) => one.url === url && id === eventId && acknowledged,
    );
    if (url && status === 'DELIVERED' && !arrived)
      fail('I18', `${eventId} is DELIVERED to ${url}, which has not had it`);
  }
}

/** An attempt is under way once the registration was there, and nothing but the call follows: no writes, no waits. */
const sightAgeMax = 1_000;

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
    const { id, secret } = bodyOf(call);
    const about = callers.history.filter(
      ({ path, who }) => who === call.who && path.split('?')[0]?.startsWith(`/api/webhooks/${id}`),
    );
    const changes = about.filter(({ method }) => method === 'PUT');
    const secrets = [secret, ...changes.map((change) => bodyOf(change).secret)].filter(
      (one) => typeof one === 'string',
    );
    const own = received.filter(({ url }) => url === call.asked.url);
    const gone = about.find(({ method, outcome }) => method === 'DELETE' && isGood(outcome));
    for (const attempt of own) {
      // A rotation that nobody has heard of has a secret that nobody knows.
      const isKnown = changes.every(({ outcome }) => outcome.kind === 'answer');
      if (isKnown && !secrets.some((one) => isSignedWith(one, attempt)))
        fail('I20', `${attempt.id} to ${attempt.url} is not signed with its secret`);
      if (gone && attempt.step > gone.to && attempt.sightAge > sightAgeMax)
        fail('I21', `${attempt.id} is sent to ${attempt.url} after it was deleted`);
    }
  }
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
