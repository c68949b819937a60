// The section "growth" compares the cost of requests with a thousand stored rows and with a million.

import { join } from 'node:path';
import { markdownTable } from '../tools/markdown-table.ts';
import { needsOf } from './engine-needs.ts';
import { type Filled, fillTo, openFilled } from './filled-stage.ts';
import { requestNames } from './growth-requests.ts';
import { figure } from './results.ts';
import { inTurns, ratioOf, type Sample, sampleOf } from './samples.ts';
import type { Finding, Options, Report, Section } from './section.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** `rows` counts cashouts and statement entries of one account, `others` its webhooks and MED cases. */
type Size = { rows: number; others: number };

const sizes: readonly Size[] = [
  { rows: 1_000, others: 1_000 },
  { rows: 100_000, others: 100_000 },
  { rows: 1_000_000, others: 100_000 },
];
const quickSizes: readonly Size[] = [
  { rows: 1_000, others: 1_000 },
  { rows: 10_000, others: 10_000 },
];

type Measured = { units: number; small: Sample; large: Sample; ratio: Sample };
type Stand = Size & {
  byRequest: Record<string, Measured>;
  disk: number;
  memory: number | undefined;
  /** The time to load the rows that the previous size did not have. */
  seconds: number;
};

export const growth: Section = { key: 'growth', title: 'Growth', run, close };

type Kept = { folder: string; small: Filled; large: Filled; stands: Stand[] };

/** The stages are loaded once for all runs, so that a second run measures with the same rows. */
let kept: Kept | undefined;

async function run({ quick, progress }: Options): Promise<Report> {
  const last = kept?.stands.at(-1);
  if (kept && last) last.byRequest = await measure(kept.small, kept.large, roundsAt(last, quick));
  else kept = await load({ quick, progress });
  return { findings: findingsOf(kept.stands), text: textOf(kept.stands) };
}

async function load({ quick, progress }: Options): Promise<Kept> {
  const folder = temporaryFolder('growth');
  // One stage stays small and is measured in turns with the large one, so that other load of the machine affects both.
  const small = await openFilled('growthsmall', join(folder, 'small'));
  const large = await openFilled('growthlarge', join(folder, 'large'));
  const stands: Stand[] = [];
  const all = quick ? quickSizes : sizes;
  await fillTo(small, all[0] as Size, progress);
  for (const size of all) {
    const startedAt = performance.now();
    await fillTo(large, size, progress);
    const seconds = (performance.now() - startedAt) / 1_000;
    progress(`${size.rows} rows after ${figure(seconds)} s; requests`);
    const byRequest = await measure(small, large, roundsAt(size, quick));
    const needs = await needsOf(large.stage.engines, join(folder, 'large'));
    stands.push({ ...size, byRequest, seconds, ...needs });
  }
  // These engines keep running, but child processes that start later must not use them.
  for (const name of Object.keys(large.stage.engines.environment)) delete process.env[name];
  return { folder, small, large, stands };
}

async function close(): Promise<void> {
  await kept?.small.stage.close();
  await kept?.large.stage.close();
}

/** In a quick run, only the last size gets the full number of rounds. */
function roundsAt({ rows }: Size, quick: boolean): number {
  if (!quick) return 60;
  return rows === quickSizes.at(-1)?.rows ? 30 : 3;
}

async function measure(small: Filled, large: Filled, rounds: number): Promise<Record<string, Measured>> {
  const measured: Record<string, Measured> = {};
  const [smallRequests, largeRequests] = [await small.requests(), await large.requests()];
  for (const name of requestNames) {
    let units = 0;
    const once = async (filled: Filled, { prepare, run, isRight }: (typeof smallRequests)[typeof name]) => {
      await prepare?.();
      filled.counted.take();
      const startedAt = performance.now();
      const answer = await run();
      const microseconds = (performance.now() - startedAt) * 1_000;
      if (answer.status !== 200 || !isRight(answer))
        throw new Error(
          `${name} was answered with ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`,
        );
      const { reads, writes } = filled.counted.take();
      if (filled === large) units = reads + writes;
      return microseconds;
    };
    const contestants = {
      small: () => once(small, smallRequests[name]),
      large: () => once(large, largeRequests[name]),
    };
    await inTurns(3, contestants);
    const times = await inTurns(rounds, contestants);
    const samples = { small: sampleOf(times.small), large: sampleOf(times.large) };
    measured[name] = { units, ...samples, ratio: ratioOf(times.large, times.small) };
  }
  return measured;
}

/** Returns how much a ratio of times varies between rounds. A smaller difference from 1 is within the noise. */
const noiseOf = ({ ratio }: Measured) => 1 + ratio.high - ratio.low;

function findingsOf(stands: readonly Stand[]): Finding[] {
  const [first, last] = [stands[0], stands.at(-1)] as [Stand, Stand];
  return requestNames.flatMap((name): Finding[] => {
    const [before, after] = [first.byRequest[name], last.byRequest[name]] as [Measured, Measured];
    return [
      {
        name: `growth: ${name}: units, most rows over fewest`,
        value: after.units / before.units,
        unit: 'x',
        target: { atMost: 1.1 },
      },
      {
        name: `growth: ${name}: time, most rows over fewest`,
        value: after.ratio.median,
        unit: 'x',
        spread: [after.ratio.low, after.ratio.high],
        target: { atMost: noiseOf(after) },
      },
    ];
  });
}

function textOf(stands: readonly Stand[]): string {
  const million = stands.at(-1) as Stand;
  const rowsOf = ({ rows }: Stand) => rows.toLocaleString('en');
  const requests = requestNames.map((name) => {
    const each = stands.map(({ byRequest }) => byRequest[name] as Measured);
    const { small, ratio } = each.at(-1) as Measured;
    return [
      name,
      ...each.map(({ units }) => figure(units)),
      ...each.map(({ large }) => spread(large)),
      spread(small),
      spread(ratio, 1),
    ];
  });
  const needs = stands.map((stand) => [
    rowsOf(stand),
    stand.others.toLocaleString('en'),
    `${figure(stand.disk)} MB`,
    `${figure(stand.seconds)} s`,
    stand.memory === undefined ? 'not measured' : `${figure(stand.memory)} MB`,
  ]);
  return `
Rows are written straight into the tables, each like one that the service wrote: so many in cashouts and in the
statement of one account, and as many (at most ${million.others.toLocaleString('en')}) in that account's MED list and in the webhooks of
other accounts, since an account has few of its own. Requests then go through the handlers, signed, as that
account's client. The engine keeps its data on disk; its stream of cashouts is off while they are loaded, since it looks
through all of its records for each new one. A second engine stays at ${rowsOf(stands[0] as Stand)} rows and is asked in turns with
the first, so the ratio of each round is the same weather's; ${'`time`'} is the median in ms with its middle half. A ratio of
times is within noise when it is no further above 1 than its own middle half is wide.

Units are DynamoDB's, reads and writes together, index writes and the caller's look-ups included: they would be the same
there. Time is not DynamoDB's: the engine is SQLite, whose trees grow deeper and whose pages fall out of its cache, and
this says nothing of DynamoDB's partitions. Every answer is checked for what it has to hold.

${markdownTable(
  [
    'request',
    ...stands.map((stand) => `units, ${rowsOf(stand)} rows`),
    ...stands.map((stand) => `time, ${rowsOf(stand)} rows`),
    'time of the small one, in turns with the last',
    'ratio of the last',
  ],
  requests,
)}

${beyondNoise(million)}${markdownTable(['cashouts, and as many entries', 'cases, and as many webhooks', 'on disk', 'loaded in', "engine's memory"], needs)}
`;
}

/** Explains why a time is outside the noise. Both sizes read the same data, so the cause is how that data is stored. */
function beyondNoise({ byRequest }: Stand): string {
  const beyond = requestNames.flatMap((name) => {
    const one = byRequest[name] as Measured;
    const over = one.ratio.median / noiseOf(one) - 1;
    return over > 0 ? [`${name} by ${figure(over * 100)} %`] : [];
  });
  if (beyond.length === 0) return '';
  return `Beyond noise: ${beyond.join(', ')}. Where the units are the same no more is read: the engine finds it in\ndeeper trees, on pages that it has to fetch. Nothing was tried: DynamoDB finds a key by its partition.\n\n`;
}

function spread({ median, low, high }: Sample, unit = 1_000): string {
  return `${figure(median / unit)} (${figure(low / unit)} to ${figure(high / unit)})`;
}
