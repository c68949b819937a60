// Brings the world to rest after the faults. All work in progress must end, and after that no repeated message may
// change anything.

import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { quietSeconds } from '../../lib/account/watch.ts';
import { accountKey } from '../../lib/base/account-ref.ts';
import { watchKey } from '../../lib/platform/keys.ts';
import type { Delivery } from '../../lib/webhook/delivery.ts';
import { type Callers, isGood } from './callers.ts';
import { isForPerson } from './case.ts';
import { clockSlackMs } from './check-deliveries.ts';
import { canonical, type Dump, dump, type Engine } from './engine.ts';
import { eventsIn } from './feeds.ts';
import { tellAll } from './outsiders.ts';
import { inWorld } from './scheduler.ts';
import type { Row } from './streams.ts';
import { lateMsMax } from './wire.ts';
import type { World } from './world.ts';

/**
 * The sweeps cover days of retries: a payment is looked up every quarter of an hour until it is too old to be sent, which
 * takes 46 sweeps, and then every hour. A row that needs more never ends. A paused batch looks every half hour whether
 * its cashouts have ended, for a week.
 */
const sweepsOf = ({ profile }: World) => (profile === 'batches' ? 400 : 120);

/** One sweep (a run of resume-stalled) finds all work that becomes due within a minute. */
const betweenSweepsMs = 60_000;

export async function comeToRest(world: World, callers: Callers): Promise<void> {
  const { scheduler, sqs, mirror } = world;
  const sweepsMax = sweepsOf(world);
  if (world.usesRail) await readLists(world);
  await inWorld(world, () => tellAll(world, callers));
  // Two more sweeps check the feed of an account whose work waits for a person.
  const lastLooks = [0, 0];
  let isToldAgain = false;
  for (let sweeps = 0; sweeps < sweepsMax; sweeps++) {
    if (!world.usesRail) await decideOpen(world, callers);
    await untilIdle(world);
    const redriven = sqs.redrive();
    const due = (await nextDue(world)) ?? lastLooks.pop();
    if (due === undefined && redriven === 0 && sqs.isIdle()) {
      if (isToldAgain) return;
      await tellReportsAgain(world);
      isToldAgain = true;
    }
    if (due !== undefined) {
      scheduler.jump(Math.max(0, due - scheduler.now()) + betweenSweepsMs);
      // Open work must reach the PSP that knows it. Every fifth sweep keeps the PSP, so that work that is due at every
      // second sweep meets both PSPs.
      if (sweeps % 5 < 4) world.changePsp(1);
      await inWorld(world, () => sweep(world));
    }
  }
  mirror.fail('I13', `still at work after ${sweepsMax} sweeps`);
}

/** Lets each report be read again, because a PSP lists it every five minutes. */
async function tellReportsAgain({ engine, config, sqs }: World): Promise<void> {
  const { Items = [] } = await engine.document.send(new ScanCommand({ TableName: config.MED_CASES_TABLE }));
  for (const { sk, endToEndId } of Items)
    if (sk === 'PAYMENT')
      sqs.enqueue(
        config.NETWORK_EVENTS_QUEUE_URL.split('/').at(-1) ?? '',
        JSON.stringify({ version: 1, kind: 'med_due', endToEndId }),
      );
}

/** Reads the lists of each PSP when it answers again: the first run may have to leave much to the second one. */
async function readLists(world: World): Promise<void> {
  const { scheduler, border, lambda } = world;
  const hour = 3_600_000;
  await untilIdle(world);
  // The lists of returned payments are read in the first minutes of an hour.
  const from = Math.ceil(Math.max(border.answersFrom(), scheduler.now()) / hour) * hour;
  scheduler.jump(from + 60_000 - scheduler.now());
  for (let runs = 2; runs > 0; runs--) await inWorld(world, () => lambda.invoke('pollNetwork', {}));
}

/** Mends the last fault of ours at the PSP. In some runs it lasts for longer than a day. */
export async function endOwnFaults(world: World): Promise<void> {
  const { ownFaults, scheduler } = world;
  if (!ownFaults) return;
  ownFaults.stop();
  if (ownFaults.outlastsDay()) {
    await untilIdle(world);
    for (const hours of [25, 1]) {
      scheduler.jump(hours * 3_600_000);
      await inWorld(world, () => sweep(world));
      await untilIdle(world);
    }
    await checkNeverHeld(world);
  }
  ownFaults.mend();
}

/** Checks that a cashout that was tried and never held waits for at most a day. */
async function checkNeverHeld({ engine, config, scheduler, mirror }: World): Promise<void> {
  const { Items = [] } = await engine.document.send(new ScanCommand({ TableName: config.CASHOUTS_TABLE }));
  for (const { id, status, reservedAt, tries, approvedAt, createdAt } of Items) {
    if (status !== 'PROCESSING' || reservedAt || tries === 0) continue;
    const hours = (scheduler.now() - Date.parse(approvedAt ?? createdAt)) / 3_600_000;
    if (hours > 25) mirror.fail('I59', `${id} waits for ${hours} hours, and was never held`);
  }
}

/** Decides the payments that the sandbox's network leaves open until somebody decides them. */
async function decideOpen(world: World, callers: Callers): Promise<void> {
  const { engine, config, dice } = world;
  const { Items = [] } = await engine.document.send(
    new ScanCommand({ TableName: config.SANDBOX_NETWORK_TABLE }),
  );
  const isOpen = (verdict: unknown) => verdict === 'open' || (verdict as { kind?: string })?.kind === 'open';
  for (const { reference, verdict } of Items.sort((one, other) =>
    one.reference < other.reference ? -1 : 1,
  )) {
    if (!isOpen(verdict)) continue;
    const path = `/sandbox/network/${Number.parseInt(reference, 10)}`;
    const told = await inWorld(world, () =>
      callers.sandbox('POST', path, { outcome: dice.pick(['settled', 'failed']) }),
    );
    if (!isGood(told)) world.mirror.fail('run', `${path}: ${JSON.stringify(told)}`);
  }
}

const sweep = async ({ lambda }: World) => {
  await lambda.invoke('resumeStalled', {});
  await lambda.invoke('expireCashouts', {});
};

/** Runs until there is no work to do now. Work that is looked up again and again is left after some hours. */
export async function untilIdle({ scheduler, sqs, streams, lambda }: World): Promise<void> {
  const patience = scheduler.now() + 8 * 3_600_000;
  const isIdle = () => sqs.isIdle() && streams.isIdle() && lambda.isIdle();
  await scheduler.run(() => isIdle() || scheduler.now() > patience);
}

/** Returns when the next row in any table of open work is due, or when the next watch of an account ends. */
async function nextDue(world: World): Promise<number | undefined> {
  const { engine, config, scheduler } = world;
  const times: number[] = [];
  const scan = async (TableName: string, IndexName?: string) =>
    (await engine.document.send(new ScanCommand({ TableName, IndexName }))).Items ?? [];
  for (const table of [config.CHARGEBACKS_TABLE, config.DELIVERIES_TABLE])
    for (const { dueAt } of await scan(table, 'pending')) times.push(Date.parse(dueAt));
  const open = await scan(config.CASHOUTS_TABLE, 'open');
  const incidents = open.length > 0 ? await readIncidents(engine, config.INCIDENTS_TABLE) : new Set<string>();
  // A payment that the network does not know and that is too old to be sent waits for a person, with its amount held.
  const waits = (id: number) => isForPerson(world, (name) => incidents.has(name), id);
  for (const { dueAt, id } of open) if (!waits(id)) times.push(Date.parse(dueAt));
  // A batch ends after its cashouts.
  const all = incidents.size > 0 ? await scan(config.CASHOUTS_TABLE) : [];
  const waiting = all.filter(({ id }) => waits(id));
  const unended = new Set(waiting.map(({ batchId }) => `BATCH#${batchId}`));
  for (const { pk, dueAt } of await scan(config.BATCHES_TABLE, 'pending'))
    if (!unended.has(pk)) times.push(Date.parse(dueAt));
  // Two checks of a feed are needed, a minute apart.
  const soon = scheduler.now() + 60_000;
  const isWork = ({ openAccount }: Row) => !String(openAccount).startsWith('waiting#');
  const busy = new Set(open.filter(isWork).map(({ account }) => watchKey(account).pk));
  for (const { pk, watchAt, quietAt } of await scan(config.ACCOUNTS_TABLE, 'watched'))
    if (!busy.has(pk))
      times.push(quietAt ? Date.parse(quietAt) + quietSeconds * 1_000 : Math.max(soon, Date.parse(watchAt)));
  return times.length > 0 ? Math.min(...times) : undefined;
}

async function readIncidents(engine: Engine, TableName: string): Promise<Set<string>> {
  const { Items = [] } = await engine.document.send(new ScanCommand({ TableName }));
  return new Set(Items.map(({ id }) => id));
}

/** The attributes that count attempts and look-ups. They may differ. */
const counters = new Set([
  'resumes',
  'dueAt',
  'polls',
  'nextPollAt',
  'tries',
  'asked',
  'watchShard',
  'watchAt',
  'quietAt',
  // A batch with a payment that waits for a person is updated again and again.
  'revision',
  'stepSeconds',
  'countedAt',
]);

export async function runEverythingTwice(world: World, before: Dump): Promise<void> {
  const { sqs, scheduler } = world;
  for (const queue of sqs.queues.values()) {
    if (!queue.mapping) continue;
    for (const body of [...queue.accepted.keys()]) sqs.enqueue(queue.name, body);
  }
  await untilIdle(world);
  scheduler.jump(3_600_000);
  await inWorld(world, () => sweep(world));
  await untilIdle(world);
  const after = await dump(world.engine, world.physical);
  const isBeside = besideRegistration(after);
  const measured = newlySent(before, after, isBeside);
  for (const [table, rows] of Object.entries(before)) {
    const text = (all: Dump[string] = []) =>
      all
        .filter((row) => table !== 'DeliveriesTable' || !isBeside(row))
        .filter(({ id }) => table !== 'WebhooksTable' || !measured.has(id))
        .filter(({ sk }) => !isAdvice(sk))
        // The incident of a network that contradicts itself may be recorded at any time.
        .filter(({ kind }) => kind !== 'contradicting_outcome')
        .map((row) => canonical(row, counters))
        .sort();
    const [one, other] = [text(rows), text(after[table])];
    const [came, went] = [missingFrom(one, other), missingFrom(other, one)];
    if (came.length > 0 || went.length > 0)
      world.mirror.fail(
        'I27',
        `${table} changes when all is said twice: from ${went[0] ?? 'nothing'} to ${came[0] ?? 'nothing'}`,
      );
  }
}

/** Returns whether a row is a lease of an account. The holder of a lease does not matter for any work. */
const isAdvice = (sk: unknown) => sk === 'LOCK' || sk === 'BACKLOG' || sk === 'LEASE';

const missingFrom = (rows: readonly string[], from: readonly string[]) =>
  from.filter((row) => !rows.includes(row));

/** Returns the webhooks that got their first request, because the service measures how they answer and stores that. */
function newlySent(
  { DeliveriesTable: before = [] }: Dump,
  after: Dump,
  isBeside: (delivery: Row) => boolean,
): Set<unknown> {
  const place = ({ webhookId, sequence }: Row) => `${webhookId}#${sequence}`;
  const known = new Set(before.map(place));
  const sent = (after.DeliveriesTable ?? []).filter((row) => !known.has(place(row)));
  return new Set(sent.filter(isBeside).map(({ webhookId }) => webhookId));
}

/**
 * Returns whether a delivery belongs to an event that happened during the registration of its webhook. Such an event
 * may reach the webhook or not, even later, because a registration may take effect late.
 */
function besideRegistration(after: Dump): (delivery: Row) => boolean {
  const times = new Map(eventsIn(after).map((event) => [`${event.account}#${event.sequence}`, event.at]));
  return (delivery) => {
    const { account, sequence, webhookCreatedAt } = delivery as unknown as Delivery;
    const at = Date.parse(String(times.get(`${accountKey(account)}#${sequence}`)));
    return Math.abs(Date.parse(webhookCreatedAt) - at) < clockSlackMs + lateMsMax;
  };
}
