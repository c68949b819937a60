// Writes the report of a long load: findings with their targets, a table of the first and last window, and lines of
// bars.

import { markdownTable } from '../../tools/markdown-table.ts';
import { figure } from '../results.ts';
import type { Finding } from '../section.ts';
import { type Line, linesOf, type Measured } from './compared.ts';
import { courses } from './courses.ts';
import { noiseOf } from './windows.ts';

const atMost = 1.1;
const idleAtMost = 3;

export function findingsOf(measured: Measured): Finding[] {
  const { answered, books, idle } = measured;
  const none = (name: string, value: number): Finding => ({
    name,
    value,
    unit: 'of them',
    target: { atMost: 0 },
  });
  return [
    ...linesOf(measured)
      .filter(({ isJudged }) => isJudged)
      .map(
        ({ name, compared }): Finding => ({
          name: `end / start: ${name}`,
          value: compared.ratio,
          unit: 'x',
          ...(compared.all.length > 2 ? { spread: noiseOf(compared.all) } : {}),
          target: { atMost },
        }),
      ),
    none(
      'answers of 500 and above, or none',
      answered.filter(({ status }) => status >= 500 || status === 0).length,
    ),
    none(
      'other answers than expected',
      answered.filter(({ fault, status }) => fault && status < 500 && status > 0).length,
    ),
    none('rows and messages that five minutes later were not done', books.left),
    none('cashouts that are not final', books.notFinal),
    none('payments that no webhook told of', books.notTold),
    none('differences that reconcile finds', books.differences),
    none('balances that are not what the answers add up to', books.wrongBalances),
    none('events that the prompt receiver did not get', books.missing),
    none('events that it got and the feed does not have', books.unknown),
    none('events that it got twice', books.repeated),
    none('incidents', books.incidents),
    none('messages in dead-letter queues', books.deadLetters),
    {
      name: 'idle stack with all of it, of a core',
      value: idle.percent,
      unit: '%',
      target: { atMost: idleAtMost },
    },
  ];
}

export function textOf(measured: Measured): string {
  const { lengths, windows, answered, late, books, idle, calls, waiting } = measured;
  const minutes = (seconds: number) => (seconds >= 60 ? `${seconds / 60} minutes` : `${seconds} seconds`);
  const perSecond = answered.length / (lengths.warmUp + lengths.load);
  return [
    `Mixed traffic of four companies with two accounts each, ${minutes(lengths.load)} after a warm-up of ${minutes(lengths.warmUp)}, at a fixed pace of`,
    `${figure(perSecond)} requests a second, over HTTP, whether the answers come or not: ${answered.length} requests, of which ${late} found all places`,
    `busy. The first and the last window are ${minutes(lengths.window)} each, and have the same requests. A request's time counts from its slot. The spread`,
    `is what two neighbouring windows of the ${windows.length} differ by: the middle half.`,
    '',
    tableOf(linesOf(measured)),
    '',
    '```',
    ...courses(measured),
    '```',
    '',
    `After the load it took ${figure(books.drainSeconds)} s until nothing was left to do but deliveries for receivers that never answer`,
    `well: ${waiting.own} of a webhook that stays, ${waiting.deleted} of webhooks that have been deleted, which leave the index after six hours.`,
    `Cashouts: ${Object.entries(books.statuses)
      .map(([status, count]) => `${count} ${status}`)
      .join(', ')}. ${books.entries} entries were folded from the first,`,
    `${books.events} events were compared with what the prompt receiver got. Calls of the receivers: ${Object.entries(
      calls,
    )
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}.`,
    `The webhooks table keeps ${waiting.pointers} pointers, one for each webhook that was ever registered. The idle stack took`,
    `${figure(idle.firstPercent)} % of a core in its first ten seconds; after ${idle.restedSeconds} s of rest it takes ${figure(idle.percent)} %, of which the DynamoDB engine has ${figure(idle.enginePercent)}, measured over ${lengths.idle} s.`,
    heapsOf(measured),
    ...grownOf(measured),
    ...faultsOf(measured),
  ].join('\n');
}

function tableOf(lines: readonly Line[]): string {
  const rows = lines.map(({ name, unit, compared, samples }) => {
    const [low, high] = noiseOf(compared.all);
    const noise = compared.all.length > 2 ? `${low.toFixed(2)} to ${high.toFixed(2)}` : '';
    const value = (one: number) => `${figure(one)}${unit ? ` ${unit}` : ''}`;
    const ratio = compared.ratio.toFixed(2);
    return [
      name,
      value(compared.start),
      value(compared.end),
      ratio,
      noise,
      samples === undefined ? '' : String(samples),
    ];
  });
  return markdownTable(
    ['', 'first window', 'last window', 'end / start', 'spread', 'samples a window'],
    rows,
  );
}

/** Writes the heaps of the service's threads: the gateway and triggers, the functions, and the queue engine. */
function heapsOf({ marks }: Measured): string {
  const sets = marks.filter(({ heaps }) => heaps.length > 0);
  const said = sets.map(({ heaps, megabytes = 0 }) => {
    const each = heaps.map(
      (one) => `${figure(one.heapBytes / 2 ** 20)} + ${figure(one.outsideBytes / 2 ** 20)}`,
    );
    return `${each.join(', ')} of ${figure(megabytes)} MB`;
  });
  return `Heap and what it keeps outside of it, by thread, after a collection: ${said.join('; then ')}.`;
}

/**
 * Explains the values that are above their bound in the last window. The windows between show whether such a value
 * still grows.
 */
function grownOf(measured: Measured): string[] {
  const grown = linesOf(measured).filter(({ isJudged, compared }) => isJudged && compared.ratio > atMost);
  if (grown.length === 0) return [];
  return [
    '',
    ...grown.map(
      ({ name, compared }) => `- ${name}, window by window: ${compared.all.map(figure).join(', ')}`,
    ),
  ];
}

function faultsOf({ answered }: Measured): string[] {
  const faults = Map.groupBy(
    answered.filter(({ fault }) => fault),
    ({ kind }) => kind,
  );
  if (faults.size === 0) return [];
  return ['', ...[...faults].map(([, some]) => `- ${some.length} times ${some[0]?.fault}`)];
}
