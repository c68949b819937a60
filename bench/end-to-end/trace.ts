// Shows where the time of one cashout goes: its spans in order, and the waits between them. Several cashouts are sent
// one after another. The trace shows the one with the median time.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../samples.ts';
import type { Account } from './callers.ts';
import type { Receiver } from './receiver.ts';
import type { Span } from './record-spans.ts';

export type RowKind = 'request' | 'function' | 'signature' | 'DynamoDB' | 'SQS' | 'network' | 'wait';
/** `depth` is 1 for a span that lies inside the row above it. Times are milliseconds from the caller's first byte. */
export type TraceRow = { label: string; kind: RowKind; depth: 0 | 1; from: number; to: number };
export type Trace = {
  rows: TraceRow[];
  /** `success` is the time when the worker had written SUCCESS, `total` the time when the webhook arrived. */
  success: number;
  total: number;
  /** The times of all cashouts that were sent. */
  totals: number[];
};

type Sent = { id: number; from: number; answered: number; told: number };

/** The milliseconds for the work after the webhook: the attempt is stored, and the messages are deleted. */
const quietMs = 150;

export async function takeTrace(
  account: Account,
  receiver: Receiver,
  spansPort: number,
  count: number,
): Promise<Trace> {
  const sent: Sent[] = [];
  // The first turn is not used, because every function starts cold in it.
  for (let turn = 0; turn <= count; turn++) {
    const one = await sendOne(account, receiver);
    if (turn > 0) sent.push(one);
    await pause(quietMs);
  }
  const spans = (await (await fetch(`http://127.0.0.1:${spansPort}/`)).json()) as Span[];
  const totals = sent.map(({ from, told }) => told - from);
  const median = quantile(totals, 0.5);
  const chosen = sent.find(({ from, told }) => told - from === median);
  assert.ok(chosen);
  return { ...arrange(chosen, spans), total: median, totals };
}

async function sendOne(account: Account, receiver: Receiver): Promise<Sent> {
  const body = { ...account.source, amount: '0.01', key: 'fulano@example.com' };
  const from = clock();
  const answer = await account.client.post<{ id: number }>(
    '/create-cashout-self-approve',
    body,
    randomUUID(),
  );
  const answered = clock();
  assert.equal(answer.status, 200);
  account.sent += 1;
  account.sentCents += 1;
  const { id } = answer.body;
  await receiver.succeeded(id);
  return { id, from, answered, told: clock() };
}

function arrange({ id, from, answered, told }: Sent, spans: readonly Span[]) {
  const isIts = ({ body }: Span) => body.includes(String(id));
  const callsOf = (invoked: Span) => spans.filter(({ within }) => within === spans.indexOf(invoked));
  const invoked = spans.filter(
    (span) => span.kind === 'invoked' && span.from >= from && span.from <= told && callsOf(span).some(isIts),
  );
  const calls = invoked.flatMap(callsOf).sort((one, other) => one.from - other.from);
  const rows = invoked.flatMap((span): TraceRow[] => {
    const name = functionName(span);
    const inside = callsOf(span);
    const row = name
      ? ({ label: name, kind: 'function', depth: 0, from: span.from, to: span.to } as const)
      : ({ label: span.what, kind: 'request', depth: 0, from, to: answered } as const);
    const [first] = inside;
    const starts = { label: 'worker starts', kind: 'wait', depth: 1, from: span.from } as const;
    return [
      ...waitFor(name, span, calls),
      row,
      ...(name === 'completeTransfer' && first ? [{ ...starts, to: first.from }] : []),
      ...inside.map(rowOfCall),
    ];
  });
  const worker = invoked.find((span) => functionName(span) === 'completeTransfer');
  const writes = (worker ? callsOf(worker) : []).filter(({ what }) => what === 'TransactWriteItems');
  const shifted = rows.map((row) => ({ ...row, from: row.from - from, to: row.to - from }));
  return { rows: shifted, success: (writes.at(-1)?.to ?? told) - from };
}

function functionName({ what }: Span): string | undefined {
  return /^pix-cashout-local-(\w+)$/.exec(what)?.[1];
}

const queueOf: Readonly<Record<string, string>> = {
  completeTransfer: 'transfers',
  fanOutWebhooks: 'webhook-events',
  deliverWebhook: 'webhook-deliveries',
};

/**
 * Returns the wait between the cause of a function's start and the start. The cause is a message or a write of the
 * cashout, but not an UpdateItem, which changes no status.
 */
function waitFor(name: string | undefined, span: Span, calls: readonly Span[]): TraceRow[] {
  const queue = queueOf[name ?? ''];
  const isCause = ({ what, body }: Span) =>
    queue
      ? what.startsWith('SendMessage') && body.includes(`/pix-cashout-local-${queue}"`)
      : /^(PutItem|TransactWriteItems)$/.test(what) && body.includes('pix-cashout-local-cashouts');
  const cause = calls.findLast((call) => call.from < span.from && isCause(call));
  if (!name || !cause) return [];
  const label = queue ? `queue ${queue}` : 'stream of cashouts';
  return [{ label, kind: 'wait', depth: 0, from: Math.min(cause.to, span.from), to: span.from }];
}

function rowOfCall({ kind, what, body, from, to }: Span): TraceRow {
  const row = { depth: 1, from, to } as const;
  if (kind === 'signature') return { ...row, label: 'token: ES256 signature', kind: 'signature' };
  const names = [...new Set([...body.matchAll(/pix-cashout-local-([a-z-]+)/g)].map(([, name]) => name))];
  const on = names.join(', ');
  if (on.includes('sandbox-network')) return { ...row, label: 'PIX network (sandbox)', kind: 'network' };
  if (what.startsWith('SendMessage')) return { ...row, label: `${what} ${on}`, kind: 'SQS' };
  if (names.length > 0) return { ...row, label: `${what} ${on}`, kind: 'DynamoDB' };
  return { ...row, label: 'POST to the receiver', kind: 'network' };
}

function clock(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
