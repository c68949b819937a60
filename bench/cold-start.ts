// The section on cold starts measures the size of a function, and the time of a process from its start to its first
// answer. It compares both with a minimal Lambda that puts one row.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readService } from '../local/read-service.ts';
import type { Service } from '../local/service.ts';
import { markdownTable } from '../tools/markdown-table.ts';
import { type Bundle, bundleContestants, bundleFunctions, packagedSizes } from './cold/bundles.ts';
import { startProcess } from './cold/start-process.ts';
import { openWorld } from './cold/world.ts';
import { inTurns, quantile, ratioOf, type Sample, sampleOf } from './samples.ts';
import type { Finding, Options, Report, Section } from './section.ts';
import { temporaryFolder } from './temporary-folder.ts';

type Contestants = Awaited<ReturnType<typeof bundleContestants>>;
type Times = Awaited<ReturnType<typeof measureStarts>>;

export const coldStart: Section = {
  key: 'cold-start',
  title: 'Cold start',
  async run(options) {
    const folder = temporaryFolder('cold-start');
    try {
      return await measure(folder, options);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

async function measure(folder: string, { quick, progress }: Options): Promise<Report> {
  progress('bundles');
  const service = readService();
  const contestants = await bundleContestants(folder);
  const zips = quick ? await zipsOf(service) : await packagedSizes(join(folder, 'package'));
  const largest = largestOfApi(service, zips);
  const times = await measureStarts(contestants, quick ? 8 : 40, progress);
  const { plain, strict } = contestants;
  const zip = zips.get('createCashout') ?? Number.NaN;
  const once = { atMost: 1 };
  const start = { atMost: 1.05 };
  const findings: Finding[] = [
    { name: 'zip of createCashout', value: zip / plain.zip, unit: 'x', target: once },
    { name: 'zip of the largest API function', value: largest.zip / plain.zip, unit: 'x', target: once },
    {
      name: 'start to first answer',
      ...ratio(times.withoutManager, times.plain),
      target: start,
    },
    {
      name: 'start to first answer, secrets read',
      ...ratio(times.deployed, times.plain),
      target: start,
    },
    { name: 'start, loading alone', ...ratio(times.loadOurs, times.loadPlain) },
    { name: 'zip of createCashout, against the peer bundled our way', value: zip / strict.zip, unit: 'x' },
    {
      name: 'start to first answer, against the peer bundled our way',
      ...ratio(times.withoutManager, times.strict),
    },
    {
      name: 'start to first answer, against a minimal Lambda with the same calls, bundled our way',
      ...ratio(times.deployed, times.same),
      target: { atMost: 1.1 },
    },
  ];
  return { findings, text: describe(contestants, zips, largest, times) };
}

function ratio(
  ours: readonly number[],
  peers: readonly number[],
): Pick<Finding, 'value' | 'unit' | 'spread'> {
  const { median, low, high } = ratioOf(ours, peers);
  return { value: median, unit: 'x', spread: [low, high] };
}

/**
 * Bundles the functions that have a route. The function of the API reference is excluded, because most of its zip
 * consists of Swagger UI's own files.
 */
const zipsOf = async (service: Service) =>
  new Map([...(await bundleFunctions(service))].map(([key, { zip }]) => [key, zip]));

function largestOfApi({ functions }: Service, zips: ReadonlyMap<string, number>) {
  const served = Object.entries(functions).filter(
    ([key, { events = [] }]) => key !== 'getDocs' && events.some(({ httpApi }) => httpApi),
  );
  const [first] = served
    .map(([key]) => ({ key, zip: zips.get(key) ?? Number.NaN }))
    .sort((one, other) => other.zip - one.zip);
  if (!first) throw new Error('no function has a route');
  return first;
}

async function measureStarts(
  { ours, plain, strict, same }: Contestants,
  rounds: number,
  progress: (text: string) => void,
) {
  const world = await openWorld();
  const { minimal, sameCalls, withoutManager, deployed, putEvent, createEvent } = world;
  const contestants = {
    plain: () => startProcess({ bundle: plain.file, environment: minimal, event: putEvent() }),
    strict: () => startProcess({ bundle: strict.file, environment: minimal, event: putEvent() }),
    same: () => startProcess({ bundle: same.file, environment: sameCalls, event: createEvent() }),
    withoutManager: () =>
      startProcess({ bundle: ours.file, environment: withoutManager, event: createEvent() }),
    deployed: () => startProcess({ bundle: ours.file, environment: deployed, event: createEvent() }),
    loadPlain: () => startProcess({ bundle: plain.file, environment: minimal }),
    loadStrict: () => startProcess({ bundle: strict.file, environment: minimal }),
    loadSame: () => startProcess({ bundle: same.file, environment: sameCalls }),
    loadOurs: () => startProcess({ bundle: ours.file, environment: deployed }),
  };
  try {
    // Each file is read from the disk once before the measurement, so that the disk does not affect the first round.
    for (const one of Object.values(contestants)) await one();
    progress(`${rounds} rounds of ${Object.keys(contestants).length} processes`);
    const times = await inTurns(rounds, contestants);
    if (world.reads() < rounds)
      throw new Error('a secret or row that must be read at the start was not read');
    return times;
  } finally {
    await world.close();
  }
}

function describe(
  { ours, plain, strict, same }: Contestants,
  zips: ReadonlyMap<string, number>,
  largest: { key: string; zip: number },
  times: Times,
): string {
  const sizes = [...zips].filter(([key]) => key !== 'getDocs').map(([, zip]) => zip);
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
  const size = (name: string, { bytes, zip }: Bundle, packaged = zip) => [name, kB(bytes), kB(packaged)];
  const ms = ({ median, low, high }: Sample) =>
    `${median.toFixed(0)} ms (${low.toFixed(0)} to ${high.toFixed(0)})`;
  const time = (name: string, answer: readonly number[], load: readonly number[] | undefined) => [
    name,
    load ? ms(sampleOf(load)) : '',
    ms(sampleOf(answer)),
    `${ratioOf(answer, times.plain).median.toFixed(2)} x`,
  ];
  return [
    'Each start is a process of its own, from before it is spawned until it has answered and ended: a stand-in for Lambda’s',
    'runtime loads the bundle and calls the handler once, against the embedded DynamoDB. Ours verifies a token and a signature,',
    'reads twice and puts a first cashout; the minimal Lambda (bench/cold/minimal-lambda.ts) parses a body and puts a row. Both',
    'must answer 200. It is bundled as a first attempt would (esbuild: bundle, minify, cjs), and once more with our settings.',
    'Deployed functions read their secrets at start, here from a Secrets Manager on loopback; the minimal one has none.',
    '',
    markdownTable(
      ['bundle', 'minified', 'zip'],
      [
        size('minimal Lambda', plain),
        size('minimal Lambda, bundled our way', strict),
        size('the same calls, bundled our way', same),
        size('createCashout', ours, zips.get('createCashout')),
        [`largest with a route: ${largest.key}`, '', kB(largest.zip)],
        ['all functions: smallest', '', kB(Math.min(...sizes))],
        ['all functions: median', '', kB(quantile(sizes, 0.5))],
        ['all functions: largest', '', kB(Math.max(...sizes))],
      ],
    ),
    '',
    'The packager compresses at zlib’s level 1, and so are the minimal ones here. The function of the reference is left out:',
    'most of it is Swagger UI’s own files.',
    '',
    markdownTable(
      ['process', 'loading alone', 'to the first answer', 'ratio'],
      [
        time('minimal Lambda', times.plain, times.loadPlain),
        time('minimal Lambda, bundled our way', times.strict, times.loadStrict),
        time('the same calls, bundled our way', times.same, times.loadSame),
        time('createCashout, secrets in the environment', times.withoutManager, undefined),
        time('createCashout as deployed, secrets read', times.deployed, times.loadOurs),
      ],
    ),
    '',
    `Against a target of 1.05 x the start to the first answer is at ${ratioOf(times.deployed, times.plain).median.toFixed(2)} x as deployed. What is above the minimal Lambda bundled`,
    'our way is what that does not do: two calls more, the token’s key and signature, and zod, which builds every schema of a',
    'bundle when it is loaded and compiles the one of the settings when these are read. Both have the SDK in their bundle (a Lambda',
    'that takes the runtime’s has a zip of a few kB), and both times hold the start of an empty Node process.',
  ].join('\n');
}
