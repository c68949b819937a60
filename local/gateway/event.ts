// Builds the event of a function for an HTTP request: API Gateway's HTTP API, payload format 2.0, stage `$default`.
// Tests compare this event with events recorded on AWS (test/local/gateway/). The gateway builds events for requests
// from sockets, and tests build events for calls in one process.

import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Route } from './route.ts';

export type HttpCall = {
  method: string;
  /** The path as in the request line, including the query. */
  path: string;
  /** Repeated headers are joined with a comma. */
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** With true the event contains the body as base64, with false as text. By default the content type decides. */
  base64?: boolean;
  sourceIp?: string;
};

/**
 * Bodies of these types are passed as text. Bodies of any other type or character set, or without a type, are passed as
 * base64.
 */
const textTypes = /^(text\/[^;]+|application\/(json|javascript|xml|graphql))\s*(;\s*charset="?utf-8"?\s*)?$/i;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Returns the path that is compared with the routes. It is decoded, so that %2F is a slash. */
export const pathOf = ({ path }: Pick<HttpCall, 'path'>): string => decoded(path.split('?')[0] || '/');

/** @param now the time in milliseconds since 1970, UTC */
export function makeEvent(call: HttpCall, route: Route, now = Date.now()): APIGatewayProxyEventV2 {
  const rawPath = pathOf(call);
  const [, rawQueryString = ''] = /\?(.*)$/s.exec(call.path) ?? [];
  const { cookie, ...headers } = headersOf(call, now);
  const query = [...new URLSearchParams(rawQueryString)];
  const { host = 'localhost' } = headers;
  const body = bodyOf(call, headers['content-type']);
  return {
    version: '2.0',
    routeKey: route.routeKey,
    rawPath,
    rawQueryString,
    ...(cookie ? { cookies: cookie.split(';').map((one) => one.trim()) } : {}),
    headers,
    ...(query.length > 0 ? { queryStringParameters: joined(query) } : {}),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: host,
      domainPrefix: host.split('.')[0] ?? '',
      http: {
        method: call.method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp: call.sourceIp ?? '127.0.0.1',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: `${randomBytes(11).toString('base64url')}=`,
      routeKey: route.routeKey,
      stage: '$default',
      time: timeOf(new Date(now)),
      timeEpoch: now,
    },
    ...(body === undefined ? {} : { body: body.text }),
    ...(Object.keys(route.parameters).length > 0 ? { pathParameters: route.parameters } : {}),
    isBase64Encoded: body?.isBase64Encoded ?? false,
  };
}

/** Returns the headers in lower case, together with those that the gateway adds. */
function headersOf(
  { headers = {}, body = '', sourceIp = '127.0.0.1' }: HttpCall,
  now: number,
): Record<string, string> {
  const sent = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  // These two headers apply to one connection only, so they are not passed on.
  const { connection, 'transfer-encoding': _, ...kept } = sent;
  const all: Record<string, string> = {
    'x-forwarded-port': '443',
    'x-forwarded-proto': 'https',
    ...kept,
    'content-length': String(Buffer.byteLength(body)),
    'x-amzn-trace-id': `Root=1-${Math.floor(now / 1000).toString(16)}-${randomBytes(12).toString('hex')}`,
    'x-forwarded-for': [sent['x-forwarded-for'], sourceIp].filter(Boolean).join(', '),
  };
  return Object.fromEntries(Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function bodyOf({ body, base64 }: HttpCall, contentType = '') {
  if (body === undefined || body.length === 0) return undefined;
  const isBase64Encoded = base64 ?? !textTypes.test(contentType.trim());
  return { text: Buffer.from(body).toString(isBase64Encoded ? 'base64' : 'utf8'), isBase64Encoded };
}

/** Joins the values of repeated parameters with a comma. */
function joined(pairs: readonly [string, string][]): Record<string, string> {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries([...values].map(([name, all]) => [name, all.join(',')]));
}

/** Formats a time as in the access logs of web servers: 22/Nov/2026:09:59:01 +0000. */
function timeOf(now: Date): string {
  const [, day, time] = /^\d+-\d+-(\d+)T([\d:]+)/.exec(now.toISOString()) ?? [];
  return `${day}/${months[now.getUTCMonth()]}/${now.getUTCFullYear()}:${time} +0000`;
}

/** Decodes a text. A text with invalid percent-encoding is returned unchanged, because a caller may send anything. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
