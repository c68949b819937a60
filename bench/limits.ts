// npm run measure -- limits: measures how exact a client's limit is over many containers and what it costs, with a
// simulated clock. It also measures over HTTP the time of one client next to another client that sends ten times its
// limit.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeClient } from '../local/client.ts';
import { markdownTable } from '../tools/markdown-table.ts';
import { countingClient } from './count-calls.ts';
import { meanOf, spread } from './limits/spread.ts';
import { quantile } from './samples.ts';
import { openStage } from './stage.ts';

const help = `Measures the limit of a client.

  npm run measure -- limits [options]

  --rate N     requests a second that a client may make (25); the burst is twice that
  --only A,B   some of: exactness, limited, unlimited
  --rounds N   of the measurement over HTTP (20)
  --calls N    measured calls of each part of a round (60)
`;
const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '25' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '20' },
    calls: { type: 'string', default: '60' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}
const [rate, rounds, calls] = [Number(values.rate), Number(values.rounds), Number(values.calls)];
const limit = { perSecond: rate, burst: 2 * rate };
const median = (numbers: number[]) => quantile(numbers, 0.5);
const tell = (line: string) => void process.stderr.write(`${line} …\n`);
const print = (head: string[], rows: string[][]) => process.stdout.write(`${markdownTable(head, rows)}\n\n`);

const parts: Record<string, () => Promise<void>> = {
  exactness: measureExactness,
  limited: () => measureNeighbour('limited', limit.perSecond, limit.burst),
  unlimited: () => measureNeighbour('not limited', 1_000_000, 1_000_000),
};
for (const [name, measure] of Object.entries(parts)) {
  if (values.only === undefined || values.only.split(',').includes(name)) await measure();
}

async function measureExactness(): Promise<void> {
  const stage = await openStage('limits');
  const { client, take } = countingClient();
  let count = 0;
  const world = {
    config: stage.config,
    client,
    countCalls: () => {
      count += take().calls.length;
      return count;
    },
  };
  const rows: string[][] = [];
  for (const times of [0.5, 1, 2, 10]) {
    for (const containers of [1, 5, 20, 50]) {
      tell(`${times} × the limit over ${containers} containers`);
      const load = { containers, limit, perSecond: times * rate, seconds: 60 };
      const course = await spread(world, `client-${times}-${containers}`, load);
      // The first seconds are excluded, because they include the burst.
      const [passed, asked] = [meanOf(course.passed.slice(10)), meanOf(course.calls.slice(10))];
      const shown = [course.passed[0] ?? 0, passed, passed / rate, asked, asked / load.perSecond];
      rows.push([
        `${times} ×`,
        String(containers),
        ...shown.map((value, at) => value.toFixed(at === 0 ? 0 : 2)),
      ]);
    }
  }
  await stage.close();
  const head = ['asks', 'containers', 'passed in the first second', 'then a second', 'of the limit'];
  print([...head, 'calls a second', 'calls a request'], rows);
}

/** Runs rounds of two parts in turns, so that other load of the machine affects both parts. */
async function measureNeighbour(name: string, perSecond: number, burst: number): Promise<void> {
  const served = fork(new URL('limits/served.ts', import.meta.url), [String(perSecond), String(burst)]);
  const [{ url }] = (await once(served, 'message')) as [{ url: string }];
  const [own, noisy] = [await openClient(url), await openClient(url)];
  await timesOf(own, calls, {});
  const failures: Statuses = {};
  const cpu: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] };
  const heard: Heard = { statuses: {}, seconds: 0 };
  const alone: number[][] = [];
  const beside: number[][] = [];
  for (let round = 0; round < rounds; round++) {
    tell(`${name}: round ${round + 1} of ${rounds}`);
    const parts = [
      async () =>
        cpu.alone.push(await cpuOf(served, async () => alone.push(await timesOf(own, calls, failures)))),
      async () => {
        const stop = await startNoise(url, noisy, 10 * rate);
        cpu.beside.push(await cpuOf(served, async () => beside.push(await timesOf(own, calls, failures))));
        addTo(heard, await stop());
      },
    ];
    for (const part of round % 2 ? parts.reverse() : parts) await part();
  }
  served.disconnect();
  await once(served, 'exit');
  const p95 = (times: number[]) => quantile(times, 0.95);
  const p50 = (times: number[]) => quantile(times, 0.5);
  const ratiosOf = (part: (times: number[]) => number) =>
    beside.map((times, round) => part(times) / part(alone[round] ?? []));
  const ratios = ratiosOf(p95);
  const row = (part: string, times: number[][], ...more: string[]) => [
    `${name}: ${part}`,
    median(times.map(p50)).toFixed(1),
    median(times.map(p95)).toFixed(1),
    ...more,
  ];
  const byRound = ratios.map((ratio) => ratio.toFixed(2)).join(' ');
  print(
    ['another client', 'p50 ms', 'p95 ms', 'p50 beside / alone', 'p95 beside / alone', 'by round'],
    [
      row('alone', alone, '', '', ''),
      row('beside it', beside, median(ratiosOf(p50)).toFixed(2), median(ratios).toFixed(2), byRound),
    ],
  );
  const [quiet, noisyCpu] = [median(cpu.alone), median(cpu.beside)].map((ms) => ms.toFixed(0));
  process.stdout.write(
    `The service took ${quiet} ms of a processor in a second alone, and ${noisyCpu} ms beside it.\n`,
  );
  const answered = Object.entries(heard.statuses).map(
    ([status, count]) => `${(count / heard.seconds).toFixed(1)} a second ${status}`,
  );
  process.stdout.write(
    `The noisy one was answered ${answered.join(', ')}. The other failed with: ${JSON.stringify(failures)}.\n\n`,
  );
}

type Statuses = Record<string, number>;
type Heard = { statuses: Statuses; seconds: number };

function addTo(heard: Heard, { statuses, seconds }: Heard): void {
  heard.seconds += seconds;
  for (const [status, count] of Object.entries(statuses))
    heard.statuses[status] = (heard.statuses[status] ?? 0) + count;
}

/** @returns the milliseconds of CPU time that the service uses per second while the work runs */
async function cpuOf(served: ChildProcess, work: () => Promise<unknown>): Promise<number> {
  const look = async () => {
    served.send('cpu');
    const [{ cpuMs }] = (await once(served, 'message')) as [{ cpuMs: number }];
    return { cpuMs, at: performance.now() };
  };
  const before = await look();
  await work();
  const after = await look();
  return ((after.cpuMs - before.cpuMs) * 1000) / (after.at - before.at);
}

type Client = ReturnType<typeof makeClient>;

async function openClient(url: string): Promise<Client> {
  const headers = { 'x-sandbox-key': 'local', 'content-type': 'application/json' };
  const answer = await fetch(`${url}/sandbox/tenants`, { method: 'POST', headers, body: '{}' });
  const tenant = (await answer.json()) as { client_id: string; client_secret: string; hmac_secret: string };
  return makeClient({ ...tenant, base_url: url });
}

/** Returns the milliseconds of each look-up. The look-ups run one after another, well within the client's own limit. */
async function timesOf(client: Client, count: number, failures: Statuses): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < count; call++) {
    const from = performance.now();
    const { status } = await client.get('/v3/cashouts/1');
    times.push(performance.now() - from);
    // This cashout does not exist, so the right answer is a 400. Another answer is caused by the neighbour or by the
    // machine.
    if (status !== 400) failures[status] = (failures[status] ?? 0) + 1;
    await pause(Math.max(0, 1000 / (0.6 * rate) - (performance.now() - from)));
  }
  return times;
}

/** @returns a function that stops the requests */
async function startNoise(url: string, client: Client, perSecond: number) {
  const args = [url, await client.bearer(), String(perSecond)];
  const noise: ChildProcess = fork(new URL('limits/noise.ts', import.meta.url), args);
  await pause(2_500);
  return async () => {
    const told = once(noise, 'message');
    noise.send('stop');
    return ((await told) as [Heard])[0];
  };
}
