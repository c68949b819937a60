// Plays the account of the payroll: money from the shop's account, a batch of salaries that has ended, and one that
// waits for an approval.

import { cents } from '../../lib/base/money.ts';
import { createBatch } from '../../lib/batch/create-batch.ts';
import { approveBatch } from '../../lib/batch/decide-batch.ts';
import { readJsonBatch } from '../../lib/batch/read-batch.ts';
import { runBatch } from '../../lib/batch/run-batch.ts';
import { type Act, type Cast, complete, type Planned, plan } from './acts.ts';
import { hourMs, minuteMs, playAt } from './clock.ts';
import type { Day } from './days.ts';
import { allStaff, staff } from './payees.ts';
import { paydaysOf } from './plot.ts';
import type { Stage } from './stage.ts';

/** What is transferred to the account of the payroll before each payday. It is a little more than the salaries. */
export const transferCents = cents(1_750_000);

/** Plans the transfers from the shop to the payroll. */
export function planTransfers(stage: Stage, cast: Cast, days: readonly Day[]): Planned[] {
  const payee = { name: 'Folha', key: cast.accounts.payroll.pixKey };
  return paydaysOf(days).map((day) => {
    const what = {
      from: 'shop',
      payee,
      amountCents: transferCents,
      tag: 'Transferência para a folha',
    } as const;
    const createdAt = day.at(8, 30);
    const payment = { ...what, createdAt, decidedAt: createdAt + hourMs, end: { kind: 'paid' } } as const;
    const { acts, ...planned } = plan(stage, cast, payment);
    return { ...planned, acts: acts.map(({ at, play }) => ({ at, play })) };
  });
}

/** Returns the acts of the batch that paid the salaries of the latest payday, in part. */
export function playBatch(stage: Stage, cast: Cast, day: Day): Act[] {
  const at = day.at(10);
  let id = '';
  const lane = 'payroll';
  const run = (when: number): Act => ({ at: when, lane, play: () => step(stage, id) });
  const open: Act = {
    at,
    lane,
    play: async () => {
      id = await openBatch(stage, cast, 'Salários', allStaff);
    },
  };
  const approve: Act = {
    at: at + hourMs,
    lane,
    play: async () => {
      const batch = await stage.deps.batches.get(id);
      await approveBatch(stage.deps, cast.approver, id, batch?.contentDigest ?? '');
    },
  };
  const steps = [1, 2, 3].map((minutes) => run(at + hourMs + minutes * minuteMs));
  return [open, run(at + minuteMs), approve, ...steps];
}

/** Opens the batch that waits for an approval. */
export async function playWaitingBatch(stage: Stage, cast: Cast, at: number): Promise<void> {
  const id = await playAt(at, () => openBatch(stage, cast, 'Adiantamento salarial', staff));
  await playAt(at + minuteMs, () => step(stage, id));
}

/** Makes a batch with a line for each person. @returns its id */
async function openBatch(
  { deps }: Stage,
  { creator, accounts: { payroll } }: Cast,
  name: string,
  people: typeof staff,
): Promise<string> {
  const total = people.reduce((sum, { pay }) => sum + Math.round(Number(pay) * 100), 0);
  const lines = people.map(({ key, pay, name: person }, place) => ({
    line_id: `${place + 1}`,
    amount: pay,
    key,
    tag: person,
    message_to_payee: name,
  }));
  const body = {
    source_account_branch_identifier: payroll.branch,
    source_account_number: payroll.number,
    name,
    total_lines: people.length,
    total_amount: (total / 100).toFixed(2),
    lines,
  };
  const content = readJsonBatch(Buffer.from(JSON.stringify(body)), deps.config.CNPJ_LETTERS);
  if (!('lines' in content)) throw new Error(`the batch ${name} is refused`);
  const { batch } = await createBatch(deps, creator, deps.ids.uuid(), content);
  return batch.id;
}

/** Makes a step of a batch, and pays the lines that it has started. */
async function step(stage: Stage, id: string): Promise<void> {
  const { deps } = stage;
  await runBatch(deps, id);
  const batch = await deps.batches.get(id);
  const pages = batch ? await deps.batches.getPages(batch, [...batch.tallies.keys()]) : [];
  for (const { progress } of pages.flatMap(({ lines }) => lines)) {
    if (progress.state === 'processing' && progress.cashoutId !== undefined)
      await complete(stage, progress.cashoutId);
  }
}
