// Companies whose people send batches as files. The batch worker runs only when a test calls it.

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { runBatch } from '../../lib/batch/run-batch.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import type { Caller } from '../support/api.ts';
import { type Desk, useDesks } from './desk.ts';
import { unbalanced } from './unbalanced.ts';

export const path = '/console/batches';
type Form = Record<string, string | Blob>;

/** Returns a CSV file whose lines each pay ten reais to a key of the sandbox. */
export function csvOf({ source }: Caller, count: number, more: readonly string[] = []): string {
  const account = Object.values(source).join(',');
  const lines = Array.from({ length: count }, (_, n) => `line-${n + 1},10.00,p${n + 1}@sandbox.pix`);
  const rows = [...lines, ...more].map((line) => `${account},${line}`);
  return [`${Object.keys(source).join(',')},line_id,amount,key`, ...rows].join('\r\n');
}

export function useBatchDesks() {
  const desks = useDesks();
  const { its, send, codeOf } = desks;
  const deps = () => its.used.stack.deps;

  /** Visits a page and checks that its HTML is well formed. */
  async function visit({ browser }: Pick<Desk, 'browser'>, address: string) {
    const shown = await browser.visit(address);
    expect(unbalanced(shown.text)).toEqual([]);
    const ids = [...shown.text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    return shown;
  }

  /** Uploads a file with the page's form. @param more fields to change */
  function upload({ browser }: Pick<Desk, 'browser'>, text: string, more: Form = {}, headers = {}) {
    const lines = text.split('\r\n').length - 1;
    const form = new FormData();
    const fields: Form = {
      idempotency_key: randomUUID(),
      file: new Blob([text], { type: 'text/csv' }),
      charset: 'utf-8',
      total_lines: String(lines),
      total_amount: `${lines * 10},00`,
      name: '',
      ...more,
    };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return browser.upload(`${path}/send`, form, headers);
  }

  /** Runs the worker and the transfers until nothing is left to do. */
  async function run(id: string): Promise<void> {
    for (let steps = 0; steps < 50; steps++) {
      const before = await deps().batches.get(id);
      if (!before) return;
      await runBatch(deps(), id, before.revision);
      const pages = await deps().batches.getPages(before, [...before.tallies.keys()]);
      for (const { progress } of pages.flatMap(({ lines }) => lines))
        if (progress.state === 'processing') await takeStep(deps(), progress.cashoutId as number);
      its.wait(0.1);
      const after = await deps().batches.get(id);
      if (after?.status === before.status && !['JUDGING', 'PAYING', 'STOPPING'].includes(after.status))
        return;
    }
  }

  /** Uploads a batch in the console and has it checked. @returns the batch's id */
  async function sent(desk: Desk, count = 3, more: readonly string[] = []): Promise<string> {
    const { status, headers } = await upload(desk, csvOf(desk.company, count, more));
    expect(status).toBe(303);
    const id = headers.location?.split('/').at(-1) ?? '';
    await run(id);
    return id;
  }

  /** Creates a batch through the API and has it checked. */
  async function waiting(
    { company }: Desk,
    count = 3,
    more: object = {},
    key = (n: number) => `p${n}@sandbox.pix`,
  ) {
    const lines = Array.from({ length: count }, (_, n) => ({
      line_id: `line-${n + 1}`,
      amount: 10,
      key: key(n + 1),
    }));
    const body = { ...company.source, total_lines: count, total_amount: count * 10, lines, ...more };
    const made = await company.post('/v3/batches', body, { 'idempotency-key': randomUUID() });
    await run(made.body.id);
    return made.body.id as string;
  }

  const rowOf = (id: string) => deps().batches.get(id);
  const stepIn = (page: string) => /name="step" value="([0-9a-f]+)"/.exec(page)?.[1] ?? '';
  const confirm = async (desk: Pick<Desk, 'browser'>, id: string) =>
    (await send(desk, `batches/${id}/confirm`, {})).text;
  const decide = (desk: Pick<Desk, 'browser'>, step: string, code: string) =>
    send(desk, 'batches/decide', { step, code });
  /** Opens the confirmation page of a batch and sends a one-time code. */
  const approve = async (desk: Desk, id: string) =>
    decide(desk, stepIn(await confirm(desk, id)), codeOf(desk));

  return {
    ...desks,
    visit,
    upload,
    run,
    sent,
    waiting,
    rowOf,
    stepIn,
    confirmBatch: confirm,
    decideBatch: decide,
    approve,
  };
}
