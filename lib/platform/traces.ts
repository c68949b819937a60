// Writes traces of cashouts in OpenTelemetry's format. The spans of an invocation are one line of OTLP JSON on standard
// output, written when the invocation ends. No work waits for the traces, and they make no network call. If
// `traceShare` is 0, nothing is traced.

import type { Subject } from '../base/correlation.ts';
import type { Config } from './config.ts';
import { type Fact, randomSpanId, type TraceIds, traceIdsOf } from './trace-ids.ts';

const kinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const;

/**
 * The only attributes that are written, as in the log. Callers cannot choose their values, except for the route that
 * they call.
 */
type Attributes = Partial<
  Record<'http.route' | 'messaging.destination.name' | 'pix.outcome', string> &
    Record<'http.response.status_code' | 'pix.cashout_id' | 'pix.webhook_id', number>
>;

export type Span = {
  name: string;
  kind: keyof typeof kinds;
  /** The step that caused this span. Not used for the span of `created`, because that step is the first one. */
  after: Fact;
  start: Date;
  end: Date;
  attributes?: Attributes;
  failed?: boolean;
};

export type Traces = {
  /**
   * Marks the next span of this cashout as the span of these steps. Must be called after the write that makes the
   * steps.
   */
  made(cashoutId: number, ...facts: Fact[]): void;
  /** Records a span that has ended. A span that is not about a cashout is ignored. */
  note(about: Subject, span: Span): void;
  /** Writes the spans recorded since the last flush, if there are any. */
  flush(): void;
};

/** Returns undefined if the share is 0. */
export function makeTraces(
  {
    TRACE_SHARE: share,
    TRANSFERS_QUEUE_URL: salt,
    TOKEN_ISSUER: service,
  }: Pick<Config, 'TRACE_SHARE' | 'TRANSFERS_QUEUE_URL' | 'TOKEN_ISSUER'>,
  write: (line: string) => void = (line) => void process.stdout.write(`${line}\n`),
): Traces | undefined {
  if (share === 0) return undefined;
  const made = new Map<number, Fact[]>();
  let spans: object[] = [];

  function add(ids: TraceIds, spanId: string, cashoutId: number, after: Fact | undefined, span: Span): void {
    const { name, kind, start, end, attributes = {}, failed = false } = span;
    spans.push({
      traceId: ids.traceId,
      spanId,
      ...(after ? { parentSpanId: ids.spanOf(after) } : {}),
      name,
      kind: kinds[kind],
      startTimeUnixNano: nanoseconds(start),
      endTimeUnixNano: nanoseconds(end),
      attributes: attributesOf({ 'pix.cashout_id': cashoutId, ...attributes }),
      status: { code: failed ? 2 : 0 },
    });
  }

  return {
    made: (cashoutId, ...facts) => void made.set(cashoutId, facts),

    note({ cashoutId }, span) {
      const ids = cashoutId === undefined ? undefined : traceIdsOf(cashoutId, share, salt);
      if (!ids || cashoutId === undefined) return;
      const facts = made.get(cashoutId) ?? [];
      // If all functions run in one process, a later step may end first. A span that names a fact as its cause
      // (`after`) did not make this fact.
      const isLater = span.kind !== 'server' && facts.includes(span.after);
      const [own, ...others] = isLater ? [] : facts;
      if (own) made.delete(cashoutId);
      const spanId = own ? ids.spanOf(own) : randomSpanId();
      add(ids, spanId, cashoutId, own === 'created' ? undefined : span.after, span);
      // A call that creates and approves a cashout does two steps. The span of the second step is a child of the first.
      for (const fact of others)
        add(ids, ids.spanOf(fact), cashoutId, own, { ...span, name: fact, kind: 'internal', attributes: {} });
    },

    flush() {
      made.clear();
      if (spans.length === 0) return;
      const resource = attributesOf({
        'service.name': service,
        'faas.name': process.env.AWS_LAMBDA_FUNCTION_NAME ?? service,
      });
      const scopeSpans = [{ scope: { name: 'pix-cashout' }, spans }];
      spans = [];
      write(JSON.stringify({ resourceSpans: [{ resource: { attributes: resource }, scopeSpans }] }));
    },
  };
}

const nanoseconds = (at: Date) => `${at.getTime()}000000`;

function attributesOf(values: Readonly<Record<string, string | number>>): object[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: value },
  }));
}

type Tracing = { traces?: Traces | undefined; now: () => Date };

/**
 * Wraps work on a cashout, so that each run records a span. If traces are switched off, the work is returned unchanged.
 */
export function traced(
  { traces, now }: Tracing,
  { name, after }: Pick<Span, 'name' | 'after'>,
  work: (cashoutId: number) => Promise<void>,
): (cashoutId: number) => Promise<void> {
  if (!traces) return work;
  return async (cashoutId) => {
    const start = now();
    let failed = true;
    try {
      await work(cashoutId);
      failed = false;
    } finally {
      traces.note({ cashoutId }, { name, kind: 'consumer', after, start, end: now(), failed });
    }
  };
}
