// Writes the report of the section "request": findings with their targets, and a table of every request next to the
// peers.

import { markdownTable } from '../tools/markdown-table.ts';
import type { Count } from './count-calls.ts';
import type { OwnRequest } from './own-requests.ts';
import { figure } from './results.ts';
import { ratioOf, type Sample, sampleOf } from './samples.ts';
import type { Finding, Report } from './section.ts';

/** The microseconds of each round per contestant, and the counted use of one request. */
export type Measured = {
  requests: Record<string, OwnRequest>;
  times: Record<string, number[]>;
  cpu: Record<string, number[]>;
  counts: Record<string, Count>;
};

const peerNames: Readonly<Record<string, string>> = {
  'floor first': 'the floor: the two calls of a first create',
  'plain floor first': 'the floor in a table without index and stream',
  'floor replay': 'the floor: the one call of a replay',
  'key row first': 'key row and transaction row, one TransactWriteItems',
  'Powertools first': 'middy and Powertools idempotency, first',
  'Powertools replay': 'middy and Powertools idempotency, replay',
};

export function reportOf(measured: Measured): Report {
  return { findings: findingsOf(measured), text: textOf(measured) };
}

function findingsOf({ requests, times, cpu, counts }: Measured): Finding[] {
  const ratio = (name: string, ours: string, peer: string, atMost?: number): Finding => ({
    ...finding(name, ratioOf(times[ours] ?? [], times[peer] ?? []), 'x'),
    ...(atMost === undefined ? {} : { target: { atMost } }),
  });
  const [own, replay] = [counts.first, counts.replay];
  const writes = (peer: string) => (own?.writes ?? Number.NaN) / (counts[peer]?.writes ?? Number.NaN);
  const ofCreates = ['first', 'replay', 'conflict', 'selfApprove'];
  return [
    ratio('create, first: time against the floor', 'first', 'floor first', 1.15),
    ratio('create, first: time against Powertools', 'first', 'Powertools first', 0.5),
    {
      name: 'create, first: write units against Powertools',
      value: writes('Powertools first'),
      unit: 'x',
      target: { atMost: 0.7 },
    },
    ratio('create, first: time against a key row', 'first', 'key row first'),
    { name: 'create, first: write units against a key row', value: writes('key row first'), unit: 'x' },
    ratio('floor of a create: time against one without index and stream', 'floor first', 'plain floor first'),
    ratio('create, replay: time against Powertools', 'replay', 'Powertools replay', 0.6),
    ratio('create, replay: time against the floor', 'replay', 'floor replay'),
    ratio('floor of a replay: time against Powertools', 'floor replay', 'Powertools replay'),
    {
      name: 'create, replay: calls',
      value: replay?.calls.length ?? Number.NaN,
      unit: 'calls',
      target: { atMost: 1 },
    },
    {
      name: 'create, replay: write units',
      value: replay?.writes ?? Number.NaN,
      unit: 'units',
      target: { atMost: 0 },
    },
    ...ofCreates.map((key) => ({
      ...finding(`${requests[key]?.name}: own CPU`, sampleOf(cpu[key] ?? []), 'µs'),
      target: { atMost: 150 },
    })),
  ];
}

function finding(name: string, { median, low, high }: Sample, unit: Finding['unit']): Finding {
  return { name, value: median, unit, spread: [low, high] };
}

function textOf({ requests, times, cpu, counts }: Measured): string {
  const µs = (values: number[] | undefined) => (values ? figure(sampleOf(values).median) : '');
  const row = (key: string, name: string) => {
    const { calls = [], hops = 0, reads = 0, writes = 0 } = counts[key] ?? {};
    const costs = [calls.length, hops, reads, writes].map(figure);
    return [name, µs(times[key]), µs(cpu[key]), ...costs, spell(calls)];
  };
  const head = ['request', 'time, µs', 'own CPU, µs', 'calls', 'in sequence', 'read units', 'write units'];
  const rows = [
    ...Object.entries(requests).map(([key, { name }]) => row(key, name)),
    ...Object.entries(peerNames).map(([key, name]) => row(key, name)),
  ];
  const table = markdownTable([...head, 'which'], rows);
  return [introduction, table, peersText, whyText({ requests, times, cpu, counts })].join('\n\n');
}

/** Writes `Get Get Put` as `2 Get, Put`. */
function spell(calls: readonly string[]): string {
  return [...new Set(calls)]
    .map((name) => {
      const times = calls.filter((one) => one === name).length;
      return times > 1 ? `${times} ${name}` : name;
    })
    .join(', ');
}

const introduction = `Handlers as Lambda runs them, in one process and warm, on the embedded engine; requests one after the other, in blocks, the
contestants in turns; medians. Every answer is checked. Time is from the event to the answer, log line and metrics included,
which go to a standard output that is thrown away. Own CPU is the same handler on the engine's recorded answers, user and
system time of all threads: what is left when the SDK is outside. Units are what the engine reports, indexes included, for a
container's second request; a chargeback's are without the sandbox network's table, its calls and its time are with it.
The streams of the tables are off while time is taken: the engine looks through all of a stream's records for each new one,
and DynamoDB's writers do not wait for a stream.`;

const peersText = `The floor reads the same three keys and puts the same row, to-do entry included, from commands made before. Powertools
idempotency 2.35.0 (\`makeIdempotent\`, key from the header, payload validation over the body, its table as documented) runs
inside middy's header normalizer, JSON body parser and error handler; its handler reads account and policy and puts the row.
The key row is put with the transaction's row in one TransactWriteItems, after the same read. These two do less than we do,
which is in their favour: no token, no hmac, no log line, no metric, no schema of the body, no to-do entry that brings a
forgotten row back, and no events.`;

function whyText({ times }: Measured): string {
  const ratio = (one: string, other: string) => figure(ratioOf(times[one] ?? [], times[other] ?? []).median);
  return `Where a target of time is missed, this is in the way. Against the floor: a request's own work runs between waits for the
engine, and takes longer there than in the loop in which its CPU time is taken. Against Powertools, first: this engine makes a put
wait for the index of open work, ${ratio('floor first', 'plain floor first')} times the time of both calls without; it is not traded. Against Powertools' replay: both are one call, and our read of three rows alone, with nothing around it, already
takes ${ratio('floor replay', 'Powertools replay')} of its whole replay. That read is what says whether the caller may still see the account, which its replay does
not ask. Its own call is a put whose condition fails: DynamoDB charges that as a write, which the engine does not report.`;
}
