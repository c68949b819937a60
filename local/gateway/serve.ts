// Serves the HTTP API of a started stack. One server on loopback is in front of the functions and applies API Gateway's
// limits.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Service } from '../service.ts';
import { type HttpAnswer, ownAnswers, toHttpAnswer } from './answer.ts';
import { makeEvent, pathOf } from './event.ts';
import { makeChooseRoute } from './route.ts';

/**
 * The limits of an HTTP API and of Lambda: the bytes of a body, of an event and of all headers, and the milliseconds
 * for a function.
 */
const bodyBytesMax = 10 * 1024 * 1024;
const eventBytesMax = 6 * 1024 * 1024;
const headerBytesMax = 10_240;
const functionMs = 30_000;

export type Gateway = {
  /** Starts to pass requests to the functions. Until then every request is answered with 503. */
  open(service: Service, invoke: Invoke): void;
  /** Answers every request with 503 from now on. */
  shut(): void;
  close(): Promise<void>;
};

export type GatewayOptions = {
  /** The time limit of a function in milliseconds. It is 30 seconds except in a test. */
  answerWithinMs?: number;
  /** Called before a request is passed to a function. It may answer the request itself, and then returns true. */
  instead?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Called after a request was answered. */
  onAnswer?: (line: { method: string; routeKey: string; status: number; milliseconds: number }) => void;
  /** Called if a function threw or took too long. */
  onFailure?: (functionKey: string, error: unknown) => void;
};

type Invoke = (functionKey: string, event: unknown) => Promise<unknown>;
type Backend = { chooseRoute: ReturnType<typeof makeChooseRoute>; invoke: Invoke };

/**
 * Takes the port on both loopback addresses before anything else is started.
 * @throws EADDRINUSE or EACCES, the errors of listening
 */
export async function openGateway(port: number, options: GatewayOptions = {}): Promise<Gateway> {
  let backend: Backend | undefined;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (options.instead?.(request, response)) return;
    const answered = await answer(request, backend, options).catch(() => undefined);
    // A caller that has disconnected gets no answer.
    if (answered) send(response, answered);
  };
  const servers: Server[] = [];
  const close = () => Promise.all(servers.map(closeServer)).then(() => undefined);
  for (const host of ['127.0.0.1', '::1']) {
    const server = createServer({ maxHeaderSize: headerBytesMax, keepAliveTimeout: 60_000 }, handle);
    const error = await listen(server, port, host);
    if (!error) servers.push(server);
    // A machine without IPv6 has only the first address, so only an error on that address is a failure.
    else if (host === '127.0.0.1' || error.code === 'EADDRINUSE') {
      await close();
      throw error;
    }
  }
  return {
    open(service, invoke) {
      backend = { chooseRoute: makeChooseRoute(service), invoke };
    },
    shut() {
      backend = undefined;
    },
    close,
  };
}

async function answer(
  request: IncomingMessage,
  backend: Backend | undefined,
  { answerWithinMs = functionMs, onAnswer, onFailure }: GatewayOptions,
): Promise<HttpAnswer> {
  const began = performance.now();
  const { method = 'GET', url = '/' } = request;
  const body = await readBody(request);
  if (!backend) return ownAnswers.unavailable;
  const route = backend.chooseRoute(method, pathOf({ path: url }));
  const answered = await answerRoute();
  const milliseconds = Math.round(performance.now() - began);
  onAnswer?.({ method, routeKey: route?.routeKey ?? 'no route', status: answered.status, milliseconds });
  return answered;

  async function answerRoute(): Promise<HttpAnswer> {
    if (!route || !backend) return ownAnswers.notFound;
    if (!body) return ownAnswers.tooLarge;
    const sourceIp = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    const event = makeEvent({ method, path: url, headers: joinedHeaders(request), body, sourceIp }, route);
    if (Buffer.byteLength(JSON.stringify(event)) > eventBytesMax) return ownAnswers.tooLarge;
    try {
      const running = backend.invoke(route.functionKey, event);
      return await withinLimit(running.then(toHttpAnswer), answerWithinMs);
    } catch (error) {
      onFailure?.(route.functionKey, error);
      return ownAnswers.failed;
    }
  }
}

function withinLimit(answering: Promise<HttpAnswer>, milliseconds: number): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(ownAnswers.unavailable), milliseconds);
    answering.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Returns the bytes of the body, or undefined if the body is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes <= bodyBytesMax) chunks.push(chunk as Buffer);
  }
  return bytes > bodyBytesMax ? undefined : Buffer.concat(chunks);
}

function joinedHeaders({ headersDistinct }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values]) => [
      name,
      (values ?? []).join(name === 'cookie' ? '; ' : ','),
    ]),
  );
}

function send(response: ServerResponse, { status, headers, body }: HttpAnswer): void {
  try {
    for (const [name, value] of headers) response.appendHeader(name, value);
  } catch {
    // The function returned a header that HTTP does not allow, so the caller gets the answer of a failed function.
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    send(response, ownAnswers.failed);
    return;
  }
  response.writeHead(status, { 'content-length': body.length });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

function listen(server: Server, port: number, host: string): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => resolve(undefined));
  });
}

function closeServer(server: Server): Promise<unknown> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  return closed;
}
