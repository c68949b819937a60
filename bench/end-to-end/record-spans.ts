// The started stack loads this file first (NODE_OPTIONS). In the functions' thread, the file records the start and end
// of each invocation and of its HTTP calls, from Node's diagnostics channels. The service does not depend on it. A
// request to SPANS_PORT returns the records and ends the recording.

import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type ClientRequest, createServer, type IncomingMessage } from 'node:http';
import { isMainThread } from 'node:worker_threads';

export type Span = {
  kind: 'invoked' | 'called' | 'signature';
  /** The path of the request, the name of the function if no request started it, or the operation of an AWS call. */
  what: string;
  /** The body of the AWS call or webhook. The ids of cashouts are searched for in it. */
  body: string;
  /** The index of the span of the invocation that made this call. */
  within: number | undefined;
  /** Milliseconds on the machine's monotonic clock, which all processes share, so that their times can be compared. */
  from: number;
  to: number;
};

const port = Number(process.env.SPANS_PORT);
// npm start passes its environment to other processes and threads too, so only the functions' thread records.
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
