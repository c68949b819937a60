// Waits after the load until all started work has ended, and then checks that the balances and entries add up.

import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { typesThatMayGet } from '../../lib/webhook/event-catalogue.ts';
import type { EventName } from '../../lib/webhook/event-types.ts';
import { readLambdaAddress } from '../../local/lambda-address.ts';
import type { Account } from './companies.ts';
import type { EngineFiles } from './engine-files.ts';
import { statementPath } from './reads.ts';
import type { Scene } from './scene.ts';

export type Books = {
  drainSeconds: number;
  /** The amount of work that had not ended even after the wait. */
  left: number;
  /** Cashouts whose call was answered, but whose success was not delivered. */
  notTold: number;
  statuses: Record<string, number>;
  notFinal: number;
  /** The number of differences that `reconcile` found. It adds up every account from its first entry. */
  differences: number;
  entries: number;
  wrongBalances: number;
  events: number;
  missing: number;
  /** Deliveries of events that the prompt receiver had received before. */
  repeated: number;
  unknown: number;
  incidents: number;
  deadLetters: number;
};

const drainMs = 300_000;
const inProgress = ['NEW', 'PROCESSING'];

export async function checkBooks(scene: Scene, files: EngineFiles, folder: string): Promise<Books> {
  const drained = await drain(scene, files);
  const statuses = files.statuses();
  const fed = await Promise.all(scene.accounts.map((account) => feedOf(scene, account)));
  const each = fed.map((ids, index) => compareEvents(ids, scene.told[index] ?? new Map()));
  const sum = (of: (one: (typeof each)[number]) => number) => each.reduce((total, one) => total + of(one), 0);
  const balances = await Promise.all(scene.accounts.map((account) => isBalanceWrong(scene, account)));
  const { differences, entries, complete } = await reconcileWhole(folder);
  assert.equal(complete, true);
  const queues = Object.entries(files.queues());
  return {
    ...drained,
    notTold: scene.open.size,
    statuses,
    notFinal: inProgress.reduce((total, status) => total + (statuses[status] ?? 0), 0),
    differences: differences.length,
    entries,
    wrongBalances: balances.filter(Boolean).length,
    events: sum(({ events }) => events),
    missing: sum(({ missing }) => missing),
    repeated: sum(({ repeated }) => repeated),
    unknown: sum(({ unknown }) => unknown),
    incidents: files.open(scene.never).incidents,
    deadLetters: queues.reduce(
      (total, [name, { messages }]) => total + (name.endsWith('dead-letter') ? messages : 0),
      0,
    ),
  };
}

/**
 * Waits until no work is left. Deliveries to receivers that always fail are not waited for, because their retries are
 * delayed messages.
 */
async function drain({ open, never }: Scene, files: EngineFiles) {
  const begun = performance.now();
  const count = () => {
    const rows = files.open(never);
    const messages = Object.values(files.queues()).reduce((total, { due }) => total + due, 0);
    const pending = rows['deliveries pending'] + rows['chargebacks in progress'];
    return open.size + messages + pending + rows['cashouts in the index of open work'];
  };
  let left = count();
  for (let calm = 0; calm < 3 && performance.now() - begun < drainMs; ) {
    await pause(500);
    left = count();
    calm = left === 0 ? calm + 1 : 0;
  }
  return { drainSeconds: (performance.now() - begun) / 1_000, left };
}

type Told = { id: string; type: EventName };

/** Returns the ids of all events of an account. Some of these events are only in the feed and have no webhook. */
async function feedOf({ ask }: Scene, { company, source }: Account): Promise<string[]> {
  const ids: string[] = [];
  for (let after = 0; ; ) {
    const query = new URLSearchParams({ ...source, after: String(after), limit: '100' });
    const call = { group: 'reads', kind: 'every event', method: 'GET', path: `/v3/events?${query}` } as const;
    const answer = await ask({ ...call, by: company });
    assert.ok(answer, 'the feed was not answered');
    const { results, cursor } = answer.body as { results: Told[]; cursor: number | null };
    ids.push(...results.filter(({ type }) => typesThatMayGet(type).length > 0).map(({ id }) => id));
    if (results.length === 0 || cursor === null || cursor === after) return ids;
    after = cursor;
  }
}

function compareEvents(fed: readonly string[], told: ReadonlyMap<string, number>) {
  const known = new Set(fed);
  const all = [...told.values()];
  return {
    events: fed.length,
    missing: fed.filter((id) => !told.has(id)).length,
    repeated: all.reduce((sum, times) => sum + times - 1, 0),
    unknown: [...told.keys()].filter((id) => !known.has(id)).length,
  };
}

async function isBalanceWrong({ ask }: Scene, account: Account): Promise<boolean> {
  const call = {
    group: 'reads',
    kind: 'last balance',
    method: 'GET',
    path: statementPath(account, 1),
  } as const;
  const answer = await ask({ ...call, by: account.company });
  const [last] = (answer?.body.results ?? []) as { balance: number }[];
  return Math.round((last?.balance ?? 0) * 100) !== account.expectedCents;
}

type Reconciled = { differences: unknown[]; entries: number; complete: boolean };

async function reconcileWhole(folder: string): Promise<Reconciled> {
  const path = '/2015-03-31/functions/pix-cashout-local-reconcile/invocations';
  const answer = await fetch(readLambdaAddress(folder) + path, { method: 'POST', body: '{"whole": true}' });
  assert.equal(answer.headers.get('x-amz-function-error'), null);
  return (await answer.json()) as Reconciled;
}
