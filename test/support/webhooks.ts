// Registrations, receivers and what arrives at them.

import { Webhook as Verifier } from 'standardwebhooks';
import { expect } from 'vitest';
import type { Queues } from '../../lib/app/queues.ts';
import { recordOwedEvents } from '../../lib/cashout/record-owed-events.ts';
import { deliverWebhook } from '../../lib/webhook/deliver-webhook.ts';
import type { DeliveryMessage } from '../../lib/webhook/delivery.ts';
import type { AccountEvent } from '../../lib/webhook/event.ts';
import { recordEvent } from '../../lib/webhook/record-event.ts';
import type { Caller } from './api.ts';
import { holdEventToContract } from './contract.ts';
import type { Heard } from './receiver.ts';
import type { Stack } from './stack.ts';

export type Registered = { id: number; secret: string; url: string; created_at: string };

export async function register(caller: Caller, url: string, type = 'ALL', more = {}): Promise<Registered> {
  const wanted = { ...caller.source, url, type_webhook: type, ...more };
  const answer = await caller.call('POST', '/api/webhooks', wanted);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as Registered;
}

/** The content of a delivery, as the library of Standard Webhooks reads it: throws when the signature is wrong. */
export function verified({ body, headers }: Heard, secret: string) {
  // biome-ignore lint/suspicious/noExplicitAny: bodies are asserted whole, so their type is what the test writes
  const event = new Verifier(secret).verify(body, headers as Record<string, string>) as any;
  holdEventToContract(event);
  return event;
}

/** Queues that keep what is sent, to be worked off by hand: a test decides what arrives, when and how often. */
export function heldQueues(stack: Stack) {
  const messages: { message: DeliveryMessage; delay: number }[] = [];
  const sendDelivery = async (message: DeliveryMessage, delay = 0) => void messages.push({ message, delay });
  // What is to be recorded is recorded at once.
  const sendAccountEvent = (event: AccountEvent): Promise<void> =>
    stack.apart(() => recordEvent({ ...stack.deps, queues }, event));
  const queues: Queues = { ...stack.deps.queues, sendDelivery, sendAccountEvent };
  return { queues, messages };
}

/** A cashout by PIX key with its events recorded; settled only if somebody completes it. */
export async function createCashout(stack: Stack, caller: Caller, queues = stack.deps.queues) {
  const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
  const { id } = (await caller.post('/create-cashout', body)).body as { id: number };
  await recordOwedEvents({ ...stack.deps, queues }, id);
  return id;
}

/** Works off one message. */
export const deliver = (stack: Stack, message: DeliveryMessage, world = stack.deps) =>
  deliverWebhook(world, message);
