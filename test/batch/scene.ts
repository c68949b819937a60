// A company with batches. A test runs the batch worker and the transfers itself, with its own clock.

import { randomUUID } from 'node:crypto';
import type { Deps } from '../../lib/app/deps.ts';
import type { Line } from '../../lib/batch/line-pages.ts';
import { noteReturn } from '../../lib/batch/note-return.ts';
import { runBatch } from '../../lib/batch/run-batch.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import {
  type Answer,
  type Caller,
  openCaller,
  openTenant,
  sandbox,
  sendInProcess,
  signed,
  type Tenant,
} from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';

export type SentLine = Record<string, unknown>;

/** Returns lines to different keys, each with this amount in reais. */
export const linesTo = (count: number, amount = 10, key = (n: number) => `p${n}@sandbox.pix`): SentLine[] =>
  Array.from({ length: count }, (_, n) => ({ line_id: `line-${n + 1}`, amount, key: key(n + 1) }));

/** The number is small, so that a small batch takes several steps. */
const linesPerStep = 30;

/** @param change changes the dependencies of the worker and the API */
export function useBatches(change: (deps: Deps) => Deps = (deps) => deps) {
  const clock = { now: new Date('2031-06-10T15:00:00.000Z') };
  const used = useStack({
    now: () => clock.now,
    settings: { BATCH_LINES_PER_SECOND: String(linesPerStep / 5) },
  });
  const sent: {
    id: string;
    revision: number | undefined;
    returned: number | undefined;
    delaySeconds: number;
  }[] = [];
  const told: { type: string; id: string }[] = [];
  const deps = (): Deps => {
    const { queues } = used.stack.deps;
    return change({
      ...used.stack.deps,
      queues: {
        ...queues,
        sendBatch: async ({ id, revision, returned }, delaySeconds = 0) =>
          void sent.push({ id, revision, returned, delaySeconds }),
        sendAccountEvent: async (event) => {
          told.push({ type: event.type, id: JSON.parse(event.body).data.id });
          return queues.sendAccountEvent(event);
        },
      },
    });
  };
  const send = (call: Parameters<ReturnType<typeof sendInProcess>>[0]) =>
    sendInProcess(used.stack, deps())(call);

  return {
    used,
    clock,
    sent,
    /** Returns the events of batches. */
    told,
    deps,
    send,
    wait(seconds: number): void {
      clock.now = new Date(clock.now.getTime() + seconds * 1_000);
    },

    async open(balance = 100_000): Promise<Caller> {
      sent.length = 0;
      return openCaller(send, await openTenant(send, { balance }));
    },

    /** Opens another user of the company, with the user's own client. */
    async colleague(
      { tenant: { company_id } }: Caller,
      permissions = ['CREATE', 'APPROVE'],
    ): Promise<Caller> {
      const { body } = await sandbox(send, '/sandbox/clients', { company_id, permissions });
      return openCaller(send, body as Tenant);
    },

    /** Returns the caller with a new token, because the old one has expired. */
    again: ({ tenant }: Caller): Promise<Caller> => openCaller(send, tenant),

    /** @param more other fields of the batch */
    create(
      caller: Caller,
      lines: SentLine[],
      more: Record<string, unknown> = {},
      key = randomUUID(),
    ): Promise<Answer> {
      const total_amount = lines.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0) / 100;
      const body = { ...caller.source, total_lines: lines.length, total_amount, lines, ...more };
      return caller.post('/v3/batches', body, { 'idempotency-key': key });
    },

    createCsv(
      caller: Caller,
      text: string,
      query: Record<string, string>,
      key = randomUUID(),
    ): Promise<Answer> {
      return this.createFile(caller, text, 'text/csv; charset=utf-8', query, key);
    },

    createFile(
      caller: Caller,
      content: string | Buffer,
      type: string,
      query: Record<string, string>,
      key = randomUUID(),
    ): Promise<Answer> {
      const authorization = `Bearer ${caller.token}`;
      return send({
        method: 'POST',
        path: `/v3/batches?${new URLSearchParams(query)}`,
        headers: {
          authorization,
          hmac: signed(caller.tenant.hmac_secret, content),
          'content-type': type,
          'idempotency-key': key,
        },
        body: content,
      });
    },

    /** Runs one step of the worker for the next message, at the time when the message is due. */
    async step(with_: Deps = deps()): Promise<void> {
      const next = sent.shift();
      if (!next) throw new Error('no message waits');
      this.wait(next.delaySeconds);
      const { revision, returned } = next;
      await (returned === undefined
        ? runBatch(with_, next.id, revision)
        : noteReturn(with_, next.id, returned));
    },

    /** Returns every line with its progress. */
    async linesOf(id: string): Promise<Line[]> {
      const batch = await used.stack.deps.batches.get(id);
      if (!batch) throw new Error('no batch');
      const pages = await used.stack.deps.batches.getPages(batch, [...batch.tallies.keys()]);
      return pages.flatMap(({ lines }) => [...lines]);
    },

    /** Runs the transfers of the cashouts in progress. */
    async pay(id: string): Promise<void> {
      for (const { progress } of await this.linesOf(id))
        if (progress.state === 'processing') await takeStep(deps(), progress.cashoutId as number);
    },

    /** Runs steps and transfers until no message is left. */
    async finish(id: string): Promise<void> {
      for (let steps = 0; sent.length > 0; steps++) {
        if (steps > 500) throw new Error('the batch does not come to rest');
        await this.step();
        await this.pay(id);
      }
    },

    /** Creates a batch that waits for its approval. */
    async waiting(
      caller: Caller,
      lines: SentLine[],
      more: Record<string, unknown> = {},
    ): Promise<Answer['body']> {
      const { body } = await this.create(caller, lines, more);
      await this.step();
      return (await caller.get(`/v3/batches/${body.id}`)).body;
    },

    approve: (caller: Caller, { id, content_digest }: Answer['body']): Promise<Answer> =>
      caller.post(`/v3/batches/${id}/approve`, { id, content_digest }),

    async show(caller: Caller, id: string): Promise<Answer['body']> {
      return (await caller.get(`/v3/batches/${id}`)).body;
    },
  };
}
