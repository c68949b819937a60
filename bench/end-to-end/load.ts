// Runs several callers in parallel. Each caller sends a cashout, waits until it ends, and sends the next. The measured
// time begins with the first byte of the first call and ends when the caller learns of SUCCESS.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Account, patienceMs } from './callers.ts';
import type { Receiver } from './receiver.ts';

export const pollMs = 5;

type Cashout = { id: number; status: string };

export type Load = {
  /** The account of each caller. If callers share an account, the list contains it several times. */
  accounts: readonly Account[];
  each: number;
  approval: 'self' | 'second call';
  /** Receives the webhook by which a caller learns that its cashout has ended. Without a receiver, the caller polls. */
  receiver?: Receiver;
};

/** All times are in milliseconds. */
export type Measured = { ended: number[]; answered: number[]; polls: number; elapsed: number };

export async function sendAll({ accounts, each, approval, receiver }: Load): Promise<Measured> {
  const measured: Measured = { ended: [], answered: [], polls: 0, elapsed: 0 };
  const startedAt = performance.now();
  await Promise.all(
    accounts.map(async (account) => {
      for (let count = 0; count < each; count++) await sendOne(account);
    }),
  );
  measured.elapsed = performance.now() - startedAt;
  return measured;

  async function sendOne(account: Account): Promise<void> {
    const { client, source } = account;
    const body = { ...source, amount: '0.01', key: 'fulano@example.com' };
    const path = approval === 'self' ? '/create-cashout-self-approve' : '/create-cashout';
    const from = performance.now();
    const created = await client.post<Cashout>(path, body, randomUUID());
    assert.equal(created.status, 200, JSON.stringify(created.body));
    const { id } = created.body;
    if (approval !== 'self') {
      const approved = await client.post<Cashout>('/approve-cashout', { id });
      assert.equal(approved.status, 200, JSON.stringify(approved.body));
    }
    measured.answered.push(performance.now() - from);
    account.sent += 1;
    account.sentCents += 1;
    if (receiver) await receiver.succeeded(id);
    else await pollUntilEnded(account, id);
    measured.ended.push(performance.now() - from);
  }

  async function pollUntilEnded({ client }: Account, id: number): Promise<void> {
    const until = performance.now() + patienceMs;
    for (;;) {
      await pause(pollMs);
      measured.polls += 1;
      const { body } = await client.get<Cashout>(`/v3/cashouts/${id}`);
      if (body.status === 'SUCCESS') return;
      assert.equal(body.status, 'PROCESSING');
      assert.ok(performance.now() < until, `cashout ${id} did not end`);
    }
  }
}

/**
 * Measures the cheapest call of the same stack with the same number of callers. This is the time of HTTP, the gateway
 * and one function alone.
 */
export async function askForKeys(baseUrl: string, callers: number, each: number): Promise<number[]> {
  const took: number[] = [];
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let count = 0; count < each; count++) {
        const from = performance.now();
        const answer = await fetch(`${baseUrl}/.well-known/jwks.json`);
        await answer.text();
        assert.equal(answer.status, 200);
        took.push(performance.now() - from);
      }
    }),
  );
  return took;
}
