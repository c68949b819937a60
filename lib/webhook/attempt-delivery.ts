// Makes one delivery attempt: a POST with a signature by Standard Webhooks and the receiver's tokens. The POST is only
// sent to the registered public address.

import { eventSubject } from '../base/correlation.ts';
import type { Base, WithOutbound } from '../platform/deps.ts';
import type { OutboundResult } from '../platform/outbound.ts';
import { factOfEvent } from '../platform/trace-ids.ts';
import type { Attempt } from './delivery.ts';
import type { RecordedEvent } from './feed-page.ts';
import { signatureHeaders } from './signature.ts';
import { isSlow, signingSecrets, type Webhook } from './webhook.ts';

const answerBytesMax = 16 * 1024;

/** The result of an attempt. `retryAfter`: the receiver's Retry-After, in seconds. */
export type Attempted = { attempt: Attempt; retryAfter?: number };

export async function attemptDelivery(
  deps: Base & WithOutbound,
  webhook: Webhook,
  { id, body }: RecordedEvent,
  isFirst: boolean,
): Promise<Attempted> {
  const startedAt = deps.now();
  const { authorizationToken, functionsKey } = webhook;
  const { WEBHOOK_PATIENCE_SECONDS: patience, WEBHOOK_TIMEOUT_SECONDS: timeout } = deps.config;
  // Later attempts use the slow queue, which has the longer timeout.
  const seconds = isFirst && !isSlow(webhook.health) ? patience : timeout;
  const answer = await deps.outbound({
    method: 'POST',
    url: webhook.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'pix-cashout',
      ...signatureHeaders(signingSecrets(webhook, startedAt), id, startedAt, body),
      ...(authorizationToken === undefined ? {} : { authorization: authorizationToken }),
      ...(functionsKey === undefined ? {} : { 'x-functions-key': functionsKey }),
    },
    body,
    timeoutMs: seconds * 1000,
    bytesMax: answerBytesMax,
  });
  const endedAt = deps.now();
  deps.traces?.note(eventSubject(id), {
    ...{ name: 'deliverWebhook', kind: 'client', after: factOfEvent(id), start: startedAt, end: endedAt },
    attributes: { 'pix.webhook_id': webhook.id, 'pix.outcome': answer.kind, ...statusOf(answer) },
    failed: answer.kind !== 'answered' || answer.status >= 400,
  });
  const about = { at: startedAt.toISOString(), milliseconds: endedAt.getTime() - startedAt.getTime() };
  if (answer.kind !== 'answered') return { attempt: { ...about, result: answer.kind } };
  const retryAfter = readRetryAfter(answer.headers['retry-after'], endedAt);
  return {
    attempt: { ...about, result: 'answered', httpStatus: answer.status },
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

const statusOf = (answer: OutboundResult) =>
  answer.kind === 'answered' ? { 'http.response.status_code': answer.status } : {};

/** Reads Retry-After, which is a number of seconds or a date. Returns seconds. */
function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, (until - now.getTime()) / 1000);
}
