// Computes the bill of another way to build the same service, without running it. Only the differences are given;
// everything else is taken from our own bill.

import {
  billedMs,
  gigabyteSecondsOf,
  lambdaLines,
  logLines,
  outLine,
  perMillion,
  requestsEach,
  type Setting,
  storageLines,
} from './bill.ts';
import type { Flow, Part } from './cashout-flow.ts';
import type { Units } from './count-calls.ts';
import { assumed } from './metered-world.ts';
import type { Line } from './prices.ts';

/** @param rowBytes the size of a cashout's row after the cashout has ended */
export type Paper = { storedBytes: number; rowBytes: number; idempotency: Units };

type Rows = readonly (readonly [name: string, rows: readonly string[]])[];

export type Way = {
  /** The rows of each transaction. Each row costs two units, but the cashout's own row costs two units per kilobyte. */
  transactions: Rows;
  /** The number of separate writes of a cashout's row. */
  rowWrites?: number;
  /** The invocations per cashout, besides those of its requests and those that relay outbox rows. */
  invocations: number;
  /** The milliseconds for which these invocations wait. */
  waited: number;
  /** Additional lines of the bill that only this way has, for one cashout. */
  own: readonly Line[];
};

export function billOnPaper(flow: Flow, setting: Setting, paper: Paper, way: Way): Line[] {
  const { cashouts, batch, parts, wire } = flow;
  const [create, approve, dispatch, complete, deliver] = [
    'createCashout',
    'approveCashout',
    'dispatch',
    'completeTransfer',
    'deliverWebhook',
  ].map((key) => parts[key] as Part) as [Part, Part, Part, Part, Part];
  const rows = way.transactions.flatMap(([, rows]) => rows);
  // Outbox rows are relayed in batches like ours. The function of a task is invoked once per cashout.
  const outboxRows = rows.filter((row) => row === 'outbox').length;
  const relays = (outboxRows * cashouts) / (batch === 1 ? 1 : 10 * batch);
  const invocations = (requestsEach + way.invocations) * cashouts + relays;
  const milliseconds =
    billedMs(create, setting) +
    billedMs(approve, setting) +
    // This is the time of both calls of the idempotency library.
    cashouts * 2 * assumed.call +
    (relays * billedMs(dispatch, setting)) / dispatch.invocations +
    // This is the time of our workers without the writes of their rows.
    cashouts * way.waited +
    computed(complete, setting) +
    computed(deliver, setting);
  const rowUnits = Math.ceil(paper.rowBytes / 1_024);
  const units =
    rows.reduce((sum, row) => sum + 2 * (row === 'cashout' ? rowUnits : 1), 0) +
    (way.rowWrites ?? 0) * rowUnits;
  const reads = create.reads + approve.reads + complete.reads + deliver.reads / 2;
  const lines: Line[] = [
    { item: 'DynamoDB, writes', price: 'write', count: cashouts * (units + paper.idempotency.writes) },
    { item: 'DynamoDB, reads', price: 'read', count: reads + cashouts * paper.idempotency.reads },
    ...lambdaLines(invocations, gigabyteSecondsOf(milliseconds, setting)),
    { item: 'API Gateway', price: 'gateway', count: requestsEach * cashouts },
    ...way.own.map((line) => ({ ...line, count: line.count * cashouts })),
    logLines(wire.logBytes, requestsEach * cashouts),
    outLine(flow),
    ...storageLines(paper.storedBytes * cashouts),
  ];
  return perMillion(lines, cashouts);
}

export const rowsInWords = (transactions: Rows) =>
  transactions.map(([name, rows]) => `${name} (${rows.join(', ')})`).join('; ');

/** Returns the computing time of a function, given its share of a core. */
const computed = (part: Part, setting: Setting) => billedMs({ ...part, milliseconds: part.cpu }, setting);
