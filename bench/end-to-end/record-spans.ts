// Loaded into the started stack before anything else (NODE_OPTIONS): in the thread of the functions it notes when each
// invocation and each of its HTTP calls begins and ends, from diagnostics channels. The service knows nothing of it. Whoever
// asks at SPANS_PORT is given what was noted; with that the recording ends.

import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type ClientRequest, createServer, type IncomingMessage } from 'node:http';
import { isMainThread } from 'node:worker_threads';

export type Span = {
  kind: 'invoked' | 'called' | 'signature';
  /** The path that was called, the function's name where it was no request, or the operation of the AWS call. */
  what: string;
  /** Of the AWS call, or of the webhook: ids are looked for in it. */
  body: string;
  /** The invocation it was made in: its index among the spans. */
  within: number | undefined;
  /** Milliseconds on the machine's monotonic clock, which all processes share. */
  from: number;
  to: number;
};

const port = Number(process.env.SPANS_PORT);
// npm start hands its environment to other processes and threads too.
if (port && !isMainThread && process.argv[1]?.endsWith('/lambda/host.ts')) record();

function record(): void {
  const spans: Span[] = [];
  const current = new AsyncLocalStorage<number>();
  const open = (kind: Span['kind'], what: string) => {
    const span: Span = { kind, what, body: '', within: current.getStore(), from: clock(), to: 0 };
    return { span, index: spans.push(span) - 1 };
  };
  const invoked = (message: unknown) => {
    const invocation = message as { name: string; event: string; span?: Span };
    const { requestContext } = JSON.parse(invocation.event);
    const what = requestContext
      ? `${requestContext.http.method} ${requestContext.http.path}`
      : invocation.name;
    current.enterWith(undefined as unknown as number);
    const { span, index } = open('invoked', what);
    current.enterWith(index);
    invocation.span = span;
  };
  const ended = (message: unknown) => {
    const { span } = message as { span?: Span };
    if (span) span.to = clock();
  };
  const called = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    const target = String(request.getHeader('x-amz-target') ?? '').split('.');
    const { span } = open('called', target[1] ?? `${request.method} ${request.path}`);
    const end = request.end;
    request.end = ((...given: Parameters<typeof end>) => {
      span.body = String(given[0] ?? '');
      return end.apply(request, given);
    }) as typeof end;
    request.once('response', (response: IncomingMessage) => {
      response.once('end', () => {
        span.to = clock();
      });
    });
  };
  const { subtle } = crypto;
  const verify = subtle.verify.bind(subtle);
  subtle.verify = async (...given: Parameters<typeof verify>) => {
    const { span } = open('signature', 'verify');
    try {
      return await verify(...given);
    } finally {
      span.to = clock();
    }
  };
  subscribe('tracing:pix-cashout.invocation:start', invoked);
  subscribe('tracing:pix-cashout.invocation:asyncEnd', ended);
  subscribe('http.client.request.created', called);
  const server = createServer((_, response) => {
    unsubscribe('tracing:pix-cashout.invocation:start', invoked);
    unsubscribe('tracing:pix-cashout.invocation:asyncEnd', ended);
    unsubscribe('http.client.request.created', called);
    subtle.verify = verify;
    response.end(JSON.stringify(spans));
    server.close();
  });
  server.listen(port, '127.0.0.1').unref();
}

function clock(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
