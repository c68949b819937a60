// Creates webhook registrations and receivers, and reads what arrives at them.

import { Webhook as Verifier } from 'standardwebhooks';
import { expect } from 'vitest';
import type { Core } from '../../lib/app/deps.ts';
import type { Queues } from '../../lib/app/queues.ts';
import { type AccountRef, accountKey } from '../../lib/base/account-ref.ts';
import { recordPendingEvents } from '../../lib/cashout/record-pending-events.ts';
import type { WithQueues } from '../../lib/incoming/deps.ts';
import { deliverWebhook } from '../../lib/webhook/deliver-webhook.ts';
import type { DeliveryMessage } from '../../lib/webhook/delivery.ts';
import type { AccountEvent } from '../../lib/webhook/event.ts';
import { fanOut } from '../../lib/webhook/fan-out.ts';
import { recordEvent } from '../../lib/webhook/record-event.ts';
import type { Caller } from './api.ts';
import { holdEventToContract } from './contract.ts';
import type { Heard } from './receiver.ts';
import type { Stack } from './stack.ts';

export type Registered = { id: number; secret: string; url: string; created_at: string };

/** Registers a webhook. The next one is registered in a later millisecond, because lists are in the order of creation. */
export async function register(caller: Caller, url: string, type = 'ALL', more = {}): Promise<Registered> {
  const wanted = { ...caller.source, url, type_webhook: type, ...more };
  const answer = await caller.call('POST', '/api/webhooks', wanted);
  expect(answer).toMatchObject({ status: 200 });
  const { created_at: createdAt } = answer.body as Registered;
  if (Date.now() === Date.parse(createdAt)) await new Promise((resolve) => setTimeout(resolve, 2));
  return answer.body as Registered;
}

/** Returns the content of a delivery as the library of Standard Webhooks reads it. Throws if the signature is wrong. */
export function verified({ body, headers }: Heard, secret: string) {
  // biome-ignore lint/suspicious/noExplicitAny: bodies are asserted whole, so their type is what the test writes
  const event = new Verifier(secret).verify(body, headers as Record<string, string>) as any;
  holdEventToContract(event);
  return event;
}

/**
 * Returns queues that keep what is sent until the test processes it. So the test decides which messages arrive, when
 * and how often.
 */
export function heldQueues(stack: Stack) {
  const messages: { message: DeliveryMessage; delay: number }[] = [];
  const sendDelivery = async (message: DeliveryMessage, delay = 0) => void messages.push({ message, delay });
  const sendDeliveries = async (all: readonly DeliveryMessage[]) => {
    for (const message of all) await sendDelivery(message);
  };
  // Records an event at once, without a queue.
  const sendAccountEvent = (event: AccountEvent): Promise<void> =>
    stack.apart(async () => {
      await recordEvent(stack.deps, event);
      await fanOutFeed({ ...stack.deps, queues }, event.account);
    });
  const queues: Queues = { ...stack.deps.queues, sendDelivery, sendDeliveries, sendAccountEvent };
  return { queues, messages };
}

const fannedOut = new Set<string>();

/** Creates the deliveries of an account's new events, as the stream of its feed does page by page. */
export async function fanOutFeed(deps: Core & WithQueues, account: AccountRef): Promise<void> {
  const events = await deps.events.list(account, 0, 10_000);
  for (const page of new Set(events.map((event) => event.page))) {
    const name = `${accountKey(account)} ${page}`;
    if (!fannedOut.has(name)) await fanOut(deps, account, page);
    fannedOut.add(name);
  }
}

/** Creates the deliveries of new events for the first account of a caller. */
export const fanOutOf = ({ source }: Caller, deps: Core & WithQueues): Promise<void> =>
  fanOutFeed(deps, {
    branch: source.source_account_branch_identifier,
    number: source.source_account_number,
  });

/** Records a cashout's pending events, and creates the deliveries for its account and for a payee of ours. */
export async function tell(deps: Core & WithQueues, id: number): Promise<void> {
  await recordPendingEvents(deps, id);
  const cashout = await deps.cashouts.get(id);
  for (const account of [cashout?.account, cashout?.recipient?.ownAccount])
    if (account) await fanOutFeed(deps, account);
}

/** Creates a cashout by PIX key and records its events. It is settled only if the test completes it. */
export async function createCashout(stack: Stack, caller: Caller, queues = stack.deps.queues) {
  const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
  const { id } = (await caller.post('/create-cashout', body)).body as { id: number };
  await tell({ ...stack.deps, queues }, id);
  return id;
}

/** Processes one message. */
export const deliver = (stack: Stack, message: DeliveryMessage, world = stack.deps) =>
  deliverWebhook(world, message);
