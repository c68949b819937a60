// Makes calls by the table of routes, and compares the routes of serverless.yml with that table.

import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import { inject } from 'vitest';
import { callerCodes, errorBody } from '../../lib/base/errors.ts';
import { type Answer, type Caller, type Send, signed } from './api.ts';
import { type Call, callerRoutes, openRoutes, plainRoute as plain, slashed } from './routes.ts';

/** Every route of serverless.yml with its function, except the route for all other paths. */
const functionOf = Object.fromEntries(
  Object.entries(inject('service').functions).flatMap(([functionKey, { events = [] }]) =>
    events.flatMap(({ httpApi }) =>
      typeof httpApi === 'string' && httpApi !== '*' ? [[httpApi, functionKey]] : [],
    ),
  ),
) as Record<string, string>;
export const allRoutes = Object.keys(functionOf);
const rows = [...Object.keys(callerRoutes), ...Object.keys(openRoutes)];

/** Returns the row of a route. A variant of a route, with a final slash for example, has the row of the plain route. */
const rowOf = (routeKey: string) => (rows.includes(routeKey) ? routeKey : plain(routeKey));

export const routesWithoutRow = allRoutes.filter((routeKey) => !rows.includes(rowOf(routeKey)));
export const rowsWithoutRoute = rows.filter((routeKey) => !allRoutes.includes(routeKey));
/** Routes that have the row of another route, but a different function. There must be none. */
export const strayRoutes = allRoutes.filter((key) => functionOf[key] !== functionOf[rowOf(key)]);

/** Returns the method and path of a route with its parameters filled in. */
export function placeOf(routeKey: string, { params = {}, query = {} }: Call = {}) {
  const [method = '', template = ''] = (slashed[routeKey] ?? routeKey).split(' ');
  const values = { ...params, 'proxy+': '' } as Record<string, unknown>;
  const filled = template.replace(/\{([\w+]+)\}/g, (_, name) => String(values[name] ?? '1'));
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string]);
  return { method, path: texts.length > 0 ? `${filled}?${new URLSearchParams(texts)}` : filled };
}

/**
 * Makes a valid call as this caller. Headers may be replaced, or removed with undefined. If a call with a list has only
 * one row and that row is refused, the answer is converted to the answer of a call for that row alone.
 */
export async function ask(
  send: Send,
  routeKey: string,
  by: Caller,
  call: Call,
  headers: Record<string, string | undefined> = {},
): Promise<Answer> {
  const content: Record<string, unknown> | undefined = call.body && { ...call.body };
  if (content?.mfa_code === 'right') content.mfa_code = generateSync({ secret: by.tenant.mfa_secret });
  const body = content && JSON.stringify(content);
  const key = callerRoutes[routeKey]?.isKeyed ? { 'idempotency-key': randomUUID() } : {};
  const usual = {
    authorization: `Bearer ${by.token}`,
    hmac: signed(by.tenant.hmac_secret, body ?? ''),
    ...key,
  };
  const given = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== undefined);
  const answer = await send({
    ...placeOf(routeKey, call),
    headers: Object.fromEntries(given) as Record<string, string>,
    ...(body === undefined ? {} : { body }),
  });
  return callerRoutes[routeKey]?.inRows ? asOfOne(answer) : answer;
}

function asOfOne(answer: Answer): Answer {
  const [row, ...others] = answer.body.results ?? [];
  if (others.length > 0 || row?.worked !== false) return answer;
  const refusals = callerCodes.map((code) => errorBody(code));
  const { status = 0, body } = refusals.find((one) => one.body.message === row.message) ?? {};
  return { ...answer, status, body: { ...body, detail: row.detail } };
}
