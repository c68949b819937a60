// A request that is right as it stands, and what is changed about it.

import { randomUUID } from 'node:crypto';
import type { HttpCall } from '../../local/gateway/event.ts';
import { signed } from '../support/api.ts';
import { callerRoutes, openRoutes, plainRoute } from '../support/routes.ts';
import type { Refusal } from './refusals.ts';
import type { Scene, Standing } from './scene.ts';

/** How a caller shows who it is. */
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

/** Undefined takes a field, a parameter or a header away. */
export type Change = {
  by?: Standing;
  path?: string;
  fields?: Fields;
  /** The JSON text of a field, as no serialiser would write it. */
  raw?: Record<string, string>;
  query?: Record<string, string | undefined>;
  /** What stands in the address behind everything else. */
  rawQuery?: string;
  headers?: Record<string, string | undefined>;
  /** In place of the whole body. */
  body?: string | Buffer;
  /** In place of the body, but the signature stays that of the right one. */
  sent?: string;
};

/** Which rows of the catalogue, what is wrong, what is changed, and what is answered. */
export type Row = [rows: string, what: string, change: Change | ((scene: Scene) => Change), refusal: Refusal];

/** `door`: that of its endpoint, if absent. */
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
