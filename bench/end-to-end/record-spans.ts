// Loaded into the started stack before anything else (NODE_OPTIONS): notes when each of its HTTP calls begins and ends,
// and on whose behalf, from Node's own diagnostics channels. The service knows nothing of it. Whoever asks at SPANS_PORT
// is given what was noted; with that the recording ends.

import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type ClientRequest, createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export type Span = {
  kind: 'served' | 'called' | 'signature';
  /** The path that was called, or the operation of the AWS call. */
  what: string;
  /** Of the AWS call, or of the webhook: ids are looked for in it. */
  body: string;
  /** The served call it was made in: its index among the spans. */
  within: number | undefined;
  /** Milliseconds on the machine's monotonic clock, which all processes share. */
  from: number;
  to: number;
};

const port = Number(process.env.SPANS_PORT);
// npm start hands its environment to other processes too.
if (port && process.argv.includes('offline')) record();

function record(): void {
  const spans: Span[] = [];
  const current = new AsyncLocalStorage<number>();
  const open = (kind: Span['kind'], what: string) => {
    const span: Span = { kind, what, body: '', within: current.getStore(), from: clock(), to: 0 };
    return { span, index: spans.push(span) - 1 };
  };
  const served = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    current.enterWith(undefined as unknown as number);
    const { span, index } = open('served', `${request.method} ${request.url}`);
    current.enterWith(index);
    response.once('close', () => {
      span.to = clock();
    });
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
  subscribe('http.server.request.start', served);
  subscribe('http.client.request.created', called);
  const server = createServer((_, response) => {
    unsubscribe('http.server.request.start', served);
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
