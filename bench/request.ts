// The section "request" measures the time, CPU, calls and units of one request. It compares them with the two calls
// that the request cannot avoid, and with the usual alternatives.

import { makeDeps } from '../lib/app/live.ts';
import type { World } from '../lib/app/runtime.ts';
import { lambdaLog } from '../lib/platform/log.ts';
import { lambdaMetrics } from '../lib/platform/metrics.ts';
import { documentClient } from '../lib/platform/table.ts';
import { type Clock, type Contestant, cpuTime, runBlock, wallTime, withoutOutput } from './blocks.ts';
import { handlersOf, openCaller, type Request } from './caller.ts';
import { type Count, countCalls } from './count-calls.ts';
import { withoutSdk } from './own-cpu.ts';
import { checkAnswer, createRequest, type OwnRequest, ownRequests } from './own-requests.ts';
import type { Given, Peer } from './peers/given.ts';
import { openKeyRow } from './peers/key-row.ts';
import { openPowertools } from './peers/powertools.ts';
import { openTwoCalls, openTwoPlainCalls } from './peers/two-calls.ts';
import { reportOf } from './request-report.ts';
import { inTurns } from './samples.ts';
import type { Options, Report, Section } from './section.ts';
import { openStage, type Stage } from './stage.ts';
import { setStream } from './table-stream.ts';

const silent = { info() {}, warn() {}, error() {} };

/**
 * The contestants of a group are timed in turns. The closer in time they run, the smaller is the influence of the
 * machine.
 */
const groups: readonly (readonly string[])[] = [
  ['first', 'floor first', 'plain floor first', 'key row first', 'Powertools first'],
  ['replay', 'floor replay', 'Powertools replay'],
  ['conflict', 'selfApprove', 'approve', 'statement', 'webhooks', 'chargeback'],
];

export const request: Section = {
  key: 'request',
  title: 'One request',
  async run(options) {
    const stage = await openStage('request');
    try {
      return await measure(stage, options);
    } finally {
      await stage.close();
    }
  },
};

async function measure(stage: Stage, { quick, progress }: Options): Promise<Report> {
  // The configuration is copied once, because each read of a setting checks the calling function if all functions run
  // in one process.
  const config = { ...stage.config };
  const deps = makeDeps(config, { log: silent });
  const caller = await openCaller(stage.service, deps, await stage.openTenant({ balance: 1_000_000 }));
  const own = await ownRequests(caller, deps);
  const world = { log: lambdaLog('bench'), metrics: lambdaMetrics('bench') };
  const requests: [string, OwnRequest][] = Object.entries(own);

  const { body: made } = await caller.send(await own.first.make());
  const row = made.id && (await deps.cashouts.get(made.id));
  if (!row) throw new Error('the created row does not exist');
  const eventOf = (key: string, amount?: number) =>
    createRequest(caller, key, amount).event as unknown as ReturnType<Given['eventOf']>;
  const { ACCOUNTS_TABLE: accountsTable, CASHOUTS_TABLE: cashoutsTable } = config;
  const { account, companyId, createdBy: userId } = row;
  const given: Given = { accountsTable, cashoutsTable, account, caller: { companyId, userId }, row, eventOf };
  const peers = {
    floor: openTwoCalls(given),
    'plain floor': await openTwoPlainCalls(given),
    'key row': await openKeyRow(given),
    Powertools: await openPowertools(given),
  };

  progress('calls and units');
  const counts: Record<string, Count> = {};
  for (const [key, one] of requests) counts[key] = await countOwn(config, world, one);
  for (const [name, peer] of Object.entries(peers)) Object.assign(counts, await countPeer(name, peer));

  const handle = handlersOf(makeDeps(config, world));
  for (const table of [cashoutsTable, config.CHARGEBACKS_TABLE])
    await setStream(documentClient(), table, false);
  const timed: Record<string, Contestant> = {
    ...Object.fromEntries(requests.map(([key, one]) => [key, contestantOf(one, handle)])),
    ...contestantsOf(peers),
  };
  const times: Record<string, number[]> = {};
  for (const group of groups) {
    progress(`time: ${group.join(', ')}`);
    const compared = Object.fromEntries(group.map((key) => [key, timed[key] as Contestant]));
    const blocks = blocksOf(compared, wallTime, 10);
    await inTurns(quick ? 1 : 5, blocks);
    // Requests that are compared with nothing have fewer rounds.
    const rounds = group.includes('approve') ? 21 : 121;
    Object.assign(times, await inTurns(quick ? Math.ceil(rounds / 10) : rounds, blocks));
  }

  progress('own CPU time');
  const bare: Record<string, Contestant> = {};
  for (const [key, one] of requests) bare[key] = await withoutOutput(() => withoutSdk(config, world, one));
  const blocks = blocksOf(bare, cpuTime, 100);
  await inTurns(quick ? 5 : 30, blocks);
  const cpu = await inTurns(quick ? 7 : 101, blocks);
  return reportOf({ requests: own, times, cpu, counts });
}

function contestantOf(one: OwnRequest, handle: ReturnType<typeof handlersOf>): Contestant {
  return {
    async prepare(count) {
      const made: Request[] = [];
      while (made.length < count) made.push(await one.make());
      return made.map((request) => () => handle(request));
    },
    check: (answer) => checkAnswer(one, answer),
  };
}

function contestantsOf(peers: Record<string, Peer>): Record<string, Contestant> {
  const each = Object.entries(peers).flatMap(([name, { first, replay }]) => [
    [`${name} first`, first] as const,
    ...(replay ? [[`${name} replay`, replay] as const] : []),
  ]);
  return Object.fromEntries(each);
}

function blocksOf(of: Record<string, Contestant>, clock: Clock, size: number) {
  const blocks = Object.entries(of).map(([key, one]) => [
    key,
    () => withoutOutput(() => runBlock(one, size, clock)),
  ]);
  return Object.fromEntries(blocks) as Record<string, () => Promise<number>>;
}

/** Counts the use of a container's second request. It makes no reads whose answers the container has cached. */
async function countOwn(config: Stage['config'], world: World, one: OwnRequest): Promise<Count> {
  const client = documentClient();
  const counted = countCalls(client);
  const contestant = contestantOf(one, handlersOf(makeDeps(config, { ...world, client })));
  await withoutOutput(() => runBlock(contestant, 1, wallTime));
  counted.take();
  await withoutOutput(() => runBlock(contestant, 1, wallTime));
  return counted.take();
}

async function countPeer(name: string, peer: Peer): Promise<Record<string, Count>> {
  const counted = countCalls(peer.client);
  const counts: Record<string, Count> = {};
  for (const [key, contestant] of Object.entries(contestantsOf({ [name]: peer }))) {
    await runBlock(contestant, 1, wallTime);
    counts[key] = counted.take();
  }
  // Counting stops here, so that it does not affect the time that is measured later.
  counted.stop();
  return counts;
}
