// Writes the report of the end-to-end measurements: findings without targets, tables, and the spans that take most of
// the time.

import { markdownTable } from '../../tools/markdown-table.ts';
import { figure } from '../results.ts';
import { quantile, ratioOf } from '../samples.ts';
import type { Finding } from '../section.ts';
import { pollMs } from './load.ts';
import { type Case, callerCounts, floorOf, nameOf, type Result, ways } from './measure.ts';
import type { RowKind, Trace } from './trace.ts';

const words: Record<Case['way'], string> = {
  'own account': 'self-approved, an account each',
  'second call': 'created, then approved, an account each',
  webhook: 'self-approved, an account each, told by webhook',
  'one account': 'self-approved, all from one account',
};

const counted = (callers: number) => (callers === 1 ? '1 caller' : `${callers} callers`);

export function findingsOf({ medians }: Result): Finding[] {
  const own = (callers: number) => nameOf({ way: 'own account', callers });
  const compare = (name: string, ours: string, peer: string): Finding[] => {
    const [mine, theirs] = [medians[ours], medians[peer]];
    if (!mine || !theirs) return [];
    // A case that was measured only once is compared with the last round of the other case.
    const { median, low, high } = ratioOf(mine, theirs.slice(-mine.length));
    return [{ name, value: median, unit: 'x', ...(mine.length > 1 ? { spread: [low, high] as const } : {}) }];
  };
  return [
    ...callerCounts.flatMap((callers) =>
      compare(
        `create to SUCCESS against the cheapest request, ${counted(callers)}`,
        own(callers),
        floorOf(callers),
      ),
    ),
    ...[10, 50].flatMap((callers) =>
      compare(`create to SUCCESS, ${callers} callers against 1`, own(callers), own(1)),
    ),
    ...[10, 50].flatMap((callers) =>
      compare(
        `create to SUCCESS, one account against an account each, ${counted(callers)}`,
        nameOf({ way: 'one account', callers }),
        own(callers),
      ),
    ),
    ...callerCounts.flatMap((callers) =>
      compare(
        `create to SUCCESS, told by webhook against asking, ${counted(callers)}`,
        nameOf({ way: 'webhook', callers }),
        own(callers),
      ),
    ),
  ];
}

export function textOf(result: Result, trace: Trace): string {
  return [
    'The stack is what `npm start` starts, in processes of its own with its data in a folder: gateway, functions in their',
    'thread, DynamoDB and SQS engines, stream and queue triggers. Each caller sends one cashout after the other with the',
    `client of this repository and waits for the end of each, asking \`GET /v3/cashouts/{id}\` every ${pollMs} ms or until its webhook`,
    'is called. The cases take turns in rounds, and the stack comes to rest between them; fifty callers of one account',
    'come once, at the end. Every cashout ended SUCCESS, and every balance is what was sent away. The cheapest request',
    'is `GET /.well-known/jwks.json`.',
    '',
    tableOf(result),
    '',
    floors(result),
    ...afterSchedule(result),
    '',
    `![One cashout from its first call to the webhook](trace.svg)`,
    '',
    `The picture is one cashout, the one of the median among ${trace.totals.length} (${figure(quantile(trace.totals, 0.25))} to ${figure(quantile(trace.totals, 0.75))} ms), recorded inside the stack.`,
    sentences(trace),
  ].join('\n');
}

function tableOf({ cases }: Result): string {
  const head = [
    '',
    'callers',
    'cashouts',
    'p50 ms',
    'p99 ms, or slowest of fewer than 100',
    'answered p50 ms',
    'a second',
    'asked, each',
  ];
  const all = [...cases.values()].sort(
    ({ each: one }, { each: other }) =>
      ways.indexOf(one.way) - ways.indexOf(other.way) || one.callers - other.callers,
  );
  const rows = all.map(({ each: { way, callers }, rounds }) => {
    const ended = rounds.flatMap((round) => round.ended);
    const seconds = rounds.reduce((sum, { elapsed }) => sum + elapsed, 0) / 1000;
    const polls = rounds.reduce((sum, round) => sum + round.polls, 0);
    return [
      words[way],
      String(callers),
      String(ended.length),
      quantile(ended, 0.5).toFixed(0),
      quantile(ended, 0.99).toFixed(0),
      quantile(
        rounds.flatMap(({ answered }) => answered),
        0.5,
      ).toFixed(0),
      figure(ended.length / seconds),
      polls === 0 ? '' : figure(polls / ended.length),
    ];
  });
  return markdownTable(head, rows);
}

function floors({ medians }: Result): string {
  const known = callerCounts.filter((callers) => medians[floorOf(callers)]);
  const each = known.map(
    (callers) => `${figure(quantile(medians[floorOf(callers)] ?? [], 0.5))} ms at ${callers}`,
  );
  return `The cheapest request takes ${each.join(', ')} callers (p50).`;
}

/** Returns the text on cashouts that ended after the schedule had run. The text is empty if there were none. */
function afterSchedule({ cases }: Result): string[] {
  const hot = cases.get(nameOf({ way: 'one account', callers: 50 }));
  const late = hot?.rounds.flatMap(({ ended }) => ended).filter((time) => time > 30_000).length ?? 0;
  if (late === 0) return [];
  return [
    '',
    `Of the fifty callers of one account, ${late} waited for the schedule: a posting that has lost twelve races for the account's`,
    'next sequence gives up, and its message is seen again, or its row found by the schedule that comes every minute,',
    'whichever is first.',
  ];
}

/** Returns the milliseconds before SUCCESS in which at least one row of these kinds was active. */
function busyMs({ rows, success }: Trace, kinds: readonly RowKind[], isIn = (_: string) => true): number {
  const spans = rows
    .filter(({ kind, label, from }) => kinds.includes(kind) && isIn(label) && from < success)
    .sort((one, other) => one.from - other.from);
  let busy = 0;
  let until = 0;
  for (const { from, to } of spans) {
    busy += Math.max(0, Math.min(to, success) - Math.max(from, until));
    until = Math.max(until, to);
  }
  return busy;
}

function sentences(trace: Trace): string {
  const stream = trace.rows.find(({ label }) => label.startsWith('stream'));
  const share = (value: number) => `${value.toFixed(0)} ms`;
  const waits = stream ? stream.to - stream.from : 0;
  return [
    `Of the ${share(trace.success)} until SUCCESS, ${share(busyMs(trace, ['DynamoDB', 'network']))} pass while a DynamoDB call is open, ${share(busyMs(trace, ['SQS']))} while a message is being`,
    `sent, and ${share(waits)} until the stream is read, which the local stack does when a function has ended.`,
    `The webhook comes ${share(trace.total - trace.success)} later: the event is told to a worker, recorded, queued for its receiver and delivered.`,
    'AWS would not have the first part as it is here, where callers, functions and both engines share the cores of one',
    'machine, and would have more of the waits: Lambda reads a stream',
    '[four times a second](https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html), and its cold starts come on top.',
  ].join('\n');
}
