// Sends the requests of a load. Each request is signed like an integrator's, timed, and checked for its expected
// status.

import { createHmac } from 'node:crypto';
import type { Client } from '../../local/client.ts';

/** Groups of comparable requests. The times of a group are combined. */
export type Group = 'cashout calls' | 'reads' | 'refusals' | 'webhook changes' | 'sandbox';

export type Answered = {
  group: Group;
  kind: string;
  /** The planned start of the request, in milliseconds from the start of the load. */
  at: number;
  ms: number;
  status: number;
  /** The error of the answer, if there is one. */
  fault?: string;
};

export type Call = {
  group: Group;
  kind: string;
  method?: 'POST' | 'GET' | 'PUT' | 'DELETE';
  path: string;
  content?: object;
  idempotencyKey?: string;
  /** A signature that is sent instead of the right one. */
  hmac?: string;
  /** The sender. It is absent for the calls of the sandbox. */
  by?: { client: Client; hmacSecret: string };
  expected?: number;
  /** @returns the error in an answer that has the expected status */
  check?: (answer: Answer) => string | undefined;
  /** The planned start of the request; the current time if it is absent. */
  due?: number;
};

export type Answer = { body: Record<string, unknown>; headers: Headers };
export type Ask = (call: Call) => Promise<Answer | undefined>;

/**
 * @param note called with every answer
 * @returns a function that sends a request; it returns nothing if the answer was not the expected one
 */
export function makeAsk(baseUrl: string, now: () => number, note: (answered: Answered) => void): Ask {
  return async (call) => {
    const { group, kind, expected = 200, due = now() } = call;
    const noted = (status: number, fault?: string) =>
      note({ group, kind, at: due, ms: now() - due, status, ...(fault ? { fault } : {}) });
    try {
      const request = await requestOf(call);
      const answer = await fetch(baseUrl + call.path, request);
      const text = await answer.text();
      const read = { body: JSON.parse(text) as Answer['body'], headers: answer.headers };
      const isExpected = answer.status === expected;
      const fault = isExpected ? call.check?.(read) : text.slice(0, 300);
      noted(answer.status, fault && `${kind}: ${answer.status} ${fault}`);
      return isExpected ? read : undefined;
    } catch (error) {
      noted(0, `${kind}: ${error}`);
      return undefined;
    }
  };
}

async function requestOf({ method = 'POST', by, content, idempotencyKey, hmac }: Call): Promise<RequestInit> {
  const body = content === undefined ? '' : JSON.stringify(content);
  const headers: Record<string, string> = by
    ? {
        authorization: `Bearer ${await by.client.bearer()}`,
        hmac: hmac ?? createHmac('sha256', by.hmacSecret).update(body).digest('hex'),
      }
    : { 'x-sandbox-key': 'local' };
  if (body) headers['content-type'] = 'application/json';
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  return { method, headers, ...(body ? { body } : {}) };
}
