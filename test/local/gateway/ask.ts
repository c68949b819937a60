// Starts a gateway on a separate port in front of replaced functions, and sends requests to it byte by byte, because fetch would
// change their headers and paths.

import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { freePort } from '../../../local/free-port.ts';
import { type Gateway, type GatewayOptions, openGateway } from '../../../local/gateway/serve.ts';
import type { Service } from '../../../local/service.ts';

type Request = {
  method: string;
  path: string;
  /** The headers in order, including repeated ones. */
  headers?: [name: string, value: string][];
  body?: Buffer;
};

export type Answer = { status: number; headers: Record<string, string[]>; body: string };

type Invoke = (functionKey: string, event: unknown) => Promise<unknown>;

export type Opened = { port: number; gateway: Gateway; ask: (request: Request) => Promise<Answer> };

/** @param routes the routes by function, as in serverless.yml */
export async function openTestGateway(
  routes: Record<string, string[]>,
  invoke: Invoke,
  options: GatewayOptions = {},
): Promise<Opened> {
  const port = await freePort();
  const gateway = await openGateway(port, options);
  const functions = Object.fromEntries(
    Object.entries(routes).map(([key, paths]) => [
      key,
      { handler: '', name: key, events: paths.map((httpApi) => ({ httpApi })) },
    ]),
  );
  gateway.open({ functions } as unknown as Service, invoke);
  return { port, gateway, ask: (request) => askAt(port, request) };
}

function askAt(port: number, { method, path, headers = [], body }: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body || method === 'POST' ? [['content-length', String(body?.length ?? 0)]] : [];
    const all = [['host', `localhost:${port}`], ...headers, ...length].flat();
    const request = http.request({ port, host: '127.0.0.1', method, path, headers: all }, async (answer) => {
      const text = (await buffer(answer)).toString();
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headersDistinct as Record<string, string[]>,
        body: text,
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}
