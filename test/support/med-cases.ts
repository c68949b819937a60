// Creates MED reports about payments, which are applied at once.

import { expect } from 'vitest';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { type MedReported, networkEvent } from '../../lib/network/event.ts';
import { type Answer, type Send, sandbox, sendInProcess } from './api.ts';
import type { Stack } from './stack.ts';

/** Returns the sandbox API. Its notices are applied before it answers. */
export function sandboxAtOnce(stack: Stack) {
  return async (
    method: 'POST' | 'PUT',
    path: string,
    body: object,
    now = stack.deps.now,
  ): Promise<Answer> => {
    const events: unknown[] = [];
    const queues = { ...stack.deps.queues, sendEvent: async (event: object) => void events.push(event) };
    const deps = { ...stack.deps, queues, now };
    const send: Send = (call) => sendInProcess(stack, deps)({ ...call, method });
    const answer = await sandbox(send, path, body);
    expect(answer).toMatchObject({ status: 200 });
    for (const event of events) await applyNetworkEvent(deps, networkEvent.parse(event));
    return answer;
  };
}

export const reported = (endToEndId: string, report: Partial<MedReported['report']> = {}): MedReported => ({
  version: 1,
  kind: 'med_reported',
  endToEndId,
  parked: 0,
  report: {
    id: 'report-1',
    reason: 'RETURN_REQUEST',
    status: 'OPEN',
    createdAt: '2026-11-20T12:00:00.000Z',
    modifiedAt: '2026-11-20T12:00:00.000Z',
    amountCents: 10_000,
    ...report,
  },
});
