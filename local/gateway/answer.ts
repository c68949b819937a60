// Builds the HTTP answer for a function's result (payload format 2.0), and the gateway's own answers.

import type { APIGatewayProxyResultV2 } from 'aws-lambda';

export type HttpAnswer = { status: number; headers: [name: string, value: string][]; body: Buffer };

export const ownAnswers = {
  notFound: own(404, 'Not Found'),
  tooLarge: own(413, 'Request Entity Too Large'),
  failed: own(500, 'Internal Server Error'),
  unavailable: own(503, 'Service Unavailable'),
};

function own(status: number, message: string): HttpAnswer {
  const body = Buffer.from(JSON.stringify({ message }));
  return { status, headers: [['content-type', 'application/json']], body };
}

/**
 * Builds the answer for a function's result. A result without a status is the body of a 200. An invalid status counts
 * as a failure of the function.
 */
export function toHttpAnswer(result: unknown): HttpAnswer {
  if (typeof result !== 'object' || result === null || !('statusCode' in result)) {
    const text = typeof result === 'string' ? result : JSON.stringify(result ?? null);
    return { status: 200, headers: [['content-type', 'application/json']], body: Buffer.from(text) };
  }
  const { statusCode, isBase64Encoded, ...rest } = result as Exclude<APIGatewayProxyResultV2, string>;
  const headers = rest.headers ?? {};
  const cookies = rest.cookies ?? [];
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599) return ownAnswers.failed;
  const named = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  if (!named.some(([name]) => name.toLowerCase() === 'content-type'))
    named.push(['content-type', 'text/plain; charset=utf-8']);
  return {
    status,
    headers: [...named, ...cookies.map((value): [string, string] => ['set-cookie', value])],
    body: Buffer.from(rest.body ?? '', isBase64Encoded ? 'base64' : 'utf8'),
  };
}
