import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { describe, expect, onTestFinished, test } from 'vitest';
import { factOfEvent, traceIdsOf } from '../../lib/platform/trace-ids.ts';
import { makeTraces, type Traces, traced } from '../../lib/platform/traces.ts';
import { ended, openCaller, openTenant, sendInProcess, until } from '../support/api.ts';
import { approveMany, createMany } from '../support/decide-many.ts';
import { openPlainReceiver } from '../support/receiver.ts';
import { openStack } from '../support/stack.ts';
import { allRows } from '../support/tables.ts';
import { register } from '../support/webhooks.ts';

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type Told = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  status: { code: number };
};
type Line = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Told[] }[] }[] };

const settings = (TRACE_SHARE: number) => ({
  TRACE_SHARE,
  TRANSFERS_QUEUE_URL: 'salt',
  TOKEN_ISSUER: 'pix-cashout-test',
});
const spansOf = (lines: readonly string[]) =>
  lines.flatMap((line) =>
    (JSON.parse(line) as Line).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    ),
  );
const nameOf: Readonly<Record<number, string>> = {
  1: 'internal',
  2: 'server',
  3: 'client',
  4: 'producer',
  5: 'consumer',
};

/** Returns each step once, as the path of its spans from the root. A step may be repeated. */
function treeOf(spans: readonly Told[]): string[] {
  const known = new Map(spans.map((span) => [span.spanId, span]));
  const path = ({ name, parentSpanId }: Told): string => {
    const parent = parentSpanId === undefined ? undefined : known.get(parentSpanId);
    if (parentSpanId !== undefined && !parent) return `? > ${name}`;
    return parent ? `${path(parent)} > ${name}` : name;
  };
  return [...new Set(spans.map((span) => `${path(span)} (${nameOf[span.kind]})`))].sort();
}

/** Opens a stage whose spans are collected, with a company and a receiver of its events. */
async function openCase(share: number) {
  const lines: string[] = [];
  const traces = makeTraces(settings(share), (line) => void lines.push(line));
  const stack = await openStack(traces ? { traces } : {});
  stack.startTriggers({ streams: true });
  const receiver = await openPlainReceiver();
  onTestFinished(async () => {
    await stack.stop();
    await receiver.close();
  });
  const send = sendInProcess(stack);
  const caller = await openCaller(send, await openTenant(send));
  const hook = await register(caller, receiver.url);
  return {
    stack,
    caller,
    receiver,
    hook,
    async settled(id: number, events: number) {
      await ended(caller, id);
      await until(
        async () => receiver.heard.length,
        (count) => count >= events,
      );
    },
    /** Waits until everything is written, and returns the spans. */
    async spans() {
      await stack.stop();
      traces?.flush();
      return spansOf(lines);
    },
    lines,
  };
}

const ids = (id: number) => {
  const found = traceIdsOf(id, 1, 'salt');
  if (!found) throw new Error('each is traced');
  return found;
};
const body = { amount: 10, key: 'fulano@example.com' };

describe('the trace of a cashout', () => {
  test('the trace has the request and each webhook delivery, whatever trace id the caller sends', async () => {
    const one = await openCase(1);
    const theirs = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { traceparent: `00-${theirs}-00f067aa0ba902b7-01`, tracestate: 'x=1', baggage: 'a=b' };

    const { body: made } = await one.caller.post(
      '/create-cashout-self-approve',
      { ...one.caller.source, ...body },
      headers,
    );
    await one.settled(made.id, 2);
    const spans = await one.spans();

    const root = 'POST /create-cashout-self-approve';
    const end = `${root} > approved > completeTransfer`;
    expect(treeOf(spans)).toEqual(
      [
        `${root} (server)`,
        `${root} > approved (internal)`,
        `${root} > approved > dispatch (producer)`,
        `${end} (consumer)`,
        `${root} > fanOutWebhooks (consumer)`,
        `${end} > fanOutWebhooks (consumer)`,
        `${root} > deliverWebhook (client)`,
        `${end} > deliverWebhook (client)`,
      ].sort(),
    );
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([ids(made.id).traceId]));
    expect(JSON.stringify(spans)).not.toContain(theirs);
    for (const { headers } of one.receiver.heard)
      expect(Object.keys(headers).filter((name) => /^(trace|baggage|x-amzn-trace)/.test(name))).toEqual([]);
  });

  test('the trace has the create and the approval by a different user, and replays below the first request', async () => {
    const one = await openCase(1);
    const key = { 'idempotency-key': '0d0f7c4e-6a0c-4b0e-9f0a-0f8f6f1f2a3b' };
    const create = () => one.caller.post('/create-cashout', { ...one.caller.source, ...body }, key);

    const { id } = (await create()).body;
    await create();
    await one.caller.post('/approve-cashout', { id });
    await one.settled(id, 2);
    const spans = await one.spans();

    const root = 'POST /create-cashout';
    const tree = treeOf(spans);
    for (const path of [
      `${root} (server)`,
      `${root} > ${root} (server)`,
      `${root} > POST /approve-cashout (server)`,
      `${root} > POST /approve-cashout > dispatch (producer)`,
      `${root} > POST /approve-cashout > completeTransfer (consumer)`,
      `${root} > POST /approve-cashout > completeTransfer > deliverWebhook (client)`,
    ])
      expect(tree).toContain(path);
    expect(tree.filter((path) => path.startsWith('?'))).toEqual([]);
  });

  test('a delivery that is recorded before the worker that ended the cashout is still placed below that worker', () => {
    const lines: string[] = [];
    const traces = makeTraces(settings(1), (line) => void lines.push(line));
    const [start, end] = [new Date(0), new Date(1)];
    traces?.made(7, 'ended');
    // The delivery of the final event is recorded before the worker's own span.
    traces?.note({ cashoutId: 7 }, { name: 'deliverWebhook', kind: 'client', after: 'ended', start, end });
    traces?.note(
      { cashoutId: 7 },
      { name: 'completeTransfer', kind: 'consumer', after: 'approved', start, end },
    );
    traces?.flush();
    const spans = spansOf(lines);
    expect(treeOf(spans)).toContain('? > completeTransfer > deliverWebhook (client)');
  });

  test('a request that approves many cashouts is in the trace of each of them', async () => {
    const one = await openCase(1);
    const seen = await createMany(one.stack, one.caller, 2);
    await approveMany(one.caller, seen);
    for (const { id } of seen) await one.settled(id, 4);
    const spans = await one.spans();

    const path = 'POST /create-cashout > POST /v3/cashouts/approve-many';
    const approving = spans.filter(({ name }) => path.endsWith(name));
    expect(new Set(approving.map(({ traceId }) => traceId)).size).toBe(2);
    expect(treeOf(spans)).toContain(`${path} (server)`);
    expect(treeOf(spans)).toContain(`${path} > completeTransfer (consumer)`);
  });

  test('the trace has nothing of a caller who requests another company’s cashout', async () => {
    const one = await openCase(1);
    const { id } = (await one.caller.post('/create-cashout', { ...one.caller.source, ...body })).body;
    const send = sendInProcess(one.stack);
    const stranger = await openCaller(send, await openTenant(send));

    expect(await stranger.post('/approve-cashout', { id })).toMatchObject({ status: 400 });

    expect((await one.spans()).filter(({ name }) => name === 'POST /approve-cashout')).toEqual([]);
  });

  test('the trace is not stored: rows and answers are the same as without a trace', async () => {
    const [on, off] = [await openCase(1), await openCase(0)];
    const shapes = [];
    for (const one of [on, off]) {
      const { body: made } = await one.caller.post('/create-cashout-self-approve', {
        ...one.caller.source,
        ...body,
      });
      await one.settled(made.id, 2);
      const spans = await one.spans();
      const text = JSON.stringify(await allRows(one.stack));
      for (const { traceId, spanId } of spans)
        for (const id of [traceId, spanId]) expect(text).not.toContain(id);
      const rows = (await allRows(one.stack)).CASHOUTS_TABLE ?? [];
      shapes.push(rows.map((row) => Object.keys(row as object).sort()));
    }

    expect(on.lines).toHaveLength(1);
    expect(shapes[0]).toEqual(shapes[1]);
    expect([off.stack.deps.traces, off.lines]).toEqual([undefined, []]);
  });
});

describe('the sampling of traces', () => {
  const all = Array.from({ length: 4_000 }, (_, index) => 1_000_000 + index * 7_919);
  const tracedAt = (share: number) => all.filter((id) => traceIdsOf(id, share, 'salt'));

  test('the configured share of traces is selected, and a larger share includes the smaller share', () => {
    const [tenth, half, whole] = [tracedAt(0.1), tracedAt(0.5), tracedAt(1)];

    expect(tenth.length / all.length).toBeCloseTo(0.1, 1);
    expect(half.length / all.length).toBeCloseTo(0.5, 1);
    expect(whole).toEqual(all);
    expect(tenth.every((id) => half.includes(id))).toBe(true);
    expect(tracedAt(0)).toEqual([]);
  });

  test('the selection depends on a secret value, so that callers cannot predict it', () => {
    const other = all.filter((id) => traceIdsOf(id, 0.1, 'other'));

    expect(other).not.toEqual(tracedAt(0.1));
    expect(traceIdsOf(7, 1, 'salt')?.traceId).not.toBe(traceIdsOf(7, 1, 'other')?.traceId);
  });

  test('nothing is written for a request that is not selected', () => {
    const lines: string[] = [];
    const traces = makeTraces(settings(0.1), (line) => void lines.push(line)) as Traces;
    const id = all.find((one) => !traceIdsOf(one, 0.1, 'salt')) as number;
    const at = new Date(0);
    traces.made(id, 'created');
    traces.note({ cashoutId: id }, { name: 'x', kind: 'server', after: 'created', start: at, end: at });
    traces.note({ chargebackId: 1 }, { name: 'x', kind: 'server', after: 'created', start: at, end: at });
    traces.note({}, { name: 'x', kind: 'server', after: 'created', start: at, end: at });
    traces.flush();

    expect(lines).toEqual([]);
  });

  test('with a share of 0, there is no tracer and no wrapper', () => {
    const work = async () => {};

    expect(makeTraces(settings(0))).toBeUndefined();
    expect(traced({ now: () => new Date() }, { name: 'x', after: 'created' }, work)).toBe(work);
  });

  test('the id of an event gives the kind of change behind the event', () => {
    const events = [
      'created',
      'approved',
      'internal_approved',
      'succeeded',
      'failed',
      'cancelled',
      'refunded',
      'returned-7',
    ];

    expect(events.map((change) => factOfEvent(`cashout-1-${change}`))).toEqual([
      ...['created', 'approved', 'approved'],
      ...Array(5).fill('ended'),
    ]);
  });
});

test('a trace’s log line is identical to that of OpenTelemetry’s own serializer for the same spans', async () => {
  const lines: string[] = [];
  const traces = makeTraces(settings(1), (line) => void lines.push(line)) as Traces;
  const [start, end] = [new Date('2027-03-01T12:00:00.123Z'), new Date('2027-03-01T12:00:01.456Z')];
  traces.made(7, 'created', 'approved');
  const attributes = { 'http.route': 'POST /create', 'http.response.status_code': 200 };
  traces.note(
    { cashoutId: 7 },
    { name: 'POST /create', kind: 'server', after: 'created', start, end, attributes },
  );
  traces.note(
    { cashoutId: 7 },
    { name: 'deliver', kind: 'client', after: 'ended', start, end, failed: true },
  );
  traces.flush();
  traces.flush();
  expect(lines).toHaveLength(1);

  const spans = spansOf(lines);
  const named = { 'service.name': 'pix-cashout-test', 'faas.name': 'pix-cashout-test' };
  const resource = { attributes: named, asyncAttributesPending: false };
  const instrumentationScope = { name: 'pix-cashout' };
  const readable = spans.map(({ traceId, spanId, parentSpanId, name, kind, attributes: given, status }) => ({
    name,
    kind: Object.values(SpanKind).find((one) => one === kind - 1),
    spanContext: () => ({ traceId, spanId, traceFlags: 1 }),
    ...(parentSpanId ? { parentSpanContext: { traceId, spanId: parentSpanId, traceFlags: 1 } } : {}),
    startTime: [start.getTime() / 1_000 - 0.123, 123_000_000].map(Math.round),
    endTime: [end.getTime() / 1_000 - 0.456, 456_000_000].map(Math.round),
    status: { code: status.code === 2 ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: Object.fromEntries(given.map(({ key, value }) => [key, value.stringValue ?? value.intValue])),
    ...{ links: [], events: [], duration: [1, 333_000_000], ended: true },
    resource,
    instrumentationScope,
    ...{ droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 },
  }));
  const bytes = JsonTraceSerializer.serializeRequest(readable as never);
  const theirs = JSON.parse(Buffer.from(bytes as Uint8Array).toString());

  // The library also writes empty lists, zero counts and flags. All of them are defaults of the protocol.
  const defaults = /^(events|links|dropped\w+Count|flags|traceState|version|schemaUrl|isRemote)$/;
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]) => (defaults.test(name) ? [] : [[name, plain(inner)]])),
    );
  };
  expect(plain(theirs)).toEqual(JSON.parse(lines[0] ?? ''));
});
