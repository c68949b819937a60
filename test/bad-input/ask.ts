// A valid request, and the changes that make it invalid.

import { randomUUID } from 'node:crypto';
import type { HttpCall } from '../../local/gateway/event.ts';
import { signed } from '../support/api.ts';
import { callerRoutes, openRoutes, plainRoute } from '../support/routes.ts';
import type { Refusal } from './refusals.ts';
import type { Scene, Standing } from './scene.ts';

/** How a route authenticates its caller. */
export type Door = 'signed' | 'token' | 'sandbox' | 'network' | 'open';

type Fields = Record<string, unknown>;

export type Request = {
  by?: Standing;
  path: string;
  fields?: Fields;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string;
};

/** The value undefined removes a field, a parameter or a header. */
export type Change = {
  by?: Standing;
  path?: string;
  fields?: Fields;
  /** The JSON text of a field, in a form that no serialiser writes. */
  raw?: Record<string, string>;
  query?: Record<string, string | undefined>;
  /** A text that is appended to the URL. */
  rawQuery?: string;
  headers?: Record<string, string | undefined>;
  /** Replaces the whole body. */
  body?: string | Buffer;
  /** Replaces the body after signing, so that the signature is that of the valid body. */
  sent?: string;
};

/** The rows in the catalogue, what is wrong, the change to the valid request, and the expected refusal. */
export type Row = [rows: string, what: string, change: Change | ((scene: Scene) => Change), refusal: Refusal];

/** `door` is only needed if it differs from the route's own. */
export type Table = { route: string; door?: Door; request: (scene: Scene) => Request; rows: Row[] };

export const networkSecret = 'local-network-callback';

export function toCall(
  scene: Scene,
  { route, door = doorOf(route), request }: Omit<Table, 'rows'>,
  change: Change,
): HttpCall {
  const asked = request(scene);
  const body = change.body ?? asked.body ?? jsonOf(asked.fields, change);
  const by = scene.callers[change.by ?? asked.by ?? 'owner'];
  const key = callerRoutes[plainRoute(route)]?.isKeyed ? { 'idempotency-key': randomUUID() } : {};
  const headers = { ...doorHeaders(door, by, body ?? ''), ...key, ...asked.headers, ...change.headers };
  const given = Object.entries(headers).filter(([, value]) => value !== undefined);
  const content = change.sent ?? body;
  return {
    method: route.split(' ')[0] ?? '',
    path: (change.path ?? asked.path) + queryOf(asked, change),
    headers: Object.fromEntries(given) as Record<string, string>,
    ...(content === undefined ? {} : { body: content, base64: Buffer.isBuffer(content) }),
  };
}

const doors = {
  'token and hmac': 'signed',
  token: 'token',
  'sandbox key': 'sandbox',
  signature: 'network',
  'client credentials': 'open',
  nothing: 'open',
} as const satisfies Record<string, Door>;

export const doorOf = (route: string): Door =>
  doors[
    (callerRoutes[plainRoute(route)]?.auth ??
      openRoutes[plainRoute(route)] ??
      'nothing') as keyof typeof doors
  ];

function doorHeaders(door: Door, by: Scene['callers'][Standing], body: string | Buffer) {
  const authorization = `Bearer ${by.token}`;
  if (door === 'signed') return { authorization, hmac: signed(by.tenant.hmac_secret, body) };
  if (door === 'token') return { authorization };
  if (door === 'sandbox') return { 'x-sandbox-key': 'local' };
  return door === 'network' ? { hmac: signed(networkSecret, body) } : {};
}

function jsonOf(fields: Fields | undefined, change: Change): string | undefined {
  if (!fields) return undefined;
  const all = { ...fields, ...change.fields };
  const texts = Object.entries(all).flatMap(([name, value]) => {
    const text = JSON.stringify(value);
    return text === undefined ? [] : [[name, text] as const];
  });
  const entries = Object.entries({ ...Object.fromEntries(texts), ...change.raw });
  return `{${entries.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

function queryOf(asked: Request, change: Change): string {
  const all = Object.entries({ ...asked.query, ...change.query });
  const given = all.filter((entry): entry is [string, string] => entry[1] !== undefined);
  const text = `${new URLSearchParams(given)}${change.rawQuery ?? ''}`;
  return text && `?${text}`;
}
